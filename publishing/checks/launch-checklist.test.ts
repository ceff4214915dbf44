import { expect, test } from "vitest";
import { readContentFolder } from "../../content-model/read-content.ts";
import { smallestContent, writeContentFolder } from "../../content-model/testing/content-folder.ts";
import { launchChecklist } from "./launch-checklist.ts";

const facts = {
  siteUrl: "https://silownia.pl",
  isPublished: true,
  mailConfigured: true,
  hasBackup: true,
};

const undone = (folder: string, more = {}) =>
  launchChecklist(readContentFolder(folder), { ...facts, ...more }).filter(({ left }) => left > 0);

test("P4.8 everything left from the sample is a task with its field", () => {
  const todos = undone("content");
  expect(todos[0]).toMatchObject({
    label: "Własna treść: Dane i kontakt",
    place: { name: "site", path: ["trainer", "name"] },
  });
  expect(todos.map(({ label }) => label)).toContain("NIP i REGON");
  expect(todos.every(({ place }) => place && place.path.length > 0)).toBe(true);
});

test("P4.8 finished tasks are ticked off automatically", () => {
  const privacy =
    "'{controller}, {email}, {retentionDays} dni, skarga do Prezesa UODO, art. 6 ust. 1 lit. b, dobrowolne'";
  const own = {
    site: `${smallestContent.site.replace("Nowak }", 'Nowak, nip: "1234563218" }').replace("ja@example.com", "ja@silownia.pl")}openingHours: [{ days: [Mo], opens: "6:00", closes: "21:00" }]\ntrainer: { name: Ewa Nowak, role: trenerka, photo: { file: bar.jpg, alt: Sztanga. } }`,
    prywatnosc: `objection: Masz prawo sprzeciwu.\n${smallestContent.prywatnosc.replace("Ja.", privacy)}`,
    kontakt: smallestContent.kontakt.replace("Klauzula.", "'Administratorem jest {controller}.'"),
  };
  const described = Object.fromEntries(
    Object.entries({ ...smallestContent, ...own }).map(([name, text]) => [
      name,
      text.replaceAll("alt: Sztanga.", "alt: Sztanga na pomoście."),
    ]),
  );
  expect(undone(writeContentFolder(described))).toEqual([]);
  const nobody = { ...described, site: described.site?.replace(/trainer: .*/, "") ?? null };
  expect(undone(writeContentFolder(nobody))).toMatchObject([{ label: "Imię i portret", left: 1 }]);
  expect(undone(writeContentFolder(described), { isPublished: false, mailConfigured: false })).toMatchObject([
    { label: "Poczta, która wysyła Ci zapytania", screen: "/stan/ustawienia" },
    { label: "Pierwsza publikacja", screen: "/publikacja" },
  ]);
});

test("P4.8 what blocks publishing is listed with its field", () => {
  const broken = writeContentFolder({ site: smallestContent.site.replace("600 100 200", "12") });
  expect(undone(broken)).toContainEqual({
    label: "To, co stoi na drodze publikacji",
    left: 1,
    place: { name: "site", path: ["telephone"] },
  });
});
