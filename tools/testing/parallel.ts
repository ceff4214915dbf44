import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { delimiter, resolve } from "node:path";

// node tools/testing/parallel.ts test:types test:lint runs scripts of package.json in parallel and fails if any of them fails.
// The programs that they start share their compiled code.
process.env.NODE_COMPILE_CACHE ??= resolve("node_modules/.cache/compiled");
// As npm would, so that a script finds the programs of the packages.
process.env.PATH = [resolve("node_modules/.bin"), process.env.PATH].join(delimiter);
const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
const passed = process.argv.slice(2).map(async (script) => {
  const child = spawn(scripts[script] ?? "false", { stdio: "inherit", shell: true });
  const [status] = await once(child, "exit");
  if (status !== 0) console.error(`FAILED  npm run ${script}`);
  return status === 0;
});
process.exitCode = (await Promise.all(passed)).every(Boolean) ? 0 : 1;
