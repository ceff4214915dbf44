import { Hono } from "hono";
import { contentNames } from "../../content-model/content.ts";
import type { PreviewPage } from "../../content-model/preview-page.ts";
import { type PanelDeps, type PanelEnv, sendError } from "./env.ts";

const pages: readonly PreviewPage[] = [
  ...contentNames.filter((name) => name !== "site" && name !== "prywatnosc"),
  "dziekujemy-direct",
];

/**
 * A draft page is shown in a frame of the panel and can neither run scripts nor send anything. Not `sandbox`: without scripts Safari
 * reports no clicks there to the panel (WebKit bug 218086), and with scripts it would add nothing (T7).
 */
const framedHeaders = {
  "Content-Security-Policy": [
    "default-src 'none'",
    "img-src 'self' data:",
    "font-src 'self'",
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join("; "),
  "Cross-Origin-Embedder-Policy": "require-corp",
};

const svgHeaders = { "Content-Security-Policy": "default-src 'none'; sandbox" };

/** The pages as they would be published now. */
export function createPreviewApi({ preview, draft }: PanelDeps) {
  return new Hono<PanelEnv>()
    .get("/preview/:page", async (c) => {
      const page = pages.find((name) => name === c.req.param("page"));
      if (page === undefined) return sendError(c, 404, "not-found");
      const html = await preview.render(page);
      // Not an error: the draft is being edited.
      if (html === undefined)
        return c.html(nothingToShow, 200, { ...framedHeaders, "X-Preview-Nothing": "1" });
      return c.html(html, 200, framedHeaders);
    })
    .get("/preview-logo/:file", async (c) => {
      const file = c.req.param("file");
      const bytes = await draft.logo(file);
      if (bytes === undefined) return sendError(c, 404, "not-found");
      const type = file.endsWith(".svg") ? "image/svg+xml" : "image/png";
      return c.body(new Uint8Array(bytes), 200, { "Content-Type": type, ...svgHeaders });
    });
}

const nothingToShow = `<!doctype html><html lang="pl"><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>Podgląd</title>
<style>body{margin:2rem;font:1.0625rem/1.5 system-ui,sans-serif}</style>
<body><main><h1>Nie ma jeszcze czego pokazać</h1>
<p>Podgląd pokaże się, gdy poprawisz w treści to, co nie pozwala jej opublikować.</p></main></body></html>`;
