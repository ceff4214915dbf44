import { copyFileSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readContentFolder } from "../../content-model/read-content.ts";
import { smallestContent, writeContentFolder } from "../../content-model/testing/content-folder.ts";
import { leftToDo } from "./left-to-do.ts";

const now = new Date("2026-11-21T12:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);
const facts = {
  siteUrl: "https://silownia.pl",
  isPublished: true,
  mailConfigured: true,
  lastBackup: daysAgo(1),
  offsite: { wasSent: true, isProofDue: false },
  now,
};

const undone = (folder: string, more = {}) =>
  leftToDo(readContentFolder(folder), { ...facts, ...more }).filter(({ problems }) => problems.length > 0);

const privacy =
  "'{controller}, {email}, {retentionDays} dni, skarga do Prezesa UODO, art. 6 ust. 1 lit. b, dobrowolne'";
const trainer = "trainer: { name: Ewa Nowak, role: trenerka, photo: { file: bar.jpg, alt: Sztanga. } }";
const rules = "payment: [Po.], withdrawal: [Można.], complaints: [Tu.], terms: [Tak.]";
const own = {
  ...smallestContent,
  site: `${smallestContent.site.replace("Nowak }", 'Nowak, nip: "1234563218" }').replace("ja@example.com", "ja@silownia.pl")}openingHours: [{ days: [Mo], opens: "6:00", closes: "21:00" }]\n${trainer}\n`,
  prywatnosc: `objection: Masz prawo sprzeciwu.\n${smallestContent.prywatnosc.replace("Ja.", privacy)}`,
  kontakt: smallestContent.kontakt.replace("Klauzula.", "'Administratorem jest {controller}.'"),
  oferta: `${smallestContent.oferta.replace("contraindications: [Lekarz.]", `contraindications: [Lekarz.], ${rules}`)}priceNote: Ceny zawierają VAT.\n`,
};
/** Complete content with these words in place of others. */
function ownFolder(from = "", to = ""): string {
  const texts = Object.entries(own).map(([name, text]) => [
    name,
    text.replaceAll("alt: Sztanga.", "alt: Sztanga na pomoście.").replace(from, to),
  ]);
  return writeContentFolder(Object.fromEntries(texts));
}

test("P4.8 everything left from the sample is a task with its field", () => {
  const tasks = undone("content");
  const own = tasks.find(({ name }) => name === "Własna treść: Dane i kontakt");
  expect(own).toMatchObject({ at: { name: "site", path: ["trainer", "name"] } });
  expect(own?.problems[0]?.where).toMatch(/^content\/site\.yaml:\d+$/);
  const textsOf = (task: string) =>
    tasks.find(({ name }) => name === task)?.problems.map(({ text }) => text) ?? [];
  const aboutClient = expect.stringContaining("razem ze zgodą tej osoby (consent)");
  expect(textsOf("Własna treść: Osiągnięcia")).toContainEqual(aboutClient);
  expect(textsOf("Własna treść: Oferta")).not.toContainEqual(aboutClient);
  expect(textsOf("Własna treść: Dane i kontakt")).not.toContainEqual(aboutClient);
  // The sample's portrait, prices, photographs and number are not the owner's.
  expect(tasks.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["Imię i portret", "Usługi i ceny", "Własne zdjęcia", "NIP"]),
  );
  expect(tasks.every(({ at }) => typeof at === "object" && at.path.length > 0)).toBe(true);
});

test("P4.8 the sample's portrait and marked entries are named with their remedy", () => {
  const folder = ownFolder("    name: Plan\n", "    name: Plan\n    sample: true\n");
  copyFileSync("content/photos/portrait.jpg", join(folder, "photos", "bar.jpg"));
  const offer = undone(folder).find(({ name }) => name === "Własna treść: Oferta");
  expect(offer?.problems.map(({ text }) => text)).toEqual([
    expect.stringContaining("portret „bar.jpg”"),
    expect.stringContaining("usuń sample: true"),
  ]);
});

test("P4.8 finished tasks are ticked off automatically", () => {
  expect(undone(ownFolder())).toEqual([]);
  expect(undone(ownFolder("\nname: ", "\nurl: https://silownia.pl/\nname: "))).toEqual([]);
  // None disappears, so the panel's "X of Y" only ever rises.
  const names = (folder: string) => leftToDo(readContentFolder(folder), facts).map(({ name }) => name);
  expect(names(ownFolder())).toEqual(names("content"));
});

