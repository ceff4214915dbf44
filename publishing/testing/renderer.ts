import { createRender, renderBareDocument } from "../../app/entry.server.tsx";
import type { ClientCode } from "../code-build.ts";

export { createRender, renderBareDocument };

/** A client that was never built: pages have text but no styles. */
export const client: ClientCode = {
  script: "",
  preloads: [],
  lateCss: "",
  fonts: [],
  importMap: "{}",
  pageCss: {},
  bootScript: "boot()",
  firstViewScript: "first()",
  typefaceCss: "",
  baseCss: "",
};
