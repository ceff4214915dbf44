import { readFile } from "node:fs/promises";
import react from "@vitejs/plugin-react";
import type { ClientFiles } from "../../app/payload-types.ts";
import type { RouteName } from "../../app/routes.ts";
import { accentCss } from "../../publishing/site/accent.ts";

/** The address of the static manifest, which in development is made at every request. */
export const manifestAddress = "/payload/manifest.json";

/** What documents refer to when the client is not built: its sources, as the development server hands them out. */
export async function devClientFiles(accent: string): Promise<Omit<ClientFiles, "icons">> {
  return {
    steps: ["/app/react.ts", "/app/start.tsx"],
    manifest: manifestAddress,
    motionCss: "/app/styles/motion.css",
    parts: [],
    fonts: [],
    firstViewScript: "",
    typefaceCss: "",
    integrity: {},
    bootScript: await readFile("app/boot.js", "utf8"),
    baseCss: accentCss(accent),
    pageCss: {},
  };
}

/** Style sheets as links, which change in place while one writes them, and the scripts that bring every change. */
export function withLiveChanges(html: string, page: RouteName | undefined): string {
  const sheets = [
    "/app/styles/base.css",
    "/app/styles/typeface.css",
    ...(page ? [`/app/pages/${page}.css`] : []),
  ];
  const links = sheets.map((sheet) => `<link rel="stylesheet" href="${sheet}" data-css="${sheet}">`);
  return html.replace("</head>", `${liveScripts}${links.join("")}</head>`);
}

const liveScripts =
  `<script type="module">${react.preambleCode.replace("__BASE__", "/")}</script>` +
  `<script type="module" src="/@vite/client"></script>`;

/** A page for when there is none: it waits for the next change. */
export function emptyPage(body: string): string {
  return `<!doctype html><html lang="pl"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Podgląd strony</title>${liveScripts}</head><body>${body}</body></html>`;
}
