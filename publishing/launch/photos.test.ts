import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadContent } from "../../content-model/load.ts";
import { smallestContent, writeContentFolder } from "../../content-model/testing/content-folder.ts";
import { checkPhotos } from "./photos.ts";

const alt = "Sztanga na drewnianym pomoście.";

const inGallery = { name: "galeria", path: ["photos", 0, "photo", "alt"] };

/** The smallest content with one gallery photograph that has this description. */
function check(galleryAlt: string, galleryFile = "bar.jpg", files = ["bar.jpg"]) {
  const described = (text: string, words: string, file = "bar.jpg") =>
    text.replaceAll("{ file: bar.jpg, alt: Sztanga. }", `{ file: ${file}, alt: "${words}" }`);
  const folder = writeContentFolder({
    index: described(smallestContent.index, alt),
    oferta: described(smallestContent.oferta, alt),
    galeria: described(smallestContent.galeria, galleryAlt, galleryFile),
  });
  for (const file of files) writeFileSync(join(folder, "photos", file), "");
  return checkPhotos(loadContent(folder));
}

test("descriptions of what can be seen pass, even with the same photo twice", () => {
  expect(check(alt)).toEqual([]);
});

test.each([
  ["IMG_2034", "opis zdjęcia to nazwa pliku"],
  ["sztanga-mala.jpg", "opis zdjęcia to nazwa pliku"],
  ["Sztanga.", "opis zdjęcia jest za krótki"],
  ["Zdjęcie sztangi na pomoście.", "opis zaczyna się od słowa"],
])("finds the description „%s”", (words, text) => {
  expect(check(words)).toEqual([
    { level: "warning", text: expect.stringContaining(`bar.jpg: ${text}`), place: inGallery },
  ]);
});

test("finds two photographs with the same description", () => {
  expect(check(alt, "mat.jpg", ["bar.jpg", "mat.jpg"])).toEqual([
    {
      level: "warning",
      text: expect.stringContaining("mat.jpg: ten sam opis ma już bar.jpg"),
      place: inGallery,
    },
  ]);
});
