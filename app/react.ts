// The first step of the start: evaluates React before the parts that need it.
export { hydrateRoot } from "react-dom/client";
