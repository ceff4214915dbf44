// Evaluates the router before the parts that need it.
export { RouterProvider } from "react-router";
