import { handOver } from "./hand-over.ts";
import { runAsSite } from "./machine.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) process.exitCode = runAsSite(["own-content"]);
else
  handOver([folder], ([copy = ""]) => {
    process.exitCode = runAsSite(["put-content", copy]);
  });
