import type { render } from "../app/entry.server.tsx";

/** Renders one page at run time; the module is built into `build/server/render.js`. */
export type Render = typeof render;
