import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { currentRelease, listReleases } from "../server/releases.ts";
import { error, type Problem, warning } from "./checks/problem.ts";
import { beforeCurrent, contentOf, listHistory } from "./history.ts";
import { type Publication, type PublishDeps, publish as publishWith } from "./publish.ts";
import { writeRelease } from "./testing/release-fixture.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

function createPublisher() {
  const folder = temporaryFolder();
  const folders = { releasesDir: join(folder, "releases"), historyDir: join(folder, "history") };
  let at = Date.UTC(2026, 0, 2, 3, 4);
  const publish = (mark: string, changes: Partial<PublishDeps & Publication> = {}) =>
    publishWith(
      { contentDir: "content", origin: "command", ...changes },
      {
        ...folders,
        build: async (_content, target) => {
          writeRelease(target, { mark });
          return [];
        },
        check: () => [],
        now: () => {
          at += 1000;
          return new Date(at);
        },
        waitMs: 0,
        ...changes,
      },
    );
  const visible = () =>
    JSON.parse(readFileSync(join(folders.releasesDir, "current/site.json"), "utf8")).version;
  const passDays = (days: number) => {
    at += days * 86_400_000;
  };
  return { ...folders, folders, publish, visible, passDays };
}

test("a published release is the current one, named by time and version", async () => {
  const { releasesDir, publish, visible } = createPublisher();
  expect(await publish("a1")).toEqual({
    kind: "published",
    name: "2026-01-02T03-04-01-000Z-a1",
    version: "a1",
  });
  expect(currentRelease(releasesDir)).toBe("2026-01-02T03-04-01-000Z-a1");
  expect(visible()).toBe("a1");
});

const marksOf = (names: readonly string[]) => names.map((name) => name.split("Z-")[1]);

test("all releases of two weeks are kept, and of older ones enough for five; their content stays for a year", async () => {
  const { releasesDir, folders, publish, passDays } = createPublisher();
  for (const mark of ["a1", "a2", "a3", "a4", "a5", "a6", "a7"]) await publish(mark);
  expect(listReleases(releasesDir)).toHaveLength(7);
  passDays(15);
  await publish("b1");
  expect(marksOf(listReleases(releasesDir))).toEqual(["a4", "a5", "a6", "a7", "b1"]);
  const history = listHistory(folders);
  expect(marksOf(history.map(({ name }) => name))).toEqual(["b1", "a7", "a6", "a5", "a4", "a3", "a2", "a1"]);
  for (const { name } of history) {
    const kept = contentOf(folders, name) ?? "";
    expect(readFileSync(join(kept, "oferta.yaml"))).toEqual(readFileSync("content/oferta.yaml"));
    expect(readFileSync(join(kept, "photos/hero.jpg"))).toEqual(readFileSync("content/photos/hero.jpg"));
  }
  passDays(360);
  await publish("c1");
  expect(marksOf(listHistory(folders).map(({ name }) => name))).toEqual(["c1", "b1", "a7", "a6", "a5"]);
});

test("photographs that did not change take no more room; one that is overwritten by hand changes no kept copy", async () => {
  const { folders, publish } = createPublisher();
  const contentDir = join(temporaryFolder(), "content");
  cpSync("content", contentDir, { recursive: true });
  await publish("a1", { contentDir });
  await publish("a2", { contentDir });
  const [second = "", first = ""] = listHistory(folders).map(({ name }) => contentOf(folders, name));
  const photo = (content: string) => join(content, "photos/hero.jpg");
  expect(statSync(photo(first)).ino).toBe(statSync(photo(second)).ino);
  const before = readFileSync(photo(first));
  writeFileSync(photo(contentDir), readFileSync("content/photos/mat.jpg"));
  await publish("a3", { contentDir });
  expect(readFileSync(photo(first))).toEqual(before);
});

