import { copyFileSync, existsSync } from "node:fs";
import { loadConfig } from "../../server/config.ts";
import { openBackups } from "../../server/daily-backups.ts";
import { runAsSite } from "./machine.ts";

const [file] = process.argv.slice(2);
if (file !== undefined && existsSync(file)) fail(`Plik ${file} już istnieje, podaj inną nazwę.`);
else if (file !== undefined && !file.endsWith(".tar"))
  fail("Kopia jest archiwum tar: podaj nazwę, która kończy się na .tar.");
else {
  process.exitCode = runAsSite(["copy"]);
  if (process.exitCode === 0 && file !== undefined) await copyNewest(file);
}

/** Copies the backup as root, because only root may write there. */
async function copyNewest(file: string): Promise<void> {
  const backups = openBackups(loadConfig());
  const [newest] = await backups.list();
  const made = newest && (await backups.find(newest.name));
  if (made === undefined) return fail("Kopia powstała, ale już jej nie ma. Spróbuj jeszcze raz.");
  copyFileSync(made, file);
  console.log(`Ta sama kopia jest w pliku ${file}.`);
}

function fail(reason: string): void {
  console.error(reason);
  process.exitCode = 1;
}
