import { handOver } from "./hand-over.ts";
import { run, runAsSite } from "./machine.ts";

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("Użycie: trainer-site restore PLIK");
  process.exitCode = 2;
} else {
  handOver([file], ([copy = ""]) => {
    run("systemctl", ["stop", "trainer-site"]);
    process.exitCode = runAsSite(["put-back", copy]);
    run("systemctl", ["start", "trainer-site"], 600_000);
  });
}
