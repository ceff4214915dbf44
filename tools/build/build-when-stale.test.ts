import { existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { codeFiles } from "../../publishing/code-build.ts";
import { temporaryFolder } from "../../publishing/testing/temporary-folder.ts";
import { configOf } from "../../server/testing/config-of.ts";
import { buildSiteWhenStale, fingerprint } from "./build-when-stale.ts";

function contentFolder(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "photos"));
  writeFileSync(join(folder, "site.yaml"), "name: Ja");
  writeFileSync(join(folder, "photos/hero.jpg"), "picture");
  return folder;
}

test("the same code, content and settings have the same fingerprint", async () => {
  const folder = contentFolder();
  const settings = ["http://localhost:3000", 365];
  expect(await fingerprint([folder], settings)).toBe(await fingerprint([folder], settings));
});

test.each<[string, (folder: string) => void]>([
  ["a changed text", (folder) => writeFileSync(join(folder, "site.yaml"), "name: Ty")],
  ["a changed photo", (folder) => writeFileSync(join(folder, "photos/hero.jpg"), "another")],
  ["one more file", (folder) => writeFileSync(join(folder, "photos/mat.jpg"), "")],
  ["a renamed file", (folder) => renameSync(join(folder, "photos/hero.jpg"), join(folder, "photos/bar.jpg"))],
])("%s changes the fingerprint", async (_, change) => {
  const folder = contentFolder();
  const before = await fingerprint([folder]);
  change(folder);
  expect(await fingerprint([folder])).not.toBe(before);
});

test("the lock of a text that is open in an editor does not", async () => {
  const folder = contentFolder();
  const before = await fingerprint([folder]);
  symlinkSync("owner@laptop.4711", join(folder, ".#site.yaml"));
  expect(await fingerprint([folder])).toBe(before);
});

test("a changed setting changes the fingerprint", async () => {
  const folder = contentFolder();
  const before = await fingerprint([folder], ["http://localhost:3000", 365]);
  expect(await fingerprint([folder], ["https://example.pl", 365])).not.toBe(before);
});

test("B11.2 a folder of content that is not there is named with its setting", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "code"));
  writeFileSync(join(folder, "code", codeFiles.facts), '{ "version": "1" }');
  const config = configOf({ BUILD_DIR: folder, CONTENT_DIR: join(folder, "content") });
  await expect(buildSiteWhenStale(config)).rejects.toThrow(/folderu z treścią.*CONTENT_DIR/);
});

test("C7.3 pages to be uploaded to a public address hold no sample opinion, and each place is named", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "code"));
  writeFileSync(join(folder, "code", codeFiles.facts), '{ "version": "1" }');
  const config = configOf({ BUILD_DIR: folder, SITE_URL: "https://www.trenerka.pl" });
  await expect(buildSiteWhenStale(config, { force: true })).rejects.toThrow(
    /osiagniecia\.yaml.*Przykładowa opinia, której nikt nie napisał/s,
  );
  expect(existsSync(join(folder, "site"))).toBe(false);
});
