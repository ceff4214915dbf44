import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { configOf } from "../server/testing/config-of.ts";
import { type PublicationEvent, startPublication } from "./start-publication.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

function testConfig() {
  return configOf({ SMTP_URL: "smtps://u:tajne@mail.example" });
}

async function run(script: string, silenceMs?: number) {
  const program = join(temporaryFolder(), "program.mjs");
  writeFileSync(program, script);
  const events: PublicationEvent[] = [];
  const publication = { contentDir: "content", origin: "command" } as const;
  const outcome = await startPublication(testConfig(), publication, (event) => events.push(event), {
    program,
    silenceMs,
  });
  return { outcome, events };
}

test("the process gets the request but no environment or password, and its events and outcome come back", async () => {
  const { outcome, events } = await run(`
    process.once("message", (request) => {
      const secrets = Object.keys(process.env).filter((name) => /PATH|HOME|URL/.test(name));
      if (JSON.stringify(request).includes("tajne")) secrets.push("SMTP_URL");
      process.send({ kind: "picture", done: 0, total: 0, photo: request.publication.contentDir + secrets });
      process.send({ kind: "outcome", outcome: { kind: "busy" } });
      process.disconnect();
    });`);
  expect(events).toEqual([{ kind: "picture", done: 0, total: 0, photo: "content" }]);
  expect(outcome).toEqual({ kind: "busy" });
});

test("an outcome counts although another process ends, and this one is busy, while the publication ends", async () => {
  const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  const outcome = run(`
    process.once("message", () => {
      setTimeout(() => process.send({ kind: "outcome", outcome: { kind: "busy" } }, () => process.disconnect()), 500);
    });`);
  await sleep(150);
  // Its end is signalled together with the publication's, before the outcome is read.
  const other = spawn("true", { stdio: ["ignore", "pipe", "ignore"] });
  other.stdout.on("end", () => block(1_500)).resume();
  block(150);
  expect((await outcome).outcome).toEqual({ kind: "busy" });
});

test.each([
  ["is killed", `process.once("message", () => process.kill(process.pid, "SIGKILL"));`, /SIGKILL/],
  ["breaks", `process.exit(3);`, /3/],
])("a process that %s is a failure with its reason", async (_, script, reason) => {
  expect((await run(script)).outcome).toEqual({ kind: "failed", reason: expect.stringMatching(reason) });
});

test("a process that stands still is ended, and the reason is said in Polish", async () => {
  const { outcome } = await run("setInterval(() => {}, 1000);", 500);
  expect(outcome).toEqual({ kind: "failed", reason: "publikacja stanęła w miejscu i została przerwana" });
});

test("a process that reports progress may take longer than the longest silence", async () => {
  const { outcome, events } = await run(
    `
    process.once("message", async () => {
      for (let at = 0; at < 15; at += 1) {
        process.send({ kind: "picture", done: 0, total: 0, photo: "" });
        await new Promise((done) => setTimeout(done, 800));
      }
      process.send({ kind: "outcome", outcome: { kind: "busy" } });
      process.disconnect();
    });`,
    10_000,
  );
  expect(events).toHaveLength(15);
  expect(outcome).toEqual({ kind: "busy" });
});

test.runIf(process.platform === "linux")(
  "when memory runs out, the system ends this process first",
  async () => {
    const { events } = await run(`
    import { readFileSync } from "node:fs";
    process.once("message", () => {
      process.send({ kind: "picture", done: 0, total: 0, photo: readFileSync("/proc/self/oom_score_adj", "utf8").trim() });
      process.disconnect();
    });`);
    expect(events).toEqual([{ kind: "picture", done: 0, total: 0, photo: "1000" }]);
  },
);
