import { resolve } from "node:path";
import { build } from "vite";

/** Bundles the app for the browser (`client`) or for rendering (`render`), as `vite.config.ts` says. */
export function bundleApp(target: "client" | "render", folder: string) {
  return build({
    logLevel: "warn",
    build: { outDir: folder, emptyOutDir: false, ...(target === "render" && { ssr: true }) },
  });
}

/** Bundles the owner's panel for the browser: apart from the site, whose visitors download nothing of it. */
export function bundlePanel(folder: string) {
  return build({
    configFile: "panel/vite.config.ts",
    logLevel: "warn",
    build: { outDir: resolve(folder), emptyOutDir: false },
  });
}

/** Bundles the service worker; its list of files is the content's, and is written before it by each release. */
export async function bundleServiceWorker(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: "warn",
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: "es2022",
      rolldownOptions: {
        input: "app/service-worker.ts",
        output: { format: "iife", entryFileNames: "sw.js" },
      },
    },
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
  });
}

/** Stay outside: compiled code, libheif, which is no module, and an optional stand-in for a part of pg that is not installed. */
export const keptBeside = ["sharp", "pg-native", "libheif-js/wasm-bundle.js"];

/**
 * Bundles a program for Node into one file: the server starts in half the time and takes a third less memory than from its many source files
 * and packages. Loading the drivers of SMTP and PostgreSQL only where they are set was measured too: 1 MB, not worth the parts.
 */
export function bundleProgram(entry: string, folder: string, name: string) {
  return build({
    configFile: false,
    logLevel: "warn",
    build: {
      ssr: entry,
      outDir: folder,
      emptyOutDir: false,
      target: "node24",
      minify: true,
      rolldownOptions: {
        external: keptBeside,
        // What is imported when it is asked for stays a part of its own: a server without a panel never loads it.
        output: { entryFileNames: name, chunkFileNames: "parts/[name]-[hash].js" },
      },
    },
    ssr: { noExternal: true },
  });
}
