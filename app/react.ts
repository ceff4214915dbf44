// Imported first, so that React is evaluated in a task of its own before the modules that need it.
export { hydrateRoot } from "react-dom/client";