test.each([
  [/openingHours: .*/, "", "Godziny treningów", "openingHours", "warning"],
  [trainer.replace("Sztanga.", "Sztanga na pomoście."), "", "Imię i portret", "(trainer.photo)", "warning"],
  [/, photo: { file: bar.jpg, alt: .* } }/, " }", "Imię i portret", "(trainer.photo)", "warning"],
  [', nip: "1234563218"', "", "NIP", "NIP", "warning"],
  ["dobrowolne", "konieczne", "Informacja o danych osobowych", "dobrowolne", "error"],
  ["jest {controller}", "jest trener", "Informacja obok formularza", "administratora", "error"],
  ["    lead: Wstęp.\n", "", "Usługi i ceny", "usługa „Plan” nie ma jeszcze opisu", "warning"],
  ["priceNote: Ceny zawierają VAT.", "", "Zasady i ceny", "(priceNote)", "warning"],
  ["payment: [Po.], ", "", "Zasady i ceny", "(rules.payment)", "warning"],
  ["withdrawal: [Można.], ", "", "Zasady i ceny", "(rules.withdrawal)", "warning"],
  ["complaints: [Tu.], ", "", "Zasady i ceny", "(rules.complaints)", "warning"],
  [", terms: [Tak.]", "", "Zasady i ceny", "(rules.terms)", "warning"],
  [/(?<=trainer.*)Sztanga na pomoście/, "Sztanga", "Opisy zdjęć", "za krótki", "warning"],
  [/accent: .*/, "accent: '#fffbe0'", "Kolor", "#fffbe0", "warning"],
  ["\nname: ", "\nurl: https://inna.pl\nname: ", "Własny adres strony z https", "https://inna.pl", "error"],
] as const)("P4.8 %s changed to %j is a task: %s", (from, to, name, text, level) => {
  expect(undone(ownFolder(from as string, to))).toMatchObject([
    { name, problems: [{ level, text: expect.stringContaining(text), where: expect.any(String) }] },
  ]);
});

test("P4.8 an offer without prices needs no VAT note", () => {
  const folder = writeContentFolder({
    oferta: smallestContent.oferta.replace("{ amount: 1200, unit: za plan }", "{ onRequest: true }"),
  });
  const [terms] = undone(folder).filter(({ name }) => name === "Zasady i ceny");
  expect(terms?.problems.map(({ text }) => text)).not.toContainEqual(expect.stringContaining("priceNote"));
});

test.each([
  [{ siteUrl: "http://silownia.pl" }, "Własny adres strony z https", "/stan", "error"],
  [{ mailConfigured: false }, "Poczta, która wysyła Ci zapytania", "/ustawienia/poczta", "error"],
  [{ lastBackup: undefined }, "Kopia zapasowa, także poza serwerem", "/ustawienia/kopie", "warning"],
  [{ lastBackup: daysAgo(30) }, "Kopia zapasowa, także poza serwerem", "/ustawienia/kopie", "warning"],
  [
    { offsite: { wasSent: false, isProofDue: false } },
    "Kopia zapasowa, także poza serwerem",
    "/ustawienia/kopie",
    "warning",
  ],
  [
    { offsite: { wasSent: true, isProofDue: true } },
    "Kopia zapasowa, także poza serwerem",
    "/ustawienia/kopie",
    "warning",
  ],
  [{ isPublished: false }, "Pierwsza publikacja", "/publikacja", "warning"],
])("P4.8 C8.2 %j is a task with its screen", (more, name, at, level) => {
  expect(undone(ownFolder(), more)).toMatchObject([{ name, at, problems: [{ level }] }]);
});

test("C8.2 the task of the backup says what is lacking", () => {
  const lacks = (more: Parameters<typeof undone>[1]) =>
    undone(ownFolder(), more).flatMap(({ problems }) => problems.map(({ text }) => text));
  expect(lacks({ lastBackup: undefined })).toEqual([expect.stringContaining("nie ma jeszcze kopii")]);
  expect(lacks({ lastBackup: daysAgo(30) })).toEqual([expect.stringContaining("ostatnia kopia ma 30 dni")]);
  expect(lacks({ offsite: { wasSent: false, isProofDue: false } })).toEqual([
    expect.stringContaining("żadna kopia nie wyszła"),
  ]);
});

test("P4.8 what blocks publishing is listed with its field", () => {
  const folder = writeContentFolder({ site: smallestContent.site.replace("600 100 200", "12") });
  expect(undone(folder)).toContainEqual({
    name: "To, co blokuje publikację",
    why: expect.any(String),
    at: { name: "site", path: ["telephone"] },
    problems: [expect.objectContaining({ level: "error" })],
  });
});

test("C7.2 what is left after the seven questions begins with what visitors miss most", () => {
  const folder = writeContentFolder();
  cpSync("content/start", folder, { recursive: true });
  cpSync("content/photos", join(folder, "photos"), { recursive: true });
  writeFileSync(
    join(folder, "site.yaml"),
    `${readFileSync(join(folder, "site.yaml"), "utf8")}telephone: 600 100 200\n`,
  );
  const tasks = undone(folder, { isPublished: false, mailConfigured: false, lastBackup: undefined });
  expect(tasks.map(({ name }) => name)).toEqual([
    "Pierwsza publikacja",
    "Poczta, która wysyła Ci zapytania",
    "Imię i portret",
    "Usługi i ceny",
    "Godziny treningów",
    "Kilka zdań o Tobie",
    "Własne zdjęcia",
    "Własna treść: Dane i kontakt",
    "Zasady i ceny",
    "NIP",
    "Kopia zapasowa, także poza serwerem",
  ]);
  expect(tasks.filter(({ why }) => !/^\p{Lu}.+\.$/u.test(why))).toEqual([]);
});
