import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { runConfined } from "./confined-process.ts";

async function lookAround(programs = join(import.meta.dirname, "testing")) {
  const folder = temporaryFolder();
  const workDir = join(folder, "work");
  mkdirSync(workDir);
  const secret = join(folder, "secret");
  writeFileSync(secret, "");
  const program = {
    file: join(programs, "look-around.ts"),
    args: [secret, workDir],
    workDir,
  };
  const end = await runConfined(program, { timeoutMs: 30_000, maxRssBytes: 400_000_000 });
  if (end.kind !== "ended" || end.status !== 0) throw new Error(JSON.stringify(end));
  return JSON.parse(end.output.toString());
}

test("a confined program has no environment, no files but its working folder, and starts nothing, and waits for others", async () => {
  expect(await lookAround()).toMatchObject({
    env: ["MALLOC_ARENA_MAX"],
    read: "ERR_ACCESS_DENIED",
    write: "ERR_ACCESS_DENIED",
    work: "allowed",
    start: "ERR_ACCESS_DENIED",
    priority: 19,
  });
});

test("a confined program is found through a link, as to the version in service", async () => {
  const link = join(temporaryFolder(), "current");
  symlinkSync(join(import.meta.dirname, "testing"), link);
  expect(await lookAround(link)).toMatchObject({ read: "ERR_ACCESS_DENIED", work: "allowed" });
});

const hasNamespaces = spawnSync("unshare", ["--user", "--net", "--", "true"]).status === 0;

test.runIf(hasNamespaces)("a confined program has no network where the system can take it away", async () => {
  expect((await lookAround()).interfaces).toEqual([]);
});
