import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadContent } from "../../content-model/load.ts";
import { smallestContent, writeContentFolder } from "../../content-model/testing/content-folder.ts";
import { checkPhotos } from "./check-photos.ts";

const alt = "Sztanga na drewnianym pomoście.";

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
  return checkPhotos(loadContent(folder), folder);
}

test("descriptions of what can be seen pass, even with the same photo twice", () => {
  expect(check(alt)).toEqual([]);
});

test.each([
  ["IMG_2034", "opis zdjęcia to nazwa pliku"],
  ["sztanga-mala.jpg", "opis zdjęcia to nazwa pliku"],
  ["Sztanga.", "opis zdjęcia jest za krótki"],
  ["Zdjęcie sztangi na pomoście.", "opis zaczyna się od słowa, które czytnik ekranu mówi sam"],
])("finds the description „%s”", (words, text) => {
  expect(check(words)).toEqual([
    { level: "warning", text: expect.stringContaining(text), where: "photos/bar.jpg" },
  ]);
});

test("finds two photographs with the same description", () => {
  expect(check(alt, "mat.jpg", ["bar.jpg", "mat.jpg"])).toEqual([
    {
      level: "warning",
      text: expect.stringContaining("ten sam opis ma już bar.jpg"),
      where: "photos/mat.jpg",
    },
  ]);
});

test("finds a photograph that no page shows", () => {
  expect(check(alt, "bar.jpg", ["bar.jpg", "extra.jpg"])).toEqual([
    { level: "warning", text: expect.stringContaining("extra.jpg") },
  ]);
});
