import { build } from "vite";

/** Bundles the command `trainer-site` with the tools that it runs, each in a part of its own. */
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
        // sharp is compiled code; the others build the code, which an installed program never does.
        external: ["sharp", "pg-native", "vite", "subset-font", "fontkit"],
        output: { entryFileNames: "trainer-site.js", chunkFileNames: "parts/[name]-[hash].js" },
      },
    },
    ssr: { noExternal: true },
  });
}
