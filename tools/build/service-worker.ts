import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";

/** Bundles the service worker into `sw.js` and tells it the published pages and the files they are made of. */
export async function buildServiceWorker(clientDir: string, published: readonly string[]): Promise<void> {
  const bundled = await build({
    configFile: false,
    logLevel: "warn",
    build: {
      write: false,
      target: "es2022",
      rolldownOptions: {
        input: "app/service-worker.ts",
        output: { format: "iife", entryFileNames: "sw.js" },
      },
    },
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
  });
  const [script] = "output" in bundled ? bundled.output : [];
  if (script?.type !== "chunk") throw new Error("The service worker was not bundled");
  const offlineFiles = { pages: published, files: await offlineFilesIn(clientDir) };
  await writeFile(
    join(clientDir, "sw.js"),
    `const offlineFiles=${JSON.stringify(offlineFiles)};${script.code}`,
  );
}

// Inlined in every page, or of no use without photographs.
const notNeededOffline = /\/(?:base|typeface|lightbox)-/;

/** Scripts, style sheets, fonts, payloads and the owner's logo; the lightbox and photographs are kept only once they were seen. */
async function offlineFilesIn(clientDir: string): Promise<string[]> {
  const folders = ["assets", "payload"];
  const names = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(clientDir, folder))).map((name) => `/${folder}/${name}`),
    ),
  );
  return names
    .flat()
    .filter((name) => /\.(?:js|css|woff2|json|svg|png)$/.test(name) && !notNeededOffline.test(name))
    .sort();
}
