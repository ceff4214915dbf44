import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { currentRelease, listReleases } from "../server/releases.ts";
import { rollBack } from "../tools/publish/roll-back.ts";
import { error, type Finding, warning } from "./checks/finding.ts";
import { type PublishDeps, publishSite } from "./publish-site.ts";
import { writeRelease } from "./testing/release-fixture.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

function createPublisher() {
  const releasesDir = join(temporaryFolder(), "releases");
  let seconds = 0;
  const publish = (mark: string, changes: Partial<PublishDeps> = {}) =>
    publishSite({
      releasesDir,
      build: async (folder) => writeRelease(folder, { mark }),
      check: async () => [],
      now: () => new Date(Date.UTC(2026, 0, 2, 3, 4, seconds++)),
      ...changes,
    });
  const visible = () => JSON.parse(readFileSync(join(releasesDir, "current/site.json"), "utf8")).version;
  return { releasesDir, publish, visible };
}

test("a published release is the current one, named by time and version", async () => {
  const { releasesDir, publish, visible } = createPublisher();
  expect(await publish("a1")).toEqual({
    kind: "published",
    name: "2026-01-02T03-04-00-000Z-a1",
    version: "a1",
  });
  expect(currentRelease(releasesDir)).toBe("2026-01-02T03-04-00-000Z-a1");
  expect(visible()).toBe("a1");
});

test("the last five are kept", async () => {
  const { releasesDir, publish } = createPublisher();
  for (const mark of ["a1", "a2", "a3", "a4", "a5", "a6", "a7"]) await publish(mark);
  expect(listReleases(releasesDir).map((name) => name.split("Z-")[1])).toEqual([
    "a3",
    "a4",
    "a5",
    "a6",
    "a7",
  ]);
  expect(readdirSync(releasesDir).sort()).toEqual([...listReleases(releasesDir), "current"]);
});

test("a release with errors is refused and leaves nothing behind, one with mere warnings is not", async () => {
  const { releasesDir, publish, visible } = createPublisher();
  const finds = (...findings: Finding[]) => ({ check: async () => [{ name: "Strony", findings }] });
  expect(await publish("a1", finds(warning("ciężkie zdjęcie")))).toMatchObject({ kind: "published" });
  expect(await publish("a2", finds(warning("ciężkie zdjęcie"), error("źle", "/oferta")))).toEqual({
    kind: "refused",
    errors: [error("źle", "/oferta")],
  });
  expect(visible()).toBe("a1");
  expect(readdirSync(releasesDir)).toHaveLength(2);
});

test("a build that fails leaves nothing behind", async () => {
  const { releasesDir, publish, visible } = createPublisher();
  await publish("a1");
  const build = () => Promise.reject(new Error("no disk"));
  await expect(publish("a2", { build })).rejects.toThrow("no disk");
  expect(visible()).toBe("a1");
  expect(readdirSync(releasesDir)).toHaveLength(2);
});

test("what a killed program left is removed, what another one is making is not", async () => {
  const { releasesDir, publish } = createPublisher();
  // The number of no process, and of one that runs.
  mkdirSync(join(releasesDir, "unfinished-4194305"), { recursive: true });
  mkdirSync(join(releasesDir, `unfinished-${process.ppid}`));
  await publish("a1");
  expect(readdirSync(releasesDir).filter((name) => name.startsWith("unfinished"))).toEqual([
    `unfinished-${process.ppid}`,
  ]);
});

test("going back shows the release before, then the one before that, then says that there is none", async () => {
  const { publish, releasesDir, visible } = createPublisher();
  for (const mark of ["a1", "a2", "a3"]) await publish(mark);
  const [first = "", second = "", third = ""] = listReleases(releasesDir);
  expect(await rollBack(releasesDir)).toEqual({ kind: "changed", from: third, to: second });
  expect(visible()).toBe("a2");
  await rollBack(releasesDir);
  expect(visible()).toBe("a1");
  expect(await rollBack(releasesDir)).toEqual({ kind: "none", kept: [first, second, third] });
  expect(visible()).toBe("a1");
});

test("going back can name a release, also a later one", async () => {
  const { publish, releasesDir, visible } = createPublisher();
  for (const mark of ["a1", "a2"]) await publish(mark);
  const [, second = ""] = listReleases(releasesDir);
  await rollBack(releasesDir);
  expect(await rollBack(releasesDir, "2020")).toMatchObject({ kind: "none" });
  await rollBack(releasesDir, second);
  expect(visible()).toBe("a2");
});

test("where nothing is published there is nothing to go back to", async () => {
  expect(await rollBack(join(temporaryFolder(), "releases"))).toEqual({ kind: "none", kept: [] });
});

test("a release that was gone back to stays until another one is shown", async () => {
  const { releasesDir, publish, visible } = createPublisher();
  for (const mark of ["a1", "a2", "a3", "a4", "a5"]) await publish(mark);
  const [oldest = ""] = listReleases(releasesDir);
  await rollBack(releasesDir, oldest);
  const seen: string[] = [];
  await publish("a6", {
    check: async () => {
      seen.push(visible());
      return [];
    },
  });
  expect(seen).toEqual(["a1"]);
  expect(visible()).toBe("a6");
  expect(listReleases(releasesDir)).toContain(oldest);
});
