import { readdirSync, readFileSync, renameSync, symlinkSync, watch, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { changesBetween } from "./compare-content.ts";
import { contentOf, listHistory } from "./history.ts";
import { ensureOwnContent } from "./own-content.ts";
import { restorePublication } from "./restore.ts";
import type { Publication } from "./start-publication.ts";
import { publishSmall } from "./testing/publish-small.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

async function setUp({ hasOwn = true } = {}) {
  const folder = temporaryFolder();
  const folders = {
    releasesDir: join(folder, "releases"),
    historyDir: join(folder, "history"),
    contentDir: "content",
    ownContentDir: join(folder, "content"),
  };
  if (hasOwn) await ensureOwnContent(folders);
  let at = Date.UTC(2026, 0, 2);
  const publishFolder = (publication: Publication) =>
    publishSmall(publication, {
      ...folders,
      mark: "a",
      now: () => {
        at += 60_000;
        return new Date(at);
      },
    });
  const contentDir = hasOwn ? folders.ownContentDir : "content";
  const publishDraft = async () => {
    const outcome = await publishFolder({ contentDir, origin: "panel", by: "Telefon" });
    if (outcome.kind !== "published") throw new Error(outcome.kind);
    return outcome.name;
  };
  const restore = (name: string) =>
    restorePublication(name, { folders, publish: publishFolder, by: "Laptop" });
  const setPhone = (phone: string) => {
    const file = join(folders.ownContentDir, "site.yaml");
    writeFileSync(file, readFileSync(file, "utf8").replace(/^telephone: .*/m, `telephone: ${phone}`));
  };
  const phone = (dir: string) => /^telephone: (.*)/m.exec(readFileSync(join(dir, "site.yaml"), "utf8"))?.[1];
  /** With one number, then with another; returns the first release. */
  const publishTwice = async () => {
    setPhone("600 100 200");
    const first = await publishDraft();
    setPhone("600 100 299");
    await publishDraft();
    return first;
  };
  const pass = (days: number) => {
    at += days * 86_400_000;
  };
  return { folders, publishDraft, publishTwice, restore, setPhone, phone, pass };
}

test("restoring shows earlier content again, names the device that asked, and updates the draft", async () => {
  const { folders, publishTwice, restore, phone } = await setUp();
  const first = await publishTwice();
  expect(await restore(first)).toMatchObject({ outcome: { kind: "published" }, draft: "same" });
  const [entry] = listHistory(folders);
  expect(entry).toMatchObject({ origin: "restore", restores: first, by: "Laptop" });
  expect(phone(contentOf(folders, entry?.name ?? "") ?? "")).toBe("600 100 200");
  expect(phone(folders.ownContentDir)).toBe("600 100 200");
});

test("P7.3 the draft follows even if the restored release moves to the history at that moment", async () => {
  const { folders, publishDraft, restore, setPhone, phone, pass } = await setUp();
  const names: string[] = [];
  for (const last of [0, 1, 2, 3, 4]) {
    setPhone(`600 100 20${last}`);
    names.push(await publishDraft());
    pass(7);
  }
  const [oldest = ""] = names;
  expect(await restore(oldest)).toMatchObject({ outcome: { kind: "published" }, draft: "same" });
  expect(readdirSync(folders.historyDir)).toEqual([oldest]);
  expect(phone(folders.ownContentDir)).toBe("600 100 200");
});

test("P7.3 a draft with unpublished changes stays as it is", async () => {
  const { folders, publishTwice, restore, setPhone, phone } = await setUp();
  const first = await publishTwice();
  setPhone("600 100 300");
  expect(await restore(first)).toMatchObject({ outcome: { kind: "published" }, draft: "kept" });
  expect(phone(folders.ownContentDir)).toBe("600 100 300");
});

test("P7.3 a draft that says the same but is written otherwise follows: a comment, a field set and taken back", async () => {
  const { folders, publishTwice, restore, setPhone, phone } = await setUp();
  const first = await publishTwice();
  const gallery = join(folders.ownContentDir, "galeria.yaml");
  writeFileSync(gallery, `# Moje zdjęcia\n${readFileSync(gallery, "utf8")}`);
  setPhone("'600 100 299'");
  expect(await restore(first)).toMatchObject({ outcome: { kind: "published" }, draft: "same" });
  expect(phone(folders.ownContentDir)).toBe("600 100 200");
});

test("P7.3 a change that is made while the draft is being exchanged stays", async () => {
  const { folders, publishTwice, restore, setPhone, phone } = await setUp();
  const first = await publishTwice();
  const watcher = watch(dirname(folders.ownContentDir), (_event, name) => {
    if (name?.startsWith("content.restored")) setPhone("600 100 300");
  });
  expect(await restore(first)).toMatchObject({ outcome: { kind: "published" }, draft: "kept" });
  watcher.close();
  expect(phone(folders.ownContentDir)).toBe("600 100 300");
  expect(readdirSync(dirname(folders.ownContentDir))).not.toContain("content.restored");
});

test("P7.2 P7.3 a draft that cannot be exchanged stays, and the publication has succeeded all the same", async () => {
  const { folders, publishTwice, restore, phone } = await setUp();
  const first = await publishTwice();
  symlinkSync("loop", join(folders.ownContentDir, "loop"));
  const error = expect.objectContaining({ code: "ELOOP" });
  expect(await restore(first)).toMatchObject({ outcome: { kind: "published" }, draft: "failed", error });
  expect(phone(contentOf(folders, listHistory(folders)[0]?.name ?? "") ?? "")).toBe("600 100 200");
  expect(phone(folders.ownContentDir)).toBe("600 100 299");
});

test("P7.3 restoring brings back photographs that are used nowhere else", async () => {
  const { folders, publishDraft, restore } = await setUp();
  const first = await publishDraft();
  const photos = join(folders.ownContentDir, "photos");
  const [photo, other] = ["calm-corner.jpg", "another.jpg"];
  for (const name of readdirSync(folders.ownContentDir).filter((name) => name.endsWith(".yaml"))) {
    const file = join(folders.ownContentDir, name);
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(photo, other));
  }
  renameSync(join(photos, photo), join(photos, other));
  await publishDraft();
  expect((await restore(first))?.draft).toBe("same");
  expect(readdirSync(photos)).toContain(photo);
  expect(changesBetween(folders.ownContentDir, contentOf(folders, first) ?? "")).toEqual([]);
});

test("a later version's logo does not stop the draft from following the next restore", async () => {
  const { folders, publishDraft, restore, setPhone, phone } = await setUp();
  const first = await publishDraft();
  writeFileSync(join(folders.ownContentDir, "logo.svg"), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  setPhone("600 100 299");
  const second = await publishDraft();
  expect((await restore(first))?.draft).toBe("same");
  expect((await restore(second))?.draft).toBe("same");
  expect(phone(folders.ownContentDir)).toBe("600 100 299");
});

test("the sample is never modified, and a version that is no longer kept is unknown", async () => {
  const { publishDraft, restore, folders } = await setUp({ hasOwn: false });
  const first = await publishDraft();
  await publishDraft();
  expect((await restore(first))?.draft).toBe("sample");
  expect(() => readdirSync(folders.ownContentDir)).toThrow();
  expect(await restore("2020-01-01T00-00-00-000Z-a")).toBeUndefined();
});
