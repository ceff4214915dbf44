import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const here = import.meta.dirname;

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  publicDir: false,
  resolve: { alias: { "@fonts": resolve(here, ".cache/fonts") } },
  css: { transformer: "lightningcss" },
  build: {
    manifest: !isSsrBuild,
    assetsInlineLimit: 0,
    cssMinify: "lightningcss",
    modulePreload: { polyfill: false },
    target: ["chrome111", "edge111", "firefox115", "safari16.4"],
    rolldownOptions: {
      input: isSsrBuild
        ? { render: "app/entry.server.tsx" }
        : ["app/entry.client.tsx", "app/boot.js", "app/styles/base.css", "app/styles/motion.css"],
    },
  },
  ssr: { noExternal: true },
}));
