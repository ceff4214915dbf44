import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readContentFolder } from "./read-content.ts";
import { findSamples, holdsSample } from "./samples.ts";
import { smallestContent, writeContentFolder } from "./testing/content-folder.ts";

const own = smallestContent.site.replace("ja@example.com", "ja@silownia.pl");

/** The findings by file and line. */
function found(changed: Parameters<typeof writeContentFolder>[0]) {
  const raw = readContentFolder(writeContentFolder({ site: own, ...changed }));
  return findSamples(raw).map(({ name, path, left }) => ({
    file: `${name}.yaml`,
    line: raw.files[name].lineOf?.(path),
    left,
  }));
}

describe("findSamples", () => {
  it("finds nothing in the owner's content or in what is marked as such", () => {
    expect(found({})).toEqual([]);
    expect(found({ site: `sample: false\n${own}` })).toEqual([]);
  });

  it("finds marked entries at any depth, with file and line", () => {
    const oferta = smallestContent.oferta.replace("    name: Plan\n", "    name: Plan\n    sample: true\n");
    expect(found({ site: `sample: true\n${own}`, oferta })).toEqual([
      { file: "site.yaml", line: 1, left: { kind: "marked" } },
      { file: "oferta.yaml", line: 8, left: { kind: "marked" } },
    ]);
  });

  it.each([
    ["+48 600 100 200", "+48 000 000 000"],
    ["ja@silownia.pl", "kontakt@example.com"],
    ["ul. Krótka 2", "ul. Przykładowa 1"],
    ["Jan Nowak", "Nowak https://example.com/kurs"],
    ["do jutra", "do jutra (przykład)"],
    ["Jan Nowak", "Imię Nazwisko"],
  ])("finds words that only a sample says: %s changed to %s", (from, to) => {
    const site = own.replace("600 100 200", "+48 600 100 200").replace(from, to);
    expect(found({ site })).toEqual([
      expect.objectContaining({ left: { kind: "text", text: expect.stringContaining(to.slice(-8)) } }),
    ]);
  });

  it.each(["0048 600 100 200", "1000000000", "0 zł", "8:00", "na przykład rower", "hello@exampleton.com"])(
    "takes %s for real",
    (words) => {
      expect(found({ site: own.replace("do jutra", `"${words}"`) })).toEqual([]);
    },
  );

  it.each(["x".repeat(300), "\\0.jpg"])(
    "passes over a photograph whose name no file can have: %j",
    (name) => {
      expect(found({ oferta: smallestContent.oferta.replaceAll("bar.jpg", `"${name}"`) })).toEqual([]);
    },
  );

  it("finds the sample's portrait under any name and accepts the owner's", () => {
    const folder = writeContentFolder({ site: own });
    copyFileSync("content/photos/portrait.jpg", join(folder, "photos", "bar.jpg"));
    writeFileSync(join(folder, "photos", "portrait.jpg"), "of one's own");
    const trainer =
      "trainer: { name: Ewa Nowak, role: trenerka, photo: { file: portrait.jpg, alt: Ewa Nowak. } }";
    writeFileSync(join(folder, "site.yaml"), own + trainer);
    expect(findSamples(readContentFolder(folder)).map(({ name, left }) => [name, left])).toEqual(
      ["index", "oferta", "galeria"].map((name) => [name, { kind: "portrait", photo: "bar.jpg" }]),
    );
  });

  it("C7.3 tells the sample's rendered room by its bytes", () => {
    const folder = writeContentFolder({ site: own });
    copyFileSync("content/photos/room.jpg", join(folder, "photos", "bar.jpg"));
    const [first] = findSamples(readContentFolder(folder));
    expect(first).toMatchObject({ name: "index", left: { kind: "rendered", photo: "bar.jpg" } });
  });

  it("skips hidden pages except the offer, which the home page also shows", () => {
    const marked = "meta:\n  published: false\nservices:\n  - sample: true\n";
    expect(found({ galeria: marked, osiagniecia: marked })).toEqual([]);
    expect(found({ oferta: marked })).toEqual([{ file: "oferta.yaml", line: 4, left: { kind: "marked" } }]);
  });

  it("leaves an unreadable file to the content check", () => {
    expect(found({ oferta: "a: [", galeria: null })).toEqual([]);
  });
});

it("holdsSample looks only for the sample mark", () => {
  expect(holdsSample({ services: [{ name: "a" }, { name: "b", sample: true }] })).toBe(true);
  expect(holdsSample({ services: [{ sample: false }], email: "a@example.com" })).toBe(false);
});
