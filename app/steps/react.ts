// Evaluates React before the parts that need it.
export { hydrateRoot } from "react-dom/client";
