import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { contentNames } from "../content-model/content.ts";
import { valueAt } from "../content-model/path.ts";
import { createDraft } from "./draft.ts";
import {
  finishReplacement,
  prepareReplacement,
  removeOldContents,
  replaceContent,
  replacedContentDir,
} from "./replace-content.ts";
import { hasSameFiles } from "./testing/has-same-files.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

/** Content that differs from the kept one in every text and lacks a photograph. */
function createFolders() {
  const folder = temporaryFolder();
  const [kept, contentDir] = [join(folder, "kept"), join(folder, "content")];
  for (const one of [kept, contentDir]) cpSync("content", one, { recursive: true });
  for (const name of contentNames) {
    const file = join(contentDir, `${name}.yaml`);
    writeFileSync(file, `${readFileSync(file, "utf8")}\n# newer\n`);
  }
  rmSync(join(contentDir, "photos/hero.jpg"));
  const draft = createDraft({
    contentDir,
    ownContentDir: contentDir,
    releasesDir: join(folder, "releases"),
    historyDir: join(folder, "history"),
  });
  const beside = () =>
    readdirSync(dirname(contentDir)).filter((name) => name.startsWith(basename(contentDir)));
  return { kept, contentDir, draft, beside };
}

test("a restore brings all of the kept content, and keeps what it replaced and whatever else was there", async () => {
  const { kept, contentDir, beside } = createFolders();
  writeFileSync(join(contentDir, "photos/photos.json"), "{}");
  await replaceContent(kept, contentDir, { now: new Date("2026-11-22T10:00:00Z") });
  expect(await hasSameFiles(contentDir, kept)).toBe(true);
  expect(readFileSync(join(contentDir, "photos/photos.json"), "utf8")).toBe("{}");
  const replaced = replacedContentDir(contentDir, new Date("2026-11-22T10:00:00Z"));
  expect(beside()).toEqual(["content", basename(replaced)]);
  expect(readFileSync(join(replaced, "oferta.yaml"), "utf8")).toContain("# newer");
});

test("P5.1 a photograph and a note that are stored while the folders are being exchanged stay in the draft", async () => {
  const { kept, contentDir } = createFolders();
  const [photo, notes] = [join(contentDir, "photos/nowe.jpg"), join(contentDir, "photos/photos.json")];
  writeFileSync(notes, "{}");
  const isStillWanted = async () => {
    writeFileSync(photo, "photo");
    rmSync(notes);
    writeFileSync(notes, '{"nowe.jpg":{}}');
    return true;
  };
  expect(await replaceContent(kept, contentDir, { isStillWanted })).toBe(true);
  expect(readFileSync(photo, "utf8")).toBe("photo");
  expect(readFileSync(notes, "utf8")).toBe('{"nowe.jpg":{}}');
  expect(await hasSameFiles(contentDir, kept)).toBe(true);
});

test("P4.1 P7.3 a change that is saved while the folders are being exchanged comes after it, and sees what has changed", async () => {
  const { kept, contentDir, draft } = createFolders();
  const site = join(kept, "site.yaml");
  writeFileSync(site, readFileSync(site, "utf8").replace(/^telephone: .*/m, "telephone: 600 100 200"));
  const values = () =>
    (["name", "telephone"] as const).map((key) => valueAt(draft.read().files.site.value, [key]));
  const [name, telephone] = values();
  let answer: ReturnType<typeof draft.change> | undefined;
  const isStillWanted = async () => {
    answer = draft.change("site", [
      { do: "set", at: ["name"], old: name, value: "Nowa nazwa" },
      { do: "set", at: ["telephone"], old: telephone, value: "600 100 300" },
    ]);
    await Promise.race([answer, sleep(500)]);
    return true;
  };
  await replaceContent(kept, contentDir, { isStillWanted });
  expect(await answer).toHaveLength(1);
  expect(values()).toEqual(["Nowa nazwa", "600 100 200"]);
});

test("a text that is written in place afterwards leaves what was replaced as it was", async () => {
  const { kept, contentDir } = createFolders();
  const mine = join(contentDir, "oferta.yaml");
  cpSync(join(kept, "oferta.yaml"), mine);
  const text = readFileSync(mine, "utf8");
  const now = new Date();
  await replaceContent(kept, contentDir, { now });
  writeFileSync(mine, "# by hand");
  expect(readFileSync(join(replacedContentDir(contentDir, now), "oferta.yaml"), "utf8")).toBe(text);
});

test("a folder among the photographs, such as one for originals, is left out", async () => {
  const { kept, contentDir } = createFolders();
  mkdirSync(join(kept, "photos/originals"));
  await replaceContent(kept, contentDir);
  expect(existsSync(join(contentDir, "photos/hero.jpg"))).toBe(true);
  expect(existsSync(join(contentDir, "photos/originals"))).toBe(false);
});

test("what was replaced is removed after a month", async () => {
  const { kept, contentDir, beside } = createFolders();
  await replaceContent(kept, contentDir, { now: new Date("2026-11-22T10:00:00Z") });
  await removeOldContents(contentDir, Date.parse("2026-12-21T10:00:00Z"));
  expect(beside()).toHaveLength(2);
  await removeOldContents(contentDir, Date.parse("2026-12-22T10:00:00Z"));
  expect(beside()).toEqual(["content"]);
});

test("a restore that another one has overtaken leaves the content alone", async () => {
  const { kept, contentDir, draft } = createFolders();
  const before = draft.read().files;
  async function isStillWanted() {
    rmSync(`${contentDir}.restored`, { recursive: true });
    return true;
  }
  expect(await replaceContent(kept, contentDir, { isStillWanted })).toBe(false);
  expect(draft.read().files).toEqual(before);
});

test("an incomplete restore changes nothing", async () => {
  const { kept, contentDir, beside } = createFolders();
  const before = readdirSync(contentDir, { recursive: true });
  await expect(prepareReplacement(join(kept, "none"), contentDir)).rejects.toThrow("ENOENT");
  expect(readdirSync(contentDir, { recursive: true })).toEqual(before);
  expect(beside()).toEqual(["content"]);
});

test("a reader of the draft gets all of it, even if the restore was killed while it exchanged the folders", async () => {
  const { kept, contentDir, draft } = createFolders();
  await prepareReplacement(kept, contentDir);
  renameSync(contentDir, replacedContentDir(contentDir, new Date()));
  const { files, media } = draft.read();
  for (const name of contentNames) expect(files[name].source).not.toContain("# newer");
  expect(media.photos).toContain("hero.jpg");
  expect(await hasSameFiles(contentDir, kept)).toBe(true);
});

test("one killed before has changed nothing, so that what is written afterwards stays", async () => {
  const { kept, contentDir, draft } = createFolders();
  await prepareReplacement(kept, contentDir);
  const mine = join(contentDir, "oferta.yaml");
  const text = `${readFileSync(mine, "utf8")}# mine\n`;
  writeFileSync(mine, text);
  expect(draft.read().files.oferta.source).toBe(text);
  expect(readFileSync(join(contentDir, "site.yaml"), "utf8")).toContain("# newer");
});

test("two programs may finish the same restore", async () => {
  const { kept, contentDir } = createFolders();
  await prepareReplacement(kept, contentDir);
  renameSync(contentDir, replacedContentDir(contentDir, new Date("2026-11-22T10:00:00Z")));
  finishReplacement(contentDir);
  finishReplacement(contentDir);
  await replaceContent(kept, contentDir);
  expect(await hasSameFiles(contentDir, kept)).toBe(true);
});
