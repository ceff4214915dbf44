import { run, runAsSite } from "./machine.ts";
import { openForSite } from "./open-for-site.ts";

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("Użycie: trainer-site restore PLIK.tar");
  process.exitCode = 2;
} else restore(file);

function restore(path: string): void {
  const backup = openForSite(path);
  if (backup === undefined) return;
  run("systemctl", ["stop", "trainer-site"]);
  process.exitCode = runAsSite(["put-back", backup.word], backup);
  const { status } = run("systemctl", ["start", "trainer-site"], 600_000);
  // A container has no systemd.
  if (status === 0 || status === 127) return;
  console.error("Strona się nie uruchomiła. Powód pokaże: journalctl -u trainer-site");
  process.exitCode = 1;
}
