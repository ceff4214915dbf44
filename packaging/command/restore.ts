import { runAsSite } from "./machine.ts";
import { openForSite } from "./open-for-site.ts";

const [file, ...flags] = process.argv.slice(2);
if (file === undefined) {
  console.error("Użycie: trainer-site restore PLIK.tar [--yes]");
  process.exitCode = 2;
} else {
  const backup = openForSite(file);
  // A running site notices that the restore was confirmed, and restarts for it.
  if (backup) process.exitCode = runAsSite(["put-back", backup.word, ...flags], backup);
}
