import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { noSettings } from "../../../server/config.ts";
import type * as steps from "../site-steps.ts";

interface StepOptions {
  readonly dataDir: string;
  readonly cwd?: string;
  readonly input?: Buffer;
}

/** Runs a step that root's commands leave to the site's user, in its own process. */
export function runStep(name: keyof typeof steps, args: string[], options: StepOptions) {
  const file = join(import.meta.dirname, "../site-steps.ts");
  const code = `const { ${name}: step } = await import(${JSON.stringify(file)}); await step(...process.argv.slice(1));`;
  return runNode(["--input-type=module", "--eval", code, "--", ...args], options);
}

/** Runs another program of the site's user. */
export function runProgram(
  name: "reclaim" | "rehearse" | "../../tools/restore",
  args: string[],
  options: StepOptions,
) {
  return runNode([resolve("packaging/command", `${name}.ts`), ...args], options);
}

function runNode(args: string[], { dataDir, cwd = ".", input }: StepOptions) {
  const env = { ...process.env, ...noSettings, DATA_DIR: dataDir, PORT: "3999" };
  return spawnSync(process.execPath, args, { cwd, env, encoding: "utf8", ...(input && { input }) });
}
