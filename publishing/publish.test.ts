import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { ContentError } from "../content-model/problems.ts";
import { writeContentFolder } from "../content-model/testing/content-folder.ts";
import { currentRelease, listReleases } from "../server/releases.ts";
import { beforeCurrent, contentOf, listHistory, recordTrialContent } from "./history.ts";
import type { PublishDeps } from "./publish.ts";
import { replaceContent, replacedContents } from "./replace-content.ts";
import type { Publication, PublicationEvent } from "./start-publication.ts";
import { hasSameFiles } from "./testing/has-same-files.ts";
import { publishSmall } from "./testing/publish-small.ts";
import { writeRelease } from "./testing/release-fixture.ts";
import { otherDisk, temporaryFolder } from "./testing/temporary-folder.ts";

const sample = writeContentFolder();
const photo = (contentDir: string) => join(contentDir, "photos/bar.jpg");
writeFileSync(photo(sample), "a photograph");

function createPublisher() {
  const folder = temporaryFolder();
  const folders = { releasesDir: join(folder, "releases"), historyDir: join(folder, "history") };
  let at = Date.UTC(2026, 0, 2, 3, 4);
  const publish = (mark: string, changes: Partial<PublishDeps & Publication> = {}) =>
    publishSmall(
      { contentDir: sample, origin: "command", ...changes },
      {
        ...folders,
        mark,
        now: () => {
          at += 1000;
          return new Date(at);
        },
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

test("a published release becomes current, named by time and version", async () => {
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

test("P7.3 the first publication can be undone: what visitors saw before is published under the same lock", async () => {
  const { folders, publish, releasesDir } = createPublisher();
  const siteDir = temporaryFolder();
  await recordTrialContent(siteDir, sample);
  const contentDir = copySample();
  const offer = join(contentDir, "oferta.yaml");
  const text = readFileSync(offer, "utf8");
  writeFileSync(offer, "heading: Niepełna treść\n");
  await expect(publish("a1", { contentDir, siteDir })).rejects.toThrow(ContentError);
  expect(listReleases(releasesDir)).toEqual([]);

  writeFileSync(offer, text.replace(/^heading: .*/m, "heading: Własna oferta"));
  const events: PublicationEvent[] = [];
  const options = {
    contentDir,
    siteDir,
    waitMs: 30_000,
    onEvent: (event: PublicationEvent) => events.push(event),
    build: async (_source, folder, { onEvent }) => {
      onEvent({ kind: "picture", done: 0, total: 1, photo: "hero.jpg" });
      writeRelease(folder, { mark: "a" });
    },
  } satisfies Partial<PublishDeps & Publication>;
  const answers = await Promise.all(["a1", "a2"].map((mark) => publish(mark, options)));
  expect(answers.map(({ kind }) => kind)).toEqual(["published", "published"]);
  const history = listHistory(folders);
  expect(history.map(({ changes }) => changes?.length)).toEqual([0, 1, undefined]);
  const first = contentOf(folders, history.at(-1)?.name ?? "") ?? "";
  expect(await hasSameFiles(sample, first)).toBe(true);
  // Only the two requested publications report steps; the pictures of all three are a sign of life.
  expect(events.filter(({ kind }) => kind === "picture")).toHaveLength(3);
  expect(events.filter((event) => event.kind === "step" && event.step === "switch")).toHaveLength(2);
});

test("the first publication takes what has not changed from the trial site, later ones from the release before", async () => {
  const { publish, releasesDir } = createPublisher();
  const siteDir = temporaryFolder();
  const from: (string | undefined)[] = [];
  const build: PublishDeps["build"] = async (_source, folder, { previousDir }) => {
    from.push(previousDir);
    writeRelease(folder, { mark: `a${from.length}` });
  };
  await publish("a1", { siteDir, build });
  await publish("a2", { siteDir, build });
  expect(from).toEqual([siteDir, join(releasesDir, "2026-01-02T03-04-01-000Z-a1")]);
});

test("C7.1 the trial site is not published first if its content folder is the same or gone, or no visitor sees it", async () => {
  const { folders, publish } = createPublisher();
  const siteDir = temporaryFolder();
  await recordTrialContent(siteDir, sample);
  await publish("a1", { siteDir });
  expect(listHistory(folders)).toHaveLength(1);
  const atPublicAddress = createPublisher();
  await atPublicAddress.publish("a1", { siteDir, contentDir: copySample(), isTrialShown: false });
  expect(listHistory(atPublicAddress.folders)).toHaveLength(1);
  const other = createPublisher();
  await recordTrialContent(siteDir, join(siteDir, "gone"));
  await other.publish("a1", { siteDir });
  expect(listHistory(other.folders)).toHaveLength(1);
});

test("releases of the last two weeks and at least five are kept, and their content for a year", async () => {
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
    expect(readFileSync(join(kept, "oferta.yaml"))).toEqual(readFileSync(join(sample, "oferta.yaml")));
    expect(readFileSync(photo(kept), "utf8")).toBe("a photograph");
  }
  passDays(360);
  await publish("c1");
  expect(marksOf(listHistory(folders).map(({ name }) => name))).toEqual(["c1", "b1", "a7", "a6", "a5"]);
});

test("T24 a clock that leaps two years ahead removes nothing", async () => {
  const { releasesDir, folders, publish, passDays } = createPublisher();
  for (const mark of ["a1", "a2", "a3", "a4", "a5", "a6"]) await publish(mark);
  passDays(730);
  const isClockSteady = async () => false;
  await publish("leapt", { isClockSteady });
  passDays(-730);
  await publish("right", { isClockSteady });
  expect(listReleases(releasesDir)).toHaveLength(8);
  expect(marksOf(listHistory(folders).map(({ name }) => name)).slice(0, 2)).toEqual(["right", "leapt"]);
});

test("T24 releases published after the clock was a year ahead are removed in their time", async () => {
  const { releasesDir, folders, publish, passDays } = createPublisher();
  passDays(365);
  await publish("ahead");
  passDays(-365);
  for (const mark of ["a1", "a2", "a3", "a4", "a5"]) await publish(mark);
  passDays(15);
  await publish("b1");
  expect(marksOf(listReleases(releasesDir))).toEqual(["ahead", "a2", "a3", "a4", "a5", "b1"]);
  passDays(366);
  await publish("c1");
  expect(marksOf(listHistory(folders).map(({ name }) => name))).toEqual([
    "c1",
    "b1",
    "a5",
    "a4",
    "a3",
    "ahead",
  ]);
});

test("a publication that visitors see counts as published, although old ones cannot be removed", async () => {
  const { releasesDir, historyDir, publish, visible, passDays } = createPublisher();
  for (const mark of ["a1", "a2", "a3", "a4", "a5"]) await publish(mark);
  passDays(15);
  writeFileSync(historyDir, "in the way");
  const warned = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(await publish("b1")).toMatchObject({ kind: "published" });
  expect(visible()).toBe("b1");
  expect(warned).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/starych wersji strony \(E/));
  warned.mockRestore();
  rmSync(historyDir);
  await publish("b2");
  expect(marksOf(listReleases(releasesDir))).toEqual(["a3", "a4", "a5", "b1", "b2"]);
});

function copySample(): string {
  const contentDir = join(temporaryFolder(), "content");
  cpSync(sample, contentDir, { recursive: true });
  return contentDir;
}

test("a publication keeps the logo that the content names, and no other", async () => {
  const { folders, publish } = createPublisher();
  const contentDir = copySample();
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>';
  for (const name of ["logo.svg", "old.svg"]) writeFileSync(join(contentDir, name), drawing);
  const site = join(contentDir, "site.yaml");
  writeFileSync(site, `${readFileSync(site, "utf8").replace(/^logo: .*\n/m, "")}logo: logo.svg\n`);
  await publish("a1", { contentDir });
  const kept = contentOf(folders, listHistory(folders)[0]?.name ?? "") ?? "";
  expect(readdirSync(kept).filter((name) => name.endsWith(".svg"))).toEqual(["logo.svg"]);
  expect(await hasSameFiles(contentDir, kept)).toBe(true);
});

test("hidden files, such as the lock of a text that is open in an editor, are no part of a publication", async () => {
  const { folders, publish } = createPublisher();
  const contentDir = copySample();
  symlinkSync("owner@laptop.4711", join(contentDir, ".#oferta.yaml"));
  writeFileSync(join(contentDir, "._site.yaml"), "Mac");
  const published = await publish("a1", { contentDir });
  const kept = published.kind === "published" && contentOf(folders, published.name);
  expect(readdirSync(kept || "").filter((name) => name.startsWith("."))).toEqual([]);
});

test("a photograph is stored once, whatever its modification time, and survives when another one takes its name", async () => {
  const { folders, publish } = createPublisher();
  const contentDir = copySample();
  await publish("a1", { contentDir });
  utimesSync(photo(contentDir), 1, 1);
  await publish("a2", { contentDir });
  const [second = "", first = ""] = listHistory(folders).map(({ name }) => contentOf(folders, name));
  expect(statSync(photo(first)).ino).toBe(statSync(photo(second)).ino);
  // Same size and modification time as the previous one.
  const before = readFileSync(photo(contentDir));
  writeFileSync(photo(contentDir), before.toReversed());
  utimesSync(photo(contentDir), 1, 1);
  await publish("a3", { contentDir });
  const third = contentOf(folders, listHistory(folders)[0]?.name ?? "") ?? "";
  expect(readFileSync(photo(first))).toEqual(before);
  expect(readFileSync(photo(third))).toEqual(Buffer.from(before.toReversed()));
});

test("a restored publication brings its photograph back, also to the draft, beside which the newer one is kept", async () => {
  const { folders, publish } = createPublisher();
  const contentDir = copySample();
  await publish("a1", { contentDir });
  const first = listHistory(folders)[0]?.name ?? "";
  const [old, newer] = [readFileSync(photo(contentDir)), Buffer.from("another")];
  writeFileSync(photo(contentDir), newer);
  expect(await hasSameFiles(contentDir, contentOf(folders, first) ?? "")).toBe(false);
  await publish("a2", { contentDir });
  const kept = contentOf(folders, first) ?? "";
  await publish("a3", { contentDir: kept, origin: "restore", restores: first });
  expect(readFileSync(photo(contentOf(folders, listHistory(folders)[0]?.name ?? "") ?? ""))).toEqual(old);
  await replaceContent(kept, contentDir);
  expect(await hasSameFiles(contentDir, kept)).toBe(true);
  expect(readFileSync(photo(contentDir))).toEqual(old);
  const [replaced = ""] = replacedContents(contentDir);
  expect(readFileSync(photo(replaced))).toEqual(newer);
});

test.runIf(otherDisk)("history on another disk is moved there completely", async () => {
  const historyDir = mkdtempSync(join(otherDisk ?? "", "history-"));
  onTestFinished(() => rmSync(historyDir, { recursive: true }));
  const { releasesDir, publish, passDays } = createPublisher();
  for (const mark of ["a1", "a2", "a3", "a4", "a5"]) await publish(mark, { historyDir });
  passDays(15);
  await publish("b1", { historyDir });
  const [first, ...others] = readdirSync(historyDir);
  expect(others).toEqual([]);
  expect(readFileSync(photo(join(historyDir, first ?? "", "content")))).toEqual(readFileSync(photo(sample)));
  expect(listHistory({ releasesDir, historyDir }).map(({ name }) => name)).toContain(first);
});

test("a rollback never returns to a publication that was itself undone", async () => {
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

test("an undo reaches what visitors saw before, although the publication that first showed it is no longer kept", async () => {
  const { folders, publish, passDays } = createPublisher();
  await publish("first");
  for (const mark of ["u1", "u2", "u3", "u4", "u5", "u6"]) {
    passDays(80);
    const shown = listHistory(folders)[0]?.name ?? "";
    await publish(mark, { contentDir: contentOf(folders, shown) ?? "", origin: "update", restores: shown });
  }
  expect(marksOf(listHistory(folders).map(({ name }) => name))).not.toContain("first");
  await publish("bad");
  const undo = beforeCurrent(folders) ?? "";
  expect(contentOf(folders, undo)).toBeDefined();
  expect(marksOf([undo])[0]).toMatch(/^u/);
});

test.each(["..", ".", "", "photos", "../history", "2026-01-02T03-04-01-000Z-a1/../x"])(
  "T25 no publication is called %j",
  async (name) => {
    const { releasesDir, folders, publish } = createPublisher();
    await publish("a1");
    mkdirSync(join(releasesDir, "x", "content"), { recursive: true });
    mkdirSync(join(releasesDir, name, "content"), { recursive: true });
    expect(contentOf(folders, name)).toBeUndefined();
    expect(listHistory(folders)).toHaveLength(1);
  },
);

test("a publication waits for another one and eventually gives up", async () => {
  const { publish, visible } = createPublisher();
  const [begun, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = publish("a1", {
    isClockSteady: async () => {
      begun.resolve();
      await finished.promise;
      return true;
    },
  });
  await begun.promise;
  expect(await publish("a2")).toEqual({ kind: "busy" });
  const patient = publish("a3", { waitMs: 10_000 });
  finished.resolve();
  expect(await slow).toMatchObject({ kind: "published" });
  expect(await patient).toMatchObject({ kind: "published" });
  expect(visible()).toBe("a3");
});

test("releases stay in order when the clock is set back", async () => {
  const { releasesDir, publish, passDays } = createPublisher();
  await publish("a1");
  passDays(-30);
  await publish("a2");
  expect(marksOf(listReleases(releasesDir))).toEqual(["a1", "a2"]);
  expect(currentRelease(releasesDir)).toMatch(/-a2$/);
});

test("a build that fails leaves nothing behind", async () => {
  const { releasesDir, publish, visible } = createPublisher();
  await publish("a1");
  const build = () => Promise.reject(new Error("no disk"));
  await expect(publish("a2", { build })).rejects.toThrow("no disk");
  expect(visible()).toBe("a1");
  expect(readdirSync(releasesDir)).toHaveLength(3);
});

test("leftovers of a killed publication are removed, including a release that was never shown", async () => {
  const { releasesDir, folders, publish } = createPublisher();
  await publish("a1");
  mkdirSync(join(releasesDir, "unfinished/client"), { recursive: true });
  writeRelease(join(releasesDir, "2026-01-02T03-04-01-500Z-a2"), { mark: "a2" });
  expect(marksOf(listHistory(folders).map(({ name }) => name))).toEqual(["a1"]);
  await publish("a3");
  expect(readdirSync(releasesDir).sort()).toEqual([...listReleases(releasesDir), "current", "lock.sqlite"]);
  expect(marksOf(listReleases(releasesDir))).toEqual(["a1", "a3"]);
});

test("a publication records its changes since the previous one in the owner's words", async () => {
  const { folders, publish } = createPublisher();
  const draft = copySample();
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
