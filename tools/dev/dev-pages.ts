import type { IncomingMessage, ServerResponse } from "node:http";
import { extname } from "node:path";
import react from "@vitejs/plugin-react";
import { html, raw } from "hono/html";
import type { ViteDevServer } from "vite";
import type { Render, RenderRequest } from "../../app/entry.server.tsx";
import type { RenderData } from "../../app/payload-types.ts";
import { type RouteName, routeAt } from "../../app/routes.ts";
import { formatPath } from "../../content-model/path.ts";
import { ContentError, type ContentProblem } from "../../content-model/problems.ts";
import { PictureError } from "../../publishing/photos/photo-problem.ts";
import { type DevSite, manifestAddress } from "./dev-site.ts";

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

/** HTML that covers the last valid page with the problems to fix. */
export function problemOverlay(error: unknown): string {
  const { title, body } = explain(error);
  return String(
    html`<style>${raw(css)}</style><section id="content-problems" role="alert"><h1>${title}</h1>${body}<p>Po zapisaniu poprawki strona pokaże się sama.</p></section>`,
  );
}

function explain(error: unknown) {
  if (error instanceof ContentError) {
    return {
      title: `Treść strony wymaga poprawek: ${error.problems.length}`,
      body: html`<ol>${error.problems.map(problemItem)}</ol>`,
    };
  }
  if (error instanceof PictureError) {
    return { title: "Zdjęcie wymaga poprawki", body: html`<p>${error.message}</p>` };
  }
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { title: "Błąd w kodzie strony", body: html`<pre>${trace}</pre>` };
}

function problemItem({ file, line, path, problem, hint }: ContentProblem) {
  const lineNumber = line === undefined ? "" : `, linia ${line}`;
  const place = path.length > 0 ? html`, <code>${formatPath(path)}</code>` : "";
  return html`<li><strong>${file}</strong>${lineNumber}${place}<p>Co jest nie tak: ${problem}.</p><p>Jak to naprawić: ${hint}</p></li>`;
}

const css = `
#content-problems { position: fixed; inset: 0; z-index: 1000; overflow: auto; padding: 2rem max(1.5rem, calc(50vw - 24rem));
  background: #fffffff2; color: #101113; font: 1rem/1.5 system-ui, sans-serif; border-block-start: .5rem solid #c5221f; }
#content-problems h1 { font: 700 1.5rem/1.2 system-ui, sans-serif; margin: 0 0 1.5rem; }
#content-problems li { margin-block-end: 1.25rem; }
#content-problems p { margin: .25rem 0; }
#content-problems pre { white-space: pre-wrap; font-size: .875rem; }`;

/** Links the style sheets, which Vite updates in place, and adds Vite's scripts for hot reloading. */
function withLiveChanges(html: string, page: RouteName | undefined): string {
  const sheets = [
    "/app/styles/base.css",
    "/app/styles/typeface.css",
    page ? `/app/pages/${page}.css` : "/app/shell/error-page.css",
  ];
  const links = sheets.map((sheet) => `<link rel="stylesheet" href="${sheet}">`);
  return html.replace("</head>", `${liveScripts}${links.join("")}</head>`);
}

const liveScripts =
  `<script type="module">${react.preambleCode.replace("__BASE__", "/")}</script>` +
  `<script type="module" src="/@vite/client"></script>`;

/** A fallback if no page can be rendered; it reloads at the next change. */
function emptyPage(body: string): string {
  return `<!doctype html><html lang="pl"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Podgląd strony</title>${liveScripts}</head><body>${body}</body></html>`;
}
