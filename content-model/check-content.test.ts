import { expect, it } from "vitest";
import { checkContent } from "./load.ts";
import { parseContentFile, type RawContent, readContentFolder } from "./read-content.ts";
import { smallestContent, writeContentFolder } from "./testing/content-folder.ts";

/** The smallest content as read, with the text of one file replaced. */
function rawWith(oferta: string): RawContent {
  const raw = readContentFolder(writeContentFolder());
  const file = parseContentFile(oferta, "oferta", "oferta.yaml");
  return { ...raw, files: { ...raw.files, oferta: file } };
}

it("checks content from memory like content from files", () => {
  const draft = rawWith(smallestContent.oferta.replace("amount: 1200", "amount: 1300"));
  expect(checkContent(draft)).toMatchObject({
    ok: true,
    content: { oferta: { services: [{ price: { amount: 1300 } }] } },
  });
});

it("reports a value without a source file in words for a form", () => {
  const raw = rawWith(smallestContent.oferta);
  const value = { ...(raw.files.oferta.value as object), heading: "" };
  const oferta = { file: "oferta.yaml", value, problems: [] };
  expect(checkContent({ ...raw, files: { ...raw.files, oferta } })).toEqual({
    ok: false,
    problems: [expect.objectContaining({ name: "oferta", path: ["heading"], problem: "Wypełnij to pole." })],
  });
});

it("reports in the panel what to fix in a file that cannot be parsed", () => {
  expect(checkContent(rawWith("heading: &x Oferta\nlead: *x\n"))).toMatchObject({
    problems: [
      {
        name: "oferta",
        problem: expect.stringMatching(/^Linii 2 nie da się odczytać\. Popraw ją w edytorze tekstu: /),
      },
    ],
  });
});

it("requires the pictures that the content names", () => {
  const raw = rawWith(smallestContent.oferta.replaceAll("bar.jpg", "none.jpg"));
  expect(checkContent(raw)).toMatchObject({
    problems: [
      { path: ["services", 0, "photo", "file"], problem: "Zdjęcia „none.jpg” nie ma. Wybierz inne." },
    ],
  });
});

it("does not modify the raw values, which forms go on using", () => {
  const raw = readContentFolder("content");
  const before = structuredClone(raw.files.oferta.value);
  checkContent(raw);
  expect(raw.files.oferta.value).toEqual(before);
});

it("P4.3 a picture or file that was pasted as text is called too long at once, and keeps nobody waiting", () => {
  const raw = rawWith(smallestContent.oferta);
  const value = { ...(raw.files.oferta.value as object), heading: "iVBORw0KGgo".repeat(2500) };
  const oferta = { file: "oferta.yaml", value, problems: [] };
  const before = performance.now();
  expect(checkContent({ ...raw, files: { ...raw.files, oferta } })).toMatchObject({
    problems: [{ path: ["heading"], problem: expect.stringMatching(/^Tekst jest za długi/) }],
  });
  expect(performance.now() - before).toBeLessThan(2000);
});
