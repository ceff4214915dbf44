import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compressedVariants } from "../publishing/release-files.ts";

/** Replaces the npm commands in built code by those of the installed package. */
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

/** Rewrites npm commands: `npm run restore -- --yes` becomes `trainer-site restore --yes`. */
export function installedCommands(text: string): string {
  return text
    .replaceAll(/npm run (?:--silent )?([a-z]+)(?::[a-z]+)?(?: --(?= |$))?/g, "trainer-site $1")
    .replaceAll("[--out PLIK]", "[> PLIK]    ");
}
