import { expect, test } from "vitest";
import { loadContent } from "../../content-model/load.ts";
import { smallestContent, writeContentFolder } from "../../content-model/testing/content-folder.ts";
import { checkClause, checkPolicy } from "./privacy.ts";

/** The problems, each with the file where it is mended. */
function checkPrivacy(folder: string) {
  const content = loadContent(folder);
  return [...checkPolicy(content), ...checkClause(content)].map(({ level, text, place }) => ({
    level,
    text,
    where: place?.name,
  }));
}

const policy =
  "'{controller}, {email}, {retentionDays} dni, skarga do Prezesa UODO, art. 6 ust. 1 lit. b, dobrowolne'";
const whole = {
  site: smallestContent.site.replace("Jan Nowak }", 'Jan Nowak, nip: "1234563218", regon: "123456785" }'),
  prywatnosc: `objection: Masz prawo sprzeciwu.\n${smallestContent.prywatnosc.replace("Ja.", policy)}`,
  oferta: smallestContent.oferta,
  kontakt: smallestContent.kontakt.replace("Klauzula.", "'Administratorem jest {controller}.'"),
};

function check(from = "", to = "") {
  const changed = Object.fromEntries(
    Object.entries(whole).map(([name, text]) => [name, text.replace(from, to)]),
  );
  return checkPrivacy(writeContentFolder(changed));
}

test("a controller's name that is typed, with letters that typography binds, is found", () => {
  const named = Object.entries(whole).map(([name, text]) => [
    name,
    text.replaceAll(/Żelazna Chwila Jan Nowak|\{controller\}/g, "Ruch i Zdrowie"),
  ]);
  expect(checkPrivacy(writeContentFolder(Object.fromEntries(named)))).toEqual([]);
});

test("complete texts and valid company numbers pass", () => {
  expect(check()).toEqual([]);
  expect(check("Prezesa UODO", "Prezesa Urzędu Ochrony Danych Osobowych")).toEqual([]);
  expect(check("Żelazna Chwila Jan Nowak", "„Żelazna” Jan Nowak")).toEqual([]);
});

test.each([
  ["{controller}, ", "", "nie ma nazwy administratora danych", "prywatnosc"],
  ["{email}, ", "", "nie ma adresu e-mail do spraw danych", "prywatnosc"],
  ["{retentionDays} dni, ", "", "nie wiadomo, jak długo", "prywatnosc"],
  ["Prezesa UODO", "urzędu", "nie ma mowy o skardze", "prywatnosc"],
  ["art. 6 ust. 1", "art. 5", "nie ma podstawy prawnej", "prywatnosc"],
  ["dobrowolne", "konieczne", "dobrowolne", "prywatnosc"],
  ["objection: Masz prawo sprzeciwu.\n", "", "prawie sprzeciwu", "prywatnosc"],
  ["includes: [rozmowa]", "includes: [ankieta o zdrowiu]", "art. 9 RODO", "prywatnosc"],
  ["jest {controller}", "jest trener", "klauzula przy formularzu nie nazywa administratora", "kontakt"],
])("without %s it finds what is wrong", (from, to, text, where) => {
  expect(check(from, to)).toEqual([{ level: "error", text: expect.stringContaining(text), where }]);
});

test("a health survey passes once its legal basis is named", () => {
  const health = { oferta: whole.oferta.replace("[rozmowa]", "[ankieta o zdrowiu]") };
  const basis = { prywatnosc: whole.prywatnosc.replace("art. 6", "art. 9 ust. 2 lit. a, art. 6") };
  expect(checkPrivacy(writeContentFolder({ ...whole, ...health, ...basis }))).toEqual([]);
});
