import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadContent } from "../content-model/load.ts";
import { ownContent } from "./kept-content.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

test("the owner's own content is the sample with its photographs, whole, and made once", async () => {
  const contentDir = join(temporaryFolder(), "data/content");
  mkdirSync(join(contentDir, ".."));
  expect(await ownContent("content", contentDir)).toBe("made");
  expect(loadContent(contentDir)).toEqual(loadContent("content"));
  expect(readdirSync(join(contentDir, "photos"))).toEqual(readdirSync("content/photos"));
  writeFileSync(join(contentDir, "oferta.yaml"), "moja oferta");
  expect(await ownContent("content", contentDir)).toBe("there");
  expect(readFileSync(join(contentDir, "oferta.yaml"), "utf8")).toBe("moja oferta");
});

test("what a copy that was killed left is no content, and the next one is whole", async () => {
  const contentDir = join(temporaryFolder(), "content");
  mkdirSync(`${contentDir}.partial/photos`, { recursive: true });
  writeFileSync(`${contentDir}.partial/left-over.yaml`, "");
  expect(await ownContent("content", contentDir)).toBe("made");
  expect(readdirSync(contentDir)).not.toContain("left-over.yaml");
  expect(readdirSync(join(contentDir, ".."))).toEqual(["content"]);
});
