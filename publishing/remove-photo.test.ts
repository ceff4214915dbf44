import { expect, test } from "vitest";
import { contentNames, contentSchemas } from "../content-model/content.ts";
import { photosWithin } from "../content-model/named-photos.ts";
import { parseContentFile, readContentFolder } from "../content-model/read-content.ts";
import { applyChanges } from "../content-model/writing/apply-changes.ts";
import { planPhotoRemoval } from "./remove-photo.ts";

const { files } = readContentFolder("content");

test("a gallery photograph is removed with its entry, and an optional one with its field", () => {
  expect(planPhotoRemoval("galeria", files.galeria.value, "rope.jpg").changes).toMatchObject([
    { do: "remove", at: ["photos", expect.any(Number)] },
  ]);
  const { milestones } = (files.osiagniecia.value as { photos: { milestones: { file: string } } }).photos;
  expect(planPhotoRemoval("osiagniecia", files.osiagniecia.value, milestones.file).changes).toMatchObject([
    { do: "set", at: ["photos", "milestones"] },
  ]);
});

test("a place that requires a photograph blocks the removal", () => {
  expect(planPhotoRemoval("index", files.index.value, "hero.jpg").blockedAt).toEqual(["hero", "photo"]);
});

test("P5.4 a photograph whose description is still missing blocks or is removed in the same way", () => {
  const index = structuredClone(files.index.value) as { hero: { photo: object } };
  index.hero.photo = { file: "hero.jpg" };
  expect(planPhotoRemoval("index", index, "hero.jpg").blockedAt).toEqual(["hero", "photo"]);
  const galeria = structuredClone(files.galeria.value) as { photos: { photo: object }[] };
  for (const entry of galeria.photos) entry.photo = { ...entry.photo, alt: "" };
  expect(planPhotoRemoval("galeria", galeria, "rope.jpg").changes).toMatchObject([
    { do: "remove", at: ["photos", expect.any(Number)] },
  ]);
});

test("P5.4 removing any photograph of the sample is blocked or leaves valid content", () => {
  for (const name of contentNames) {
    const { source = "", value, file } = files[name];
    for (const photo of new Set(photosWithin(value).map((use) => use.file))) {
      const { changes, blockedAt } = planPhotoRemoval(name, value, photo);
      if (blockedAt) continue;
      const applied = applyChanges(source, changes);
      expect(applied.unmade, `${name}: ${photo}`).toEqual([]);
      const left = parseContentFile(applied.source, name, file).value;
      expect(photosWithin(left).map((use) => use.file)).not.toContain(photo);
      expect(contentSchemas[name].safeParse(left).success).toBe(true);
    }
  }
});
