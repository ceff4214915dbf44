import { existsSync } from "node:fs";
import { readLastBackup } from "../../enquiries/owner/database-backup.server.ts";
import { sqliteFile } from "../../enquiries/storage/database.server.ts";
import { type Problem, unchecked, warning } from "../../publishing/checks/problem.ts";

const dayMs = 24 * 60 * 60 * 1000;
const oldestDays = 7;

/** Whether the enquiries were backed up within the last week; without a database there is nothing to back up. */
export async function checkBackup(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined },
  now: Date,
): Promise<Problem[]> {
  if (databaseUrl !== undefined) {
    return [unchecked("kopia zapasowa: bazę PostgreSQL kopiuje jej własne narzędzie (pg_dump)")];
  }
  if (!existsSync(sqliteFile(dataDir))) return [];
  const last = await readLastBackup(dataDir);
  if (last === undefined) return [warning("nie ma kopii bazy zapytań; zrób ją: npm run backup", dataDir)];
  const days = Math.floor((now.getTime() - last.getTime()) / dayMs);
  return days > oldestDays
    ? [warning(`ostatnia kopia bazy zapytań ma ${days} dni; zrób nową: npm run backup`, dataDir)]
    : [];
}
