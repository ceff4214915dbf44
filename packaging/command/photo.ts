import { handOver } from "./hand-over.ts";
import { runAsSite } from "./machine.ts";

handOver(process.argv.slice(2), (files) => {
  process.exitCode = runAsSite(["take", ...files]);
});
