import { handOver } from "./hand-over.ts";
import { run, runAsSite } from "./machine.ts";

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("Użycie: trainer-site restore PLIK.tar");
  process.exitCode = 2;
} else {
  handOver([file], ([copy = ""]) => {
    run("systemctl", ["stop", "trainer-site"]);
    process.exitCode = runAsSite(["put-back", copy]);
    const { status } = run("systemctl", ["start", "trainer-site"], 600_000);
    // A container has no systemd.
    if (status === 0 || status === 127) return;
    console.error("Strona się nie uruchomiła. Powód pokaże: journalctl -u trainer-site");
    process.exitCode = 1;
  });
}
