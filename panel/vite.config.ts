import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const root = resolve(import.meta.dirname, "..");

/**
 * Puts hard spaces after one-letter words, because in Polish no line may end in one. In code they count as ordinary spaces. Comments stay
 * unchanged, because a hard space would join the next line to them.
 */
const boundWords: Plugin = {
  name: "bound-words",
  enforce: "pre",
  transform(code, id) {
    if (!id.startsWith(resolve(root, "panel/browser")) || !/\.tsx?$/.test(id)) return;
    const bind = (found: string, word?: string) => (word === undefined ? found : `${word}\u00a0`);
    return code.replace(/(?<!:)\/\/.*|(?<=[\s„(>"`])([aiouwz])\s+(?=[\p{L}„$])/giu, bind);
  },
};

/** The panel is built separately from the site, so visitors download nothing of it. */
export default defineConfig({
  root: resolve(root, "panel/browser"),
  base: "/panel/",
  plugins: [boundWords, react()],
  css: { transformer: "lightningcss" },
  build: {
    assetsInlineLimit: 0,
    cssMinify: "lightningcss",
    modulePreload: { polyfill: false },
    target: ["chrome111", "edge111", "firefox115", "safari16.4", "ios16.4"],
    rolldownOptions: {
      // What the first screen needs is one file: as twelve it took 121 kB on the line instead of 105.
      output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] } },
    },
  },
});
