import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadContent } from "../content-model/load.ts";
import { parseConfig } from "../server/config.ts";
import { draftDir, ownContent } from "./own-content.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

function settings() {
  const dataDir = join(temporaryFolder(), "data");
  const parsed = parseConfig({ DATA_DIR: dataDir });
  if (!parsed.ok) throw new Error(parsed.problems.join());
  return { config: parsed.config, dataDir, ownContentDir: join(dataDir, "content") };
}

test("the owner's own content is the sample with its photographs, whole, and made once", async () => {
  const { config, ownContentDir } = settings();
  expect(draftDir(config)).toBe("content");
  expect(await ownContent(config)).toBe("made");
  expect(draftDir(config)).toBe(ownContentDir);
  expect(loadContent(ownContentDir)).toEqual(loadContent("content"));
  expect(readdirSync(join(ownContentDir, "photos"))).toEqual(readdirSync("content/photos"));
  writeFileSync(join(ownContentDir, "oferta.yaml"), "moja oferta");
  expect(await ownContent(config)).toBe("there");
  expect(readFileSync(join(ownContentDir, "oferta.yaml"), "utf8")).toBe("moja oferta");
});

test("callers at the same time get one whole content, and an empty folder is no content", async () => {
  const { config, dataDir, ownContentDir } = settings();
  mkdirSync(ownContentDir, { recursive: true });
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => ownContent(config)));
  expect(outcomes.filter((outcome) => outcome === "made")).toHaveLength(1);
  expect(loadContent(ownContentDir)).toEqual(loadContent("content"));
  expect(readdirSync(dataDir)).toEqual(["content"]);
});

test("a killed copy leaves no content, and another one removes what is left of it after an hour", async () => {
  const { config, dataDir, ownContentDir } = settings();
  for (const name of ["content.partial-a1", "content.partial-b2"])
    mkdirSync(join(dataDir, name, "photos"), { recursive: true });
  utimesSync(join(dataDir, "content.partial-a1"), 0, 0);
  expect(draftDir(config)).toBe("content");
  expect(await ownContent(config)).toBe("made");
  expect(loadContent(ownContentDir)).toEqual(loadContent("content"));
  // The other one may still be in the making.
  expect(readdirSync(dataDir)).toEqual(["content", "content.partial-b2"]);
});

test("content in a folder of the owner's choice is left alone", async () => {
  const folder = temporaryFolder();
  const parsed = parseConfig({ CONTENT_DIR: folder });
  if (!parsed.ok) throw new Error(parsed.problems.join());
  writeFileSync(join(folder, "site.yaml"), "moje");
  expect(draftDir(parsed.config)).toBe(folder);
  expect(await ownContent(parsed.config)).toBe("there");
  expect(readdirSync(folder)).toEqual(["site.yaml"]);
});
