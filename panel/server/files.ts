import type { Context } from "hono";
import { chooseVariant } from "../../server/serve-files.ts";
import { loadStaticFiles, type StaticFile } from "../../server/static-files.ts";

/** The built panel in memory, keyed by address below `/panel`. */
export type PanelFiles = ReadonlyMap<string, StaticFile>;

export function loadPanelFiles(panelDir: string): PanelFiles {
  const files = loadStaticFiles(panelDir, Number.POSITIVE_INFINITY);
  if (!files.has("/index.html")) throw new Error(`There is no built panel in ${panelDir}`);
  return files;
}

/** Browsers may cache only files whose names contain a hash of their content. */
export function sendFile(c: Context, file: StaticFile, headers: Record<string, string> = {}): Response {
  const variant = chooseVariant(c.req.header("Accept-Encoding"), file);
  const caching = file.immutable ? {} : { "Cache-Control": "no-store" };
  return new Response(variant.body, { headers: { ...variant.headers, ...caching, ...headers } });
}

/** The page at the panel's address until the owner's first sign-in. Works without scripts (P1.2). */
export function notSetUpPage(files: PanelFiles): string {
  const styles = [...files.keys()].filter((address) => address.endsWith(".css"));
  return `<!doctype html>
<html lang="pl">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>Panel nie jest jeszcze założony</title>
${styles.map((address) => `<link rel="stylesheet" href="/panel${address}">`).join("\n")}
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
