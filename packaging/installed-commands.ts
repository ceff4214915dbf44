import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compressedVariants } from "../publishing/site/compress.ts";

/** What is built names the commands as they are called from a clone; the owner of an installed site reads others. */
export async function nameInstalledCommands(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const file of names.filter((name) => name.endsWith(".js")).map((name) => join(folder, name))) {
    const text = readFileSync(file, "utf8");
    const named = installedCommands(text);
    if (named === text) continue;
    writeFileSync(file, named);
    for (const [ending, bytes] of await compressedVariants(file, Buffer.from(named)))
      if (existsSync(file + ending)) writeFileSync(file + ending, bytes);
  }
}

/** `npm run check:launch -- --json` is `trainer-site check --json` on a machine that has the package. */
export function installedCommands(text: string): string {
  return text.replaceAll(/npm run (?:--silent )?([a-z]+)(?::[a-z]+)?(?: --(?= |$))?/g, "trainer-site $1");
}
