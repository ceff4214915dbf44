import { readFile } from "node:fs/promises";
import react from "@vitejs/plugin-react";
import type { ClientFiles } from "../../app/payload-types.ts";
import type { RouteName } from "../../app/routes.ts";
import { accentCss } from "../../publishing/site/accent.ts";

/** The address of the static manifest, which development generates for every request. */
export const manifestAddress = "/payload/manifest.json";

/** The files that documents refer to in development: the sources, as Vite serves them. */
export async function devClientFiles(accent: string): Promise<Omit<ClientFiles, "icons">> {
  return {
    script: "/app/start.tsx",
    manifest: manifestAddress,
    lateCss: "/app/styles/late.css",
    preloads: [],
    fonts: [],
    firstViewScript: "",
    typefaceCss: "",
    integrity: {},
    bootScript: await readFile("app/boot.js", "utf8"),
    baseCss: accentCss(accent),
    pageCss: {},
  };
}

/** Links the style sheets, which Vite updates in place, and adds Vite's scripts for hot reloading. */
export function withLiveChanges(html: string, page: RouteName | undefined): string {
  const sheets = [
    "/app/styles/base.css",
    "/app/styles/typeface.css",
    page ? `/app/pages/${page}.css` : "/app/shell/error-page.css",
  ];
  const links = sheets.map((sheet) => `<link rel="stylesheet" href="${sheet}" data-css="${sheet}">`);
  return html.replace("</head>", `${liveScripts}${links.join("")}</head>`);
}

const liveScripts =
  `<script type="module">${react.preambleCode.replace("__BASE__", "/")}</script>` +
  `<script type="module" src="/@vite/client"></script>`;

/** A fallback if no page can be rendered; it reloads at the next change. */
export function emptyPage(body: string): string {
  return `<!doctype html><html lang="pl"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Podgląd strony</title>${liveScripts}</head><body>${body}</body></html>`;
}
