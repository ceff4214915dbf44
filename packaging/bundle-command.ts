import { build } from "vite";
import { keptBeside } from "../tools/build/bundles.ts";

/** Bundles the command `trainer-site` with the tools that it runs, each in its own chunk. */
export function bundleCommand(folder: string) {
  return build({
    configFile: false,
    logLevel: "warn",
    build: {
      ssr: "packaging/command/trainer-site.ts",
      outDir: folder,
      emptyOutDir: true,
      target: "node24",
      minify: true,
      rolldownOptions: {
        // The last three build the code, which an installed program never does.
        external: [...keptBeside, "vite", "subset-font", "fontkit"],
        output: { entryFileNames: "trainer-site.js", chunkFileNames: "parts/[name]-[hash].js" },
      },
    },
    ssr: { noExternal: true },
  });
}
