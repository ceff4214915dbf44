import { basename } from "node:path";
import { runAsSite } from "./machine.ts";
import { openForSite } from "./open-for-site.ts";

for (const path of process.argv.slice(2)) {
  const photo = openForSite(path);
  if (photo === undefined) continue;
  const words = photo.stdin === undefined ? [path] : ["--stdin", "--", basename(path)];
  process.exitCode = runAsSite(["take", ...words], photo) || process.exitCode;
}
