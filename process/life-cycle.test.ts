import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

/** Runs a small program that shuts down gracefully; `task` is what it does besides waiting. */
async function run(task: string, serviceManager = "undefined") {
  const program = `
    import { shutDownGracefully } from ${JSON.stringify(join(import.meta.dirname, "life-cycle.ts"))};
    import { createLogger } from ${JSON.stringify(join(import.meta.dirname, "../server/logger.ts"))};
    const log = createLogger("info", { isTerminal: true });
    const say = (word) => process.stdout.write(word + "\\n");
    let finish;
    const close = () => { say("closing"); return new Promise((resolve) => { finish = resolve; }); };
    process.stdin.on("data", () => finish());
    const { restart } = shutDownGracefully({ close, log, serviceManager: ${serviceManager} });
    say("ready");
    ${task}
  `;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: "pipe" });
  onTestFinished(() => void child.kill("SIGKILL"));
  const output = { text: "" };
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output.text += chunk;
    });
  const says = (words: string) => expect.poll(() => output.text).toContain(words);
  await says("ready");
  return { child, output, says };
}

async function exitCode(child: ChildProcess): Promise<number> {
  const [code] = await once(child, "close");
  return code;
}

test.each(["SIGTERM", "SIGINT"] as const)(
  "%s waits for what was accepted, then ends well",
  async (signal) => {
    const { child, output, says } = await run("");
    child.kill(signal);
    await says("closing");
    child.stdin?.write("done");
    expect(await exitCode(child)).toBe(0);
    expect(output.text).toContain(" stopped");
  },
);

test("the second signal does not wait", async () => {
  const { child, says } = await run("");
  child.kill("SIGTERM");
  await says("closing");
  child.kill("SIGTERM");
  expect(await exitCode(child)).toBe(1);
});

test("after an uncaught exception the process shuts down gracefully with status 1", async () => {
  const { child, says } = await run('setTimeout(() => { throw new Error("lost"); });');
  await says("error: uncaught exception");
  await says("closing");
  child.stdin?.write("done");
  expect(await exitCode(child)).toBe(1);
});

test("an unhandled rejection is logged, and the process goes on", async () => {
  const { child, output, says } = await run('void Promise.reject(new Error("lost"));');
  await says("error: unhandled rejection");
  expect(output.text).not.toContain("closing");
  child.kill("SIGTERM");
  await says("closing");
  child.stdin?.write("done");
  expect(await exitCode(child)).toBe(0);
});

test("a restart replaces the process once everything is closed and logged", async () => {
  const { child, output, says } = await run(
    'if (!process.env.AGAIN) { process.env.AGAIN = "1"; restart(); }',
  );
  await says("closing");
  child.stdin?.write("done");
  await expect.poll(() => output.text).toMatch(/ready\nclosing\n\S+ stopped\nready\n/);
});

test("a restart does not cut short a shutdown that has begun", async () => {
  const { child, says } = await run('process.on("SIGUSR2", () => { restart(); say("asked"); });');
  child.kill("SIGTERM");
  await says("closing");
  child.kill("SIGUSR2");
  await says("asked");
  child.stdin?.write("done");
  expect(await exitCode(child)).toBe(0);
});

test("under systemd a restart ends the process, and nobody is asked to start it again", async () => {
  const { child, output, says } = await run("restart();", "{}");
  await says("closing");
  child.stdin?.write("done");
  expect(await exitCode(child)).toBe(0);
  expect(output.text).toMatch(/ready\nclosing\n\S+ stopped\n$/);
});
