import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { PublicationEvent, PublicationRequest } from "./protocol.ts";
import { startPublication } from "./start-publication.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

const request: PublicationRequest = {
  ...{ contentDir: "content", origin: "command", codeDir: "", releasesDir: "", historyDir: "", cacheDir: "" },
  siteDir: "",
  settings: {
    ...{ siteUrl: "https://example.com", retentionDays: 365, production: false },
    api: { browserBaseUrl: "/", baseUrl: null },
  },
  waitMs: 0,
};

async function run(script: string) {
  const program = join(temporaryFolder(), "program.mjs");
  writeFileSync(program, script);
  const events: PublicationEvent[] = [];
  const outcome = await startPublication(request, (event) => events.push(event), program);
  return { outcome, events };
}

test("the process gets the request and no environment, and its events and outcome come back", async () => {
  const { outcome, events } = await run(`
    process.once("message", ({ contentDir }) => {
      process.send({ kind: "notice", text: contentDir + Object.keys(process.env).filter((name) => /PATH|HOME|URL/.test(name)) });
      process.send({ kind: "outcome", outcome: { kind: "busy" } });
      process.disconnect();
    });`);
  expect(events).toEqual([{ kind: "notice", text: "content" }]);
  expect(outcome).toEqual({ kind: "busy" });
});

test.each([
  ["is killed", `process.once("message", () => process.kill(process.pid, "SIGKILL"));`, /SIGKILL/],
  ["breaks", `process.exit(3);`, /3/],
])("a process that %s is a failure with its reason", async (_, script, reason) => {
  expect((await run(script)).outcome).toEqual({ kind: "failed", reason: expect.stringMatching(reason) });
});

test.runIf(process.platform === "linux")(
  "when memory runs out, the system ends this process first",
  async () => {
    const { events } = await run(`
    import { readFileSync } from "node:fs";
    process.once("message", () => {
      process.send({ kind: "notice", text: readFileSync("/proc/self/oom_score_adj", "utf8").trim() });
      process.disconnect();
    });`);
    expect(events).toEqual([{ kind: "notice", text: "1000" }]);
  },
);
