import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadContent } from "../content-model/load.ts";
import { parseConfig } from "../server/config.ts";
import { draftDir, ensureOwnContent } from "./own-content.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

function settings() {
  const dataDir = join(temporaryFolder(), "data");
  const parsed = parseConfig({ DATA_DIR: dataDir });
  if (!parsed.ok) throw new Error(parsed.problems.join());
  return { config: parsed.config, dataDir, ownContentDir: join(dataDir, "content") };
}

test("the owner's content is a complete copy of the sample with its photographs, made once", async () => {
  const { config, ownContentDir } = settings();
  expect(draftDir(config)).toBe("content");
  expect(await ensureOwnContent(config)).toBe("made");
  expect(draftDir(config)).toBe(ownContentDir);
  expect(loadContent(ownContentDir)).toEqual(loadContent("content"));
  expect(readdirSync(join(ownContentDir, "photos"))).toEqual(readdirSync("content/photos"));
  writeFileSync(join(ownContentDir, "oferta.yaml"), "moja oferta");
  expect(await ensureOwnContent(config)).toBe("there");
  expect(readFileSync(join(ownContentDir, "oferta.yaml"), "utf8")).toBe("moja oferta");
});

test("concurrent callers get one complete content, and an empty folder does not count as content", async () => {
  const { config, dataDir, ownContentDir } = settings();
  mkdirSync(ownContentDir, { recursive: true });
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => ensureOwnContent(config)));
  expect(outcomes.filter((outcome) => outcome === "made")).toHaveLength(1);
  expect(loadContent(ownContentDir)).toEqual(loadContent("content"));
  expect(readdirSync(dataDir)).toEqual(["content"]);
});

test("content in a folder that the owner chose is left alone", async () => {
  const folder = temporaryFolder();
  const parsed = parseConfig({ CONTENT_DIR: folder });
  if (!parsed.ok) throw new Error(parsed.problems.join());
  writeFileSync(join(folder, "site.yaml"), "moje");
  expect(draftDir(parsed.config)).toBe(folder);
  expect(await ensureOwnContent(parsed.config)).toBe("there");
  expect(readdirSync(folder)).toEqual(["site.yaml"]);
});
