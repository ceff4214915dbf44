import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const here = import.meta.dirname;

// One file for what several parts share, except for the slider, which is loaded when it is needed.
const codeSplitting = {
  groups: [{ name: "app", minShareCount: 2, test: (id: string) => !/embla|start-slider/.test(id) }],
};

/** A page's part is named after its route; left alone, `pages/index.tsx` would be named after its folder. */
const chunkFileNames = ({ name, facadeModuleId }: { name: string; facadeModuleId: string | null }) =>
  `assets/${facadeModuleId?.endsWith("/pages/index.tsx") ? "index" : name}-[hash].js`;

/** The documents name what to load ahead, so imports need none of the helper (0.6 kB) that would do it. */
const plainImports = {
  name: "plain-imports",
  enforce: "pre",
  load: (id: string) =>
    id.includes("vite/preload-helper") ? "export const __vitePreload = (load) => load();" : undefined,
} as const;

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [plainImports, react()],
  publicDir: false,
  resolve: { alias: { "@fonts": resolve(here, ".cache/fonts") } },
  css: { transformer: "lightningcss" },
  build: {
    manifest: !isSsrBuild,
    assetsInlineLimit: 0,
    cssMinify: "lightningcss",
    modulePreload: false,
    target: ["chrome111", "edge111", "firefox115", "safari16.4"],
    rolldownOptions: {
      // The documents' script calls what `app/start.tsx` exports.
      ...(isSsrBuild
        ? { output: { codeSplitting: false } }
        : {
            output: { codeSplitting, chunkFileNames },
            preserveEntrySignatures: "exports-only",
          }),
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
          ],
    },
  },
  // One file without packages beside it; in development Node loads them itself.
  ...(command === "build" && { ssr: { noExternal: true } }),
  // It may run without NODE_ENV, and React for development is slow.
  ...(command === "build" &&
    isSsrBuild && { define: { "process.env.NODE_ENV": JSON.stringify("production") } }),
}));
