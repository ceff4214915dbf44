import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { createRender, Render } from "../app/entry.server.tsx";
import { LoggableError } from "../enquiries/log.ts";
import type { Site } from "./build-facts.ts";
import { readJson } from "./durable-files.ts";

export type { Render } from "../app/entry.server.tsx";

/**
 * Creates the function that loads a site's renderer: the built code's `render.js` with the site's `data.json`. Both are read at the first
 * use, because most requests never need React. After a failure the next request tries again. Undefined for a release that another version
 * of the code made, as after an upgrade that could not publish it again: this one might misread its data.
 */
export function createRenderLoader(codeDir: string) {
  let attempts = 0;
  const { version } = readJson<{ version?: string }>(join(codeDir, "code.json"), {});
  const loadRenderer = untilItSucceeds<{ createRender: typeof createRender }>(() => {
    const { href } = pathToFileURL(resolve(codeDir, "render.js"));
    // Node caches a failed import by its URL.
    return import(attempts++ === 0 ? href : `${href}?attempt=${attempts}`);
  });

  return (siteDir: string, { code }: Pick<Site, "code">): Render | undefined => {
    if (code !== version) return undefined;
    const load = untilItSucceeds(async () => {
      const data = JSON.parse(await readFile(join(siteDir, "data.json"), "utf8"));
      return (await loadRenderer()).createRender(data);
    });
    return async (request) => (await load())(request);
  };
}

/** A page's HTML; throws if the renderer returned an error page. */
export async function renderPage(render: Render, request: Parameters<Render>[0]): Promise<string> {
  const { status, html } = await render(request);
  if (status !== 200) throw new LoggableError(`${request.path} was rendered with status ${status}`);
  return html;
}

/** Calls `load` once, at the first call; after a failure the next call retries. */
export function untilItSucceeds<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}
