import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { routes } from "./app/routes.ts";

// One file for code that several chunks share.
const codeSplitting = { groups: [{ name: "app", minShareCount: 2 }] };

/** Names a page's chunk after its route. By default `pages/index.tsx` would be named after its folder. */
const chunkFileNames = ({ name, facadeModuleId }: { name: string; facadeModuleId: string | null }) =>
  `assets/${facadeModuleId?.endsWith("/pages/index.tsx") ? "index" : name}-[hash].js`;

/** Leaves out Vite's preload helper (0.6 kB), because the documents list what to preload. */
const plainImports = {
  name: "plain-imports",
  enforce: "pre",
  load: (id: string) =>
    id.includes("vite/preload-helper") ? "export const __vitePreload = (load) => load();" : undefined,
} as const;

/**
 * Replaces the errors that React makes when it is loaded, and only throws to itself, by plain objects. While an inspector is attached, V8
 * parses all of React again for the stack trace of the first one (decision 11).
 */
const plainExceptions = {
  name: "plain-exceptions",
  transform: (code: string, id: string) =>
    id.endsWith("/react-dom-client.production.js")
      ? code.replace(/(?<=Exception = )Error\((formatProdErrorMessage\(\d+\))\)/g, "{ message: $1 }")
      : undefined,
} as const;

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [plainImports, plainExceptions, react()],
  publicDir: false,
  css: { transformer: "lightningcss" },
  build: {
    manifest: !isSsrBuild,
    assetsInlineLimit: 0,
    cssMinify: "lightningcss",
    modulePreload: false,
    target: ["chrome111", "edge111", "firefox115", "safari16.4", "ios16.4"],
    rolldownOptions: {
      // The documents' boot script calls an export of `app/start.tsx`.
      ...(isSsrBuild
        ? { output: { codeSplitting: false } }
        : { output: { codeSplitting, chunkFileNames }, preserveEntrySignatures: "exports-only" }),
      input: isSsrBuild
        ? { render: "app/entry.server.tsx" }
        : [
            "app/start.tsx",
            "app/boot.js",
            "app/first-view.js",
            "app/styles/base.css",
            "app/styles/late.css",
            "app/styles/typeface.css",
            "app/shell/error-page.css",
            ...routes.map(({ name }) => `app/pages/${name}.css`),
          ],
    },
  },
  // Bundled into one file without external packages.
  ssr: { noExternal: true },
  // NODE_ENV may be unset at run time, and React's development build is slow.
  ...(isSsrBuild && { define: { "process.env.NODE_ENV": JSON.stringify("production") } }),
}));
