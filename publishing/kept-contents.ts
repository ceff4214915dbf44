import { readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ifExists } from "../server/releases.ts";

const keptForMs = 30 * 86_400_000;

/** Where a restore keeps the content that it replaces. */
export const keptContentDir = (contentDir: string, at: Date) =>
  `${contentDir}.before-${at.toISOString().slice(0, 19).replaceAll(":", "-")}`;

/** The folders of replaced content. */
export function keptContents(contentDir: string): string[] {
  const prefix = `${basename(contentDir)}.before-`;
  const names = ifExists(() => readdirSync(dirname(contentDir)), []);
  return names.filter((name) => name.startsWith(prefix)).map((name) => join(dirname(contentDir), name));
}

/** Removes content that was replaced over a month ago. */
export async function removeOldKeptContents(contentDir: string, now: number): Promise<void> {
  for (const folder of keptContents(contentDir)) {
    const keptAt = Date.parse(folder.slice(`${contentDir}.before-`.length).slice(0, 10));
    if (now - keptAt >= keptForMs) await rm(folder, { recursive: true, force: true });
  }
}
