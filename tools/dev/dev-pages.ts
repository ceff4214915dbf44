import type { IncomingMessage, ServerResponse } from "node:http";
import { extname } from "node:path";
import type { ViteDevServer } from "vite";
import type { Render, RenderRequest } from "../../app/entry.server.tsx";
import type { RenderData } from "../../app/payload-types.ts";
import { routeAt } from "../../app/routes.ts";
import { emptyPage, manifestAddress, withLiveChanges } from "./dev-client.ts";
import type { DevSite } from "./dev-site.ts";
import { problemOverlay } from "./problem-overlay.ts";

type ServerEntry = typeof import("../../app/entry.server.tsx");

export function createDevRender(vite: ViteDevServer, data: RenderData): Render {
  return async (request) => {
    const { createRender } = (await vite.ssrLoadModule("/app/entry.server.tsx")) as ServerEntry;
    const { status, html } = await createRender(data)(request);
    return { status, html: withLiveChanges(html, request.error ? undefined : routeAt(request.path)?.name) };
  };
}

/** Renders a page, with any error in the content as an overlay. */
export async function showPage(
  vite: ViteDevServer,
  { data, error }: DevSite,
  request: RenderRequest,
): Promise<{ status: number; html: string }> {
  if (data === undefined) return { status: 500, html: emptyPage(problemOverlay(error)) };
  try {
    const { status, html } = await createDevRender(vite, data)(request);
    if (error === undefined) return { status, html };
    return { status: 500, html: html.replace("</body>", () => `${problemOverlay(error)}</body>`) };
  } catch (codeError) {
    if (codeError instanceof Error) vite.ssrFixStacktrace(codeError);
    return { status: 500, html: emptyPage(problemOverlay(codeError)) };
  }
}

export function wantsPage({ method, headers, url = "/" }: IncomingMessage): boolean {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  const isOurs = !/^\/(?:@|api\/|payload\/|node_modules\/)/.test(pathname) && extname(pathname) === "";
  // The server renders the thank-you page with a reference.
  return (
    isOurs && method === "GET" && /\btext\/html\b/.test(headers.accept ?? "") && !searchParams.has("ref")
  );
}

/** The static manifest and the payloads, from memory; undefined for any other address. */
export function payloadAt(url: string, data: RenderData | undefined): unknown {
  if (data === undefined) return undefined;
  const nameOf = (path: string) => `/payload/${path.slice(1) || "index"}.json`;
  const paths = Object.keys(data.payloads);
  if (url === manifestAddress) {
    return { site: data.site, payloads: Object.fromEntries(paths.map((path) => [path, nameOf(path)])) };
  }
  const path = paths.find((path) => nameOf(path) === url);
  return path && data.payloads[path];
}

export function send(
  response: ServerResponse,
  { status, type, text }: { status: number; type: "text/html" | "application/json"; text: string },
): void {
  response.writeHead(status, { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "no-store" });
  response.end(text);
}
