import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { patiently } from "../server/testing/http-client.ts";

/** Runs a small program that shuts down gracefully; `task` is what it does besides waiting. */
async function run(task: string) {
  const program = `
    import { shutDownGracefully } from ${JSON.stringify(join(import.meta.dirname, "life-cycle.ts"))};
    const log = Object.fromEntries(["info", "error", "fatal"].map((level) => [level, (...words) => say(level, words.at(-1))]));
    const say = (...words) => process.stdout.write(words.join(" ") + "\\n");
    let finish;
    const close = () => { say("closing"); return new Promise((resolve) => { finish = resolve; }); };
    process.stdin.on("data", () => finish());
    shutDownGracefully({ close, log, serviceManager: undefined });
    say("ready");
    ${task}
  `;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const output = { text: "" };
  child.stdout.on("data", (chunk) => {
    output.text += chunk;
  });
  const says = (words: string) => expect.poll(() => output.text, patiently).toContain(words);
  await says("ready");
  return { child, output, says };
}

async function exitCode(child: ChildProcess): Promise<number> {
  const [code] = await once(child, "exit");
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
    expect(output.text).toContain("info stopped");
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
  await says("fatal uncaught exception");
  await says("closing");
  child.stdin?.write("done");
  expect(await exitCode(child)).toBe(1);
});

test("an unhandled rejection is logged, and the process goes on", async () => {
  const { child, output, says } = await run('void Promise.reject(new Error("lost"));');
  await says("error unhandled rejection");
  expect(output.text).not.toContain("closing");
  child.kill("SIGTERM");
  await says("closing");
  child.stdin?.write("done");
  expect(await exitCode(child)).toBe(0);
});
