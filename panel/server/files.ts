import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "hono";
import { getMimeType } from "hono/utils/mime";

export type PanelFile = { body: Uint8Array<ArrayBuffer>; type: string; immutable: boolean };

/**
 * Reads the built panel into memory, by address; compressed twins stand under their names with `.br`. Throws when the folder
 * holds no panel.
 */
export function loadPanelFiles(panelDir: string): Map<string, PanelFile> {
  const files = new Map<string, PanelFile>();
  for (const name of readdirSync(panelDir, { recursive: true, encoding: "utf8" })) {
    const type = getMimeType(name.replace(/\.br$/, ""));
    if (type === undefined) continue;
    const address = `/panel/${name.replaceAll("\\", "/")}`;
    const body = new Uint8Array(readFileSync(join(panelDir, name)));
    files.set(address, { body, type, immutable: address.startsWith("/panel/assets/") });
  }
  if (!files.has("/panel/index.html")) throw new Error(`There is no built panel in ${panelDir}`);
  return files;
}

/** Answers with a file of the built panel; undefined when there is none of this address. */
export function sendFile(c: Context, files: Map<string, PanelFile>, address: string): Response | undefined {
  const plain = files.get(address);
  if (!plain || address.endsWith(".br")) return undefined;
  const compressed = /\bbr\b/.test(c.req.header("Accept-Encoding") ?? "")
    ? files.get(`${address}.br`)
    : undefined;
  return c.body((compressed ?? plain).body, 200, {
    "Content-Type": plain.type,
    Vary: "Accept-Encoding",
    ...(compressed && { "Content-Encoding": "br" }),
    ...(plain.immutable && { "Cache-Control": "public, max-age=31536000, immutable" }),
  });
}

/** What stands at the panel's address until its owner has been let in for the first time. Needs no script. */
export function notSetUpPage(files: Map<string, PanelFile>): string {
  const styles = [...files.keys()].filter((address) => address.endsWith(".css"));
  return `<!doctype html>
<html lang="pl">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>Panel nie jest jeszcze założony</title>
${styles.map((address) => `<link rel="stylesheet" href="${address}">`).join("\n")}
<main class="screen alone">
<h1>Panel nie jest jeszcze założony</h1>
<p>Pierwszy link do panelu tworzy się na serwerze poleceniem:</p>
<pre>npm run panel -- link</pre>
<p>Link otwiera się na telefonie, na którym panel będzie używany. Działa jeden raz, przez 60 minut.</p>
<p><a href="/">Strona główna</a></p>
</main>
</html>
`;
}
