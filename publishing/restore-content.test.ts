import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { contentNames } from "../content-model/content.ts";
import { createDraft } from "./draft.ts";
import { isSameContent } from "./kept-content.ts";
import { finishRestore, prepareRestore, restoreContent } from "./restore-content.ts";
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

test("a restore leaves nothing but the content", async () => {
  const { kept, contentDir, beside } = createFolders();
  await restoreContent(kept, contentDir);
  expect(await isSameContent(contentDir, kept)).toBe(true);
  expect(beside()).toEqual(["content"]);
});

test("an incomplete restore changes nothing", async () => {
  const { kept, contentDir, beside } = createFolders();
  const before = readdirSync(contentDir, { recursive: true });
  await expect(prepareRestore(join(kept, "none"), contentDir)).rejects.toThrow("ENOENT");
  expect(readdirSync(contentDir, { recursive: true })).toEqual(before);
  expect(beside()).toEqual(["content"]);
});

test.each([0, 1, 5])(
  "a reader of the draft gets all of it, even if the restore stopped after %d files",
  async (count) => {
    const { kept, contentDir, draft, beside } = createFolders();
    await prepareRestore(kept, contentDir);
    for (const name of contentNames.slice(0, count))
      renameSync(join(`${contentDir}.restored`, `${name}.yaml`), join(contentDir, `${name}.yaml`));
    const { files, media } = draft.read();
    for (const name of contentNames) expect(files[name].source).not.toContain("# newer");
    expect(media.photos).toContain("hero.jpg");
    expect(await isSameContent(contentDir, kept)).toBe(true);
    expect(beside()).toEqual(["content"]);
  },
);

test("a text written after an interrupted restore stays", async () => {
  const { kept, contentDir } = createFolders();
  await prepareRestore(kept, contentDir);
  const mine = join(contentDir, "oferta.yaml");
  const text = `${readFileSync(mine, "utf8")}# mine\n`;
  writeFileSync(mine, text);
  finishRestore(contentDir);
  expect(readFileSync(mine, "utf8")).toBe(text);
  expect(readFileSync(join(contentDir, "site.yaml"), "utf8")).not.toContain("# newer");
});

test("two programs may finish the same restore", async () => {
  const { kept, contentDir } = createFolders();
  await prepareRestore(kept, contentDir);
  finishRestore(contentDir);
  finishRestore(contentDir);
  await restoreContent(kept, contentDir);
  expect(await isSameContent(contentDir, kept)).toBe(true);
});