test("what visitors saw before is never what was itself taken back", async () => {
  const { folders, publish } = createPublisher();
  const name = (mark: string) => listHistory(folders).find((entry) => entry.name.endsWith(mark))?.name ?? "";
  const restore = (mark: string, restored: string) =>
    publish(mark, {
      contentDir: contentOf(folders, name(restored)) ?? "",
      origin: "restore",
      restores: name(restored),
    });
  expect(beforeCurrent(folders)).toBeUndefined();
  await publish("good");
  await publish("bad");
  expect(beforeCurrent(folders)).toBe(name("good"));
  await restore("good2", "good");
  expect(beforeCurrent(folders)).toBeUndefined();
  await publish("next");
  expect(beforeCurrent(folders)).toBe(name("good"));
});

test("a publication waits for another one, and gives up in the end", async () => {
  const { publish, visible } = createPublisher();
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const slow = publish("a1", {
    check: async () => {
      await finished;
      return [];
    },
  });
  expect(await publish("a2")).toEqual({ kind: "busy" });
  const patient = publish("a3", { waitMs: 10_000 });
  finish();
  expect(await slow).toMatchObject({ kind: "published" });
  expect(await patient).toMatchObject({ kind: "published" });
  expect(visible()).toBe("a3");
});

test("a clock that was set back changes nothing about the order of releases", async () => {
  const { releasesDir, publish, passDays } = createPublisher();
  await publish("a1");
  passDays(-30);
  await publish("a2");
  expect(marksOf(listReleases(releasesDir))).toEqual(["a1", "a2"]);
  expect(currentRelease(releasesDir)).toMatch(/-a2$/);
});

test("a release with errors is refused and leaves nothing behind, one with mere warnings is not", async () => {
  const { releasesDir, publish, visible } = createPublisher();
  const finds = (...problems: Problem[]) => ({ check: () => [{ name: "Strony", problems }] });
  expect(await publish("a1", finds(warning("ciężkie zdjęcie")))).toMatchObject({ kind: "published" });
  expect(await publish("a2", finds(warning("ciężkie zdjęcie"), error("źle", "/oferta")))).toEqual({
    kind: "refused",
    errors: [error("źle", "/oferta")],
  });
  expect(visible()).toBe("a1");
  expect(readdirSync(releasesDir)).toHaveLength(3);
});

test("a build that fails leaves nothing behind", async () => {
  const { releasesDir, publish, visible } = createPublisher();
  await publish("a1");
  const build = () => Promise.reject(new Error("no disk"));
  await expect(publish("a2", { build })).rejects.toThrow("no disk");
  expect(visible()).toBe("a1");
  expect(readdirSync(releasesDir)).toHaveLength(3);
});

test("what a killed publication left is removed, also a release that it never showed", async () => {
  const { releasesDir, folders, publish } = createPublisher();
  await publish("a1");
  mkdirSync(join(releasesDir, "unfinished/client"), { recursive: true });
  writeRelease(join(releasesDir, "2026-01-02T03-04-01-500Z-a2"), { mark: "a2" });
  expect(marksOf(listHistory(folders).map(({ name }) => name))).toEqual(["a1"]);
  await publish("a3");
  expect(readdirSync(releasesDir).sort()).toEqual([...listReleases(releasesDir), "current", "lock.sqlite"]);
  expect(marksOf(listReleases(releasesDir))).toEqual(["a1", "a3"]);
});

test("a publication keeps what differs from the one before it, in the owner's words", async () => {
  const { folders, publish } = createPublisher();
  const draft = join(temporaryFolder(), "content");
  cpSync("content", draft, { recursive: true });
  await publish("a1", { contentDir: draft });
  const offer = join(draft, "oferta.yaml");
  writeFileSync(offer, readFileSync(offer, "utf8").replace(/^heading: .*/m, "heading: Nowy nagłówek"));
  await publish("a2", { contentDir: draft });
  await publish("a3", { contentDir: draft });
  expect(listHistory(folders).map(({ changes }) => changes)).toEqual([
    [],
    [expect.stringMatching(/^Oferta › .* → „Nowy nagłówek”$/)],
    undefined,
  ]);
});
