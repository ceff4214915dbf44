import { createHash } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compressFolder } from "../publishing/release-files.ts";

/**
 * Copies a built site as if it were written by hand: the same content, pictures and styles, but no scripts and no web font. Returns the
 * copy's folder, which the caller removes.
 */
export async function copyPlain(buildDir: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), "plain-"));
  await cp(buildDir, copy, { recursive: true });
  const site = join(copy, "site");
  const client = join(site, "client");
  const styleHashes = new Set<string>();
  for (const name of await readdir(client)) {
    if (!name.endsWith(".html")) continue;
    const html = plain(await readFile(join(client, name), "utf8"));
    for (const [, style = ""] of html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)) {
      styleHashes.add(`sha256-${createHash("sha256").update(style).digest("base64")}`);
    }
    await writeFile(join(client, name), html);
  }
  await compressFolder(client);
  const facts = JSON.parse(await readFile(join(site, "site.json"), "utf8"));
  await writeFile(join(site, "site.json"), JSON.stringify({ ...facts, styleHashes: [...styleHashes] }));
  return copy;
}

function plain(html: string): string {
  return html
    .replaceAll(/<script(?: type="(?:module|importmap)")?>.*?<\/script>/gs, "")
    .replaceAll(/@font-face\{[^}]*url\([^}]*\}/g, "");
}
