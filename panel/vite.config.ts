import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const root = resolve(import.meta.dirname, "..");

/**
 * No line ends in a one-letter word, as Polish typesetting has it. In code a hard space is a space like any other; comments are left
 * alone, because the line after one must not become a part of it.
 */
const boundWords: Plugin = {
  name: "bound-words",
  enforce: "pre",
  transform(code, id) {
    if (!id.startsWith(resolve(root, "panel/browser")) || !/\.tsx?$/.test(id)) return;
    const bind = (found: string, word?: string) => (word === undefined ? found : `${word}\u00a0`);
    return code.replace(/\/\/.*|(?<=[\s„(>"`])([aiouwz])\s+(?=[\p{L}„$])/giu, bind);
  },
};

/** The panel is built apart from the site: a visitor downloads not one byte of it. */
export default defineConfig({
  root: resolve(root, "panel/browser"),
  base: "/panel/",
  plugins: [boundWords, react()],
  resolve: { alias: { "@fonts": resolve(root, ".cache/fonts") } },
  css: { transformer: "lightningcss" },
  build: {
    assetsInlineLimit: 0,
    cssMinify: "lightningcss",
    modulePreload: { polyfill: false },
    target: ["chrome111", "edge111", "firefox115", "safari16.4"],
  },
});
