import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const root = resolve(import.meta.dirname, "..");

/** The panel is built apart from the site: a visitor downloads not one byte of it. */
export default defineConfig({
  root: resolve(root, "panel/browser"),
  base: "/panel/",
  plugins: [react()],
  resolve: { alias: { "@fonts": resolve(root, ".cache/fonts") } },
  css: { transformer: "lightningcss" },
  build: {
    assetsInlineLimit: 0,
    cssMinify: "lightningcss",
    modulePreload: { polyfill: false },
    target: ["chrome111", "edge111", "firefox115", "safari16.4"],
  },
});
