import { expect, test } from "vitest";
import { readContentFolder } from "../../content-model/read-content.ts";
import { smallestContent, writeContentFolder } from "../../content-model/testing/content-folder.ts";
import { findForbiddenSamples } from "./forbidden-samples.ts";

const site = smallestContent.site.replace("ja@example.com", "ja@silownia.pl");

function placesIn(opinion: string): unknown[] {
  const osiagniecia = `meta:\n  published: true\nopinions:\n  - ${opinion}\n`;
  const raw = readContentFolder(writeContentFolder({ site, osiagniecia }));
  return findForbiddenSamples(raw).map(({ name, path }) => [name, ...path]);
}

test("C7.3 words of a sample opinion are refused without its mark, too; a marked one is named once", () => {
  const verification = "Tu napisz, jak to sprawdzono, np. „opinia przesłana e-mailem”.";
  expect(placesIn(`{ text: Dobrze., author: Anna, verification: "${verification}" }`)).toEqual([
    ["osiagniecia", "opinions", 0, "verification"],
  ]);
  expect(placesIn(`{ sample: true, text: Tu będą słowa osoby., author: Anna }`)).toEqual([
    ["osiagniecia", "opinions", 0],
  ]);
  expect(placesIn('{ text: "Tu będą słowa osoby, która trenuje.", author: Anna }')).toEqual([
    ["osiagniecia", "opinions", 0, "text"],
  ]);
  expect(placesIn(`{ text: "Tu będą słowa osoby.", author: Anna, verification: "${verification}" }`)).toEqual(
    [["osiagniecia", "opinions", 0, "text"]],
  );
  expect(placesIn("{ text: Tu jest dobrze.Test zdany!, author: Anna }")).toEqual([]);
});

test("C7.3 the trainer of a sample that is marked as a whole is refused", () => {
  const trainer = "trainer: { name: Imię Nazwisko, role: trener }";
  const raw = readContentFolder(writeContentFolder({ site: `sample: true\n${site}${trainer}\n` }));
  expect(findForbiddenSamples(raw).map(({ name, path }) => [name, ...path])).toEqual([
    ["site", "trainer", "name"],
  ]);
});
