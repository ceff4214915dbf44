import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { createRender, Render } from "../app/entry.server.tsx";

export type { Render } from "../app/entry.server.tsx";

type Renderer = { createRender: typeof createRender };

/**
 * Makes the function that gives the renderer of a built site, `server/render.js` with `server/data.json`. It is loaded at its
 * first use: most requests never need React. Node never forgets a module, so releases of the same code share one.
 */
export function createRenderLoader(): (buildDir: string) => Render {
  const renderers = new Map<string, Promise<Renderer>>();

  async function load(serverDir: string): Promise<Render> {
    const bundle = join(serverDir, "render.js");
    const hash = createHash("sha256")
      .update(await readFile(bundle))
      .digest("hex");
    const renderer = renderers.get(hash) ?? import(pathToFileURL(bundle).href);
    renderers.set(hash, renderer);
    const data = JSON.parse(await readFile(join(serverDir, "data.json"), "utf8"));
    return (await renderer).createRender(data);
  }

  return (buildDir) => {
    let render: Promise<Render> | undefined;
    return async (request) => {
      render ??= load(join(buildDir, "server"));
      return (await render)(request);
    };
  };
}
