import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { createRender, Render } from "../app/entry.server.tsx";
import { LoggableError } from "../enquiries/log.ts";
import { untilItSucceeds } from "./until-it-succeeds.ts";

export type { Render } from "../app/entry.server.tsx";

type Renderer = { createRender: typeof createRender };

/**
 * Makes the function that loads the renderer of a site: the built code's `render.js` with the site's `data.json`. Both are read
 * at the first use: most requests never need React. A reading that failed is tried again by the next request.
 */
export function createRenderLoader(codeDir: string): (siteDir: string) => Render {
  let attempts = 0;
  const loadRenderer = untilItSucceeds<Renderer>(() => {
    const { href } = pathToFileURL(resolve(codeDir, "render.js"));
    // Node remembers a module that could not be loaded, under its address.
    return import(attempts++ === 0 ? href : `${href}?attempt=${attempts}`);
  });

  return (siteDir) => {
    const load = untilItSucceeds(async () => {
      const data = JSON.parse(await readFile(join(siteDir, "data.json"), "utf8"));
      return (await loadRenderer()).createRender(data);
    });
    return async (request) => (await load())(request);
  };
}

/** A page's HTML; where the renderer could make only an error page of it, that is an error here too. */
export async function renderPage(render: Render, request: Parameters<Render>[0]): Promise<string> {
  const { status, html } = await render(request);
  if (status !== 200) throw new LoggableError(`${request.path} was rendered with status ${status}`);
  return html;
}
