import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../publishing/testing/temporary-folder.ts";
import { fingerprint, isFresh, writeStamp } from "./stamp.ts";

function contentFolder(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "photos"));
  writeFileSync(join(folder, "site.yaml"), "name: Ja");
  writeFileSync(join(folder, "photos/hero.jpg"), "picture");
  return folder;
}

test("the same code, content and settings have the same fingerprint", async () => {
  const options = { contentDir: contentFolder(), settings: ["http://localhost:3000", 365] };
  expect(await fingerprint(options)).toBe(await fingerprint(options));
});

test.each<[string, (folder: string) => void]>([
  ["a changed text", (folder) => writeFileSync(join(folder, "site.yaml"), "name: Ty")],
  ["a changed photo", (folder) => writeFileSync(join(folder, "photos/hero.jpg"), "another")],
  ["one more file", (folder) => writeFileSync(join(folder, "photos/mat.jpg"), "")],
  ["a renamed file", (folder) => renameSync(join(folder, "photos/hero.jpg"), join(folder, "photos/bar.jpg"))],
])("%s changes the fingerprint", async (_, change) => {
  const options = { contentDir: contentFolder(), settings: [] };
  const before = await fingerprint(options);
  change(options.contentDir);
  expect(await fingerprint(options)).not.toBe(before);
});

test("a changed setting changes the fingerprint", async () => {
  const contentDir = contentFolder();
  const before = await fingerprint({ contentDir, settings: ["http://localhost:3000", 365] });
  expect(await fingerprint({ contentDir, settings: ["https://example.pl", 365] })).not.toBe(before);
});

test("a build is fresh while it carries the stamp of these inputs", async () => {
  const folder = temporaryFolder();
  expect(await isFresh(folder, "abc")).toBe(false);
  await writeStamp(folder, "abc");
  expect(await isFresh(folder, "abc")).toBe(true);
  expect(await isFresh(folder, "abd")).toBe(false);
});
