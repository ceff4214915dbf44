import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { runSandboxed } from "./sandbox.ts";
import { childrenOf, commandOf } from "./testing/processes.ts";

async function lookAround(programs = join(import.meta.dirname, "testing")) {
  const folder = temporaryFolder();
  const workDir = join(folder, "work");
  mkdirSync(workDir);
  const secret = join(folder, "secret");
  writeFileSync(secret, "");
  const program = { file: join(programs, "look-around.ts"), args: [secret, workDir], workDir };
  const output = await runSandboxed(program, { cpuMs: 30_000, wallMs: 600_000, maxRssBytes: 400_000_000 });
  return JSON.parse(String(output));
}

test("P5.2 T16 a sandboxed program has no environment, no files but its working folder, no child processes and the lowest priority", async () => {
  expect(await lookAround()).toMatchObject({
    env: ["MALLOC_ARENA_MAX"],
    read: "ERR_ACCESS_DENIED",
    write: "ERR_ACCESS_DENIED",
    work: "allowed",
    start: "ERR_ACCESS_DENIED",
    priority: 19,
  });
});

test("a sandboxed program is found through a link, such as the one to the installed version", async () => {
  const link = join(temporaryFolder(), "current");
  symlinkSync(join(import.meta.dirname, "testing"), link);
  expect(await lookAround(link)).toMatchObject({ read: "ERR_ACCESS_DENIED", work: "allowed" });
});

const hasNamespaces = spawnSync("unshare", ["--user", "--net", "--", "true"]).status === 0;

test.runIf(hasNamespaces)(
  "T16 a sandboxed program has no network if the system has network namespaces",
  async () => {
    expect((await lookAround()).interfaces).toEqual([]);
  },
);

function takeTime(what: "spin" | "wait" | "write", limits: { cpuMs: number; wallMs: number }) {
  const file = join(import.meta.dirname, "testing/take-time.ts");
  return runSandboxed({ file, args: [what] }, { ...limits, maxRssBytes: 400_000_000 });
}

test.runIf(process.platform === "linux")("T16 a program that computes forever is stopped", async () => {
  expect(await takeTime("spin", { cpuMs: 200, wallMs: 600_000 })).toBe("tooSlow");
});

test("T16 a program that writes without end is stopped", async () => {
  expect(await takeTime("write", { cpuMs: 600_000, wallMs: 600_000 })).toBe("damaged");
});

const hasParentSignal = spawnSync("setpriv", ["--pdeathsig", "KILL", "--", "true"]).status === 0;

test.runIf(hasParentSignal)(
  "T16 a program ends with the process that watches it",
  async () => {
    const watcher = spawn(process.execPath, [
      "--input-type=module",
      "--eval",
      `import { runSandboxed } from ${JSON.stringify(join(import.meta.dirname, "sandbox.ts"))};
     const file = ${JSON.stringify(join(import.meta.dirname, "testing/take-time.ts"))};
     await runSandboxed({ file, args: ["spin"] }, { cpuMs: 600_000, wallMs: 600_000, maxRssBytes: 4e8 });`,
    ]);
    onTestFinished(() => void watcher.kill("SIGKILL"));
    // Before that, the child has the command line of its parent, then those of the commands that run it. Only
    // the program itself is certain to end with its parent.
    const isSpinning = (command: string) =>
      command.startsWith(process.execPath) && command.includes("--permission");
    const spinning = () => childrenOf(watcher.pid ?? 0).filter((pid) => isSpinning(commandOf(pid)));
    await expect.poll(spinning).toHaveLength(1);
    const [pid = 0] = spinning();
    watcher.kill("SIGKILL");
    await expect.poll(() => commandOf(pid)).toBe("");
  },
  90_000,
);

test("a program that waits is stopped only by the wall-clock limit", async () => {
  const cpuMs = 5000;
  expect(await takeTime("wait", { cpuMs, wallMs: 600_000 })).toBeInstanceOf(Buffer);
  expect(await takeTime("wait", { cpuMs, wallMs: 500 })).toBe("tooSlow");
});
