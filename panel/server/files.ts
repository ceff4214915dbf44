import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";

export type PanelFile = { body: Uint8Array<ArrayBuffer>; type: string; immutable: boolean };

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/**
 * Reads the built panel into memory, by address; compressed twins stand under their names with `.br`. Throws when the folder
 * holds no panel.
 */
export function loadPanelFiles(panelDir: string): Map<string, PanelFile> {
  const files = new Map<string, PanelFile>();
  for (const name of readdirSync(panelDir, { recursive: true, encoding: "utf8" })) {
    const plain = name.replace(/\.br$/, "");
    const type = types[extname(plain)];
    if (type === undefined) continue;
    const address = `/panel/${name.replaceAll("\\", "/")}`;
    const body = new Uint8Array(readFileSync(join(panelDir, name)));
    files.set(address, { body, type, immutable: address.startsWith("/panel/assets/") });
  }
  if (!files.has("/panel/index.html")) throw new Error(`There is no built panel in ${panelDir}`);
  return files;
}
