import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writePrivateFile } from "../storage/private-file.server.ts";

const fileName = "last-backup";

/** Notes in the data folder when its database was last copied. */
export function recordBackup(dataDir: string, at: Date): Promise<void> {
  return writePrivateFile(join(dataDir, fileName), `${at.toISOString()}\n`);
}

/** When the database was last copied by `npm run backup`; undefined when it never was. */
export async function readLastBackup(dataDir: string): Promise<Date | undefined> {
  const text = await readFile(join(dataDir, fileName), "utf8").catch(() => "");
  const at = new Date(text.trim());
  return Number.isNaN(at.getTime()) ? undefined : at;
}
