import { cpSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { contentNames } from "../content-model/content.ts";
import { createDraft } from "./draft.ts";
import { isSameContent } from "./kept-content.ts";
import { finishPuttingBack, prepareToPutBack, putBack, replaceContent } from "./put-back.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

/** Content that differs from the kept one in every text, and lacks a photograph. */
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

test("nothing but the content is left when it is put back", async () => {
  const { kept, contentDir, beside } = createFolders();
  await putBack(kept, contentDir);
  expect(await isSameContent(contentDir, kept)).toBe(true);
  expect(beside()).toEqual(["content"]);
});

test("before it is complete nothing has changed", async () => {
  const { kept, contentDir, beside } = createFolders();
  const before = readdirSync(contentDir, { recursive: true });
  await expect(prepareToPutBack(join(kept, "none"), contentDir)).rejects.toThrow("ENOENT");
  expect(readdirSync(contentDir, { recursive: true })).toEqual(before);
  expect(beside()).toEqual(["content"]);
});

test.each([0, 1, 5])(
  "whoever reads the draft gets all of it, also when the program ended after %d of its files",
  async (count) => {
    const { kept, contentDir, draft, beside } = createFolders();
    await prepareToPutBack(kept, contentDir);
    for (const name of contentNames.slice(0, count))
      renameSync(join(`${contentDir}.restored`, `${name}.yaml`), join(contentDir, `${name}.yaml`));
    const { files, media } = draft.read();
    for (const name of contentNames) expect(files[name].source).not.toContain("# newer");
    expect(media.photos).toContain("hero.jpg");
    expect(await isSameContent(contentDir, kept)).toBe(true);
    expect(beside()).toEqual(["content"]);
  },
);

test("a text written after the program ended stays", async () => {
  const { kept, contentDir } = createFolders();
  await prepareToPutBack(kept, contentDir);
  const mine = join(contentDir, "oferta.yaml");
  const text = `${readFileSync(mine, "utf8")}# mine\n`;
  writeFileSync(mine, text);
  finishPuttingBack(contentDir);
  expect(readFileSync(mine, "utf8")).toBe(text);
  expect(readFileSync(join(contentDir, "site.yaml"), "utf8")).not.toContain("# newer");
});

test("two programs may finish the same", async () => {
  const { kept, contentDir } = createFolders();
  await prepareToPutBack(kept, contentDir);
  finishPuttingBack(contentDir);
  finishPuttingBack(contentDir);
  await putBack(kept, contentDir);
  expect(await isSameContent(contentDir, kept)).toBe(true);
});

test("a folder that takes the content's place leaves the former one beside it", () => {
  const { kept, contentDir, draft, beside } = createFolders();
  const keptAs = replaceContent(kept, contentDir) ?? "";
  expect(draft.read().files.oferta.source).not.toContain("# newer");
  expect(readFileSync(join(keptAs, "oferta.yaml"), "utf8")).toContain("# newer");
  expect(beside()).toEqual(["content", basename(keptAs)]);
});

test("a folder that takes the place of no content leaves nothing beside it", () => {
  const { kept, contentDir, draft, beside } = createFolders();
  rmSync(contentDir, { recursive: true });
  expect(replaceContent(kept, contentDir)).toBeUndefined();
  expect(draft.read().files.oferta.source).not.toContain("# newer");
  expect(beside()).toEqual(["content"]);
});

test.each(["before", "after"])(
  "whoever reads the draft gets the content of a copy, also when the program ended %s the former one was moved",
  (moment) => {
    const { kept, contentDir, draft, beside } = createFolders();
    const madeAt = new Date("2026-01-02T03:04:05Z");
    utimesSync(kept, madeAt, madeAt);
    renameSync(kept, `${contentDir}.successor`);
    if (moment === "after") renameSync(contentDir, `${contentDir}.before-2026-01-02T03-04-05`);
    expect(draft.read().files.oferta.source).not.toContain("# newer");
    expect(beside()).toEqual(["content", "content.before-2026-01-02T03-04-05"]);
  },
);
