import { describe, expect, it } from "vitest";
import type { ContentName } from "./content.ts";
import { loadContent } from "./load.ts";
import { formatPath } from "./path.ts";
import { ContentError } from "./problems.ts";
import { smallestContent, writeContentFolder } from "./testing/content-folder.ts";

/** The problems of the smallest content after replacing a piece of one file. */
function problemsOf(name: ContentName, from: string, to: string) {
  const text = smallestContent[name];
  if (!text.includes(from)) throw new Error(`${name} does not contain ${from}`);
  return problemsIn({ [name]: text.replace(from, to) });
}

function problemsIn(changed: Parameters<typeof writeContentFolder>[0]) {
  const folder = writeContentFolder(changed);
  try {
    loadContent(folder);
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return error.problems.map((problem) => ({
      ...problem,
      path: formatPath(problem.path),
      file: problem.file.slice(folder.length + 1),
    }));
  }
  throw new Error("the content was accepted");
}

describe("loadContent", () => {
  it("reads this repository's own content", () => {
    expect(loadContent("content").index.hero.headline.length).toBeGreaterThan(0);
  });

  it("fills in optional fields", () => {
    const content = loadContent(writeContentFolder());
    expect(content.site).toMatchObject({ sample: false, openingHours: [], socialProfiles: [] });
    expect(content.site.telephone).toBe("+48600100200");
    expect(content.site.address.addressCountry).toBe("PL");
    expect(content.galeria.meta.published).toBe(true);
    expect(content.osiagniecia).toMatchObject({ opinions: [], stories: [], certificates: [] });
  });

  it("reads content of an older version: a list that no longer exists may remain if it is empty", () => {
    const osiagniecia = `${smallestContent.osiagniecia}\ntransformations: []`;
    expect(loadContent(writeContentFolder({ osiagniecia })).osiagniecia).toMatchObject({ stories: [] });
    expect(problemsIn({ osiagniecia: osiagniecia.replace("[]", "[{ text: Zmiana }]") })).toMatchObject([
      { problem: "Nie ma tu pola o nazwie „transformations”." },
    ]);
  });

  it("applies Polish typography to texts, not to names and addresses", () => {
    const content = loadContent(writeContentFolder());
    expect(content.oferta.services[0]?.duration).toBe("60\u00a0min");
    expect(content.site.address.streetAddress).toBe("ul. Krótka 2");
  });

  it("replaces placeholders by facts of site.yaml", () => {
    const kontakt = smallestContent.kontakt.replace(
      "Klauzula.",
      "'{controller}, {telephone}, {retentionDays} dni'",
    );
    const [clause] = loadContent(writeContentFolder({ kontakt })).kontakt.informationClause;
    expect(clause).toBe("Żelazna Chwila Jan Nowak, +48\u00a0600\u00a0100\u00a0200, {retentionDays}\u00a0dni");
  });

  it("does not let lines break within parts of an address", () => {
    const kontakt = smallestContent.kontakt.replace("Klauzula.", "'Ja, {address}'");
    const [clause] = loadContent(writeContentFolder({ kontakt })).kontakt.informationClause;
    expect(clause).toBe("Ja, ul.\u00a0Krótka\u00a02, 11-222\u00a0Wólka");
  });

  it("leaves out the comma before an address that there is none of, and a full stop that a sentence has anyway", () => {
    const site = smallestContent.site
      .replace(/address:.*/, "address: {}")
      .replace("do jutra", "w ciągu 24 godz.");
    const kontakt = smallestContent.kontakt.replace("Klauzula.", "'Ja, {address}. Odpowiadam {answerTime}.'");
    const [clause] = loadContent(writeContentFolder({ site, kontakt })).kontakt.informationClause;
    expect(clause).toBe("Ja. Odpowiadam w\u00a0ciągu 24\u00a0godz.");
  });

  it("sorts dated entries newest first", () => {
    const event = (date: string) => `{ date: ${date}, title: T, text: T }`;
    const certificate = (year: number) => `{ name: C, issuer: I, year: ${year} }`;
    const osiagniecia = `${smallestContent.osiagniecia}
milestones: [${["2024", "2025-03-02", "2025-03", "2025-11"].map(event)}]
certificates: [${[2020, 2026, 2023].map(certificate)}]
`;
    const content = loadContent(writeContentFolder({ osiagniecia }));
    expect(content.osiagniecia.milestones.map(({ date }) => date)).toEqual([
      "2025-11",
      "2025-03-02",
      "2025-03",
      "2024",
    ]);
    expect(content.osiagniecia.certificates.map(({ year }) => year)).toEqual([2026, 2023, 2020]);
  });

  it("validates consent records and drops them from the loaded content", () => {
    const galeria = `${smallestContent.galeria}
    recognisablePeople: true
    consent: { person: Anna Kowalska, date: 2026-02-03, scope: strona }
`;
    const content = loadContent(writeContentFolder({ galeria }));
    expect(content.galeria.photos[0]?.recognisablePeople).toBe(true);
    expect(JSON.stringify(content)).not.toContain("Kowalska");
  });
});

describe("problems of the content", () => {
  it("reports a missing folder once", () => {
    expect(() => loadContent("no-such-folder")).toThrow(
      expect.objectContaining({
        problems: [
          expect.objectContaining({
            file: "no-such-folder",
            problem: expect.stringMatching(/^Nie ma takiego folderu/),
          }),
        ],
      }),
    );
  });

  it("reports a missing field and its place", () => {
    expect(problemsOf("galeria", ", alt: Sztanga.", "")).toEqual([
      {
        name: "galeria",
        file: "galeria.yaml",
        line: 8,
        path: "photos[0].photo.alt",
        problem: "Wypełnij to pole.",
      },
    ]);
  });

  it.each<[string, ContentName, string, string, string, string]>([
    ["an empty alt text", "galeria", "alt: Sztanga.", 'alt: " "', "photos[0].photo.alt", "Wypełnij to pole."],
    ["an empty field", "oferta", "lead: Wstęp.", "lead:", "lead", "Wypełnij to pole."],
    [
      "an empty list",
      "oferta",
      "[rozmowa]",
      "[]",
      "services[0].includes",
      "Dodaj co najmniej jedną pozycję.",
    ],
    [
      "a number instead of a text",
      "site",
      "name: Żelazna Chwila",
      "name: 24",
      "name",
      "Ma tu być inny rodzaj wartości: porównaj z przykładową treścią.",
    ],
    [
      "a text instead of a number",
      "oferta",
      "amount: 1200",
      "amount: dużo",
      "services[0].price.amount",
      "Wpisz liczbę.",
    ],
    [
      "a negative price",
      "oferta",
      "1200",
      "-1",
      "services[0].price.amount",
      "Liczba -1 jest za mała, najmniej 0.",
    ],
    [
      "a group instead of a list",
      "oferta",
      "[każdy]",
      "{ a: b }",
      "services[0].forWhom",
      "Ma tu być inny rodzaj wartości: porównaj z przykładową treścią.",
    ],
    [
      "days off that end before they begin",
      "kontakt",
      "meta:",
      `slots: { heading: W, times: [{ days: [Mo], time: "7:00" }], closed: [{ from: 2027-01-08, until: 2027-01-04 }] }\nmeta:`,
      "slots.closed[0].until",
      "Ostatni dzień jest wcześniejszy niż pierwszy.",
    ],
    [
      "a bad date",
      "prywatnosc",
      "2026-01-31",
      "2026-02-31",
      "updated",
      "To nie jest prawidłowa data. Wpisz rok-miesiąc-dzień, na przykład 2027-08-01.",
    ],
    [
      "a bad e-mail",
      "site",
      "ja@example.com",
      "ja@",
      "email",
      "To nie jest prawidłowy adres e-mail. Wpisz go w całości, na przykład ala@example.pl.",
    ],
    ["a bad colour", "site", "#7fd1ae", "#7fd1a", "accent", "To nie jest prawidłowy zapis."],
    ["a short colour", "site", "#7fd1ae", "#f41", "accent", "To nie jest prawidłowy zapis."],
    [
      "a bad phone",
      "site",
      "600 100 200",
      "600 100",
      "telephone",
      "„600 100” nie jest numerem telefonu. Wpisz cały, na przykład 600 100 200.",
    ],
    [
      "a long title",
      "kontakt",
      "title: Kontakt",
      `title: ${"a".repeat(61)}`,
      "meta.title",
      "Tekst jest za długi: znaków jest 61, a może być najwyżej 60.",
    ],
    [
      "a required page that is hidden",
      "kontakt",
      "title: Kontakt",
      "title: Kontakt, published: false",
      "meta.published",
      "Wybierz jedną z możliwości.",
    ],
    [
      "an unknown placeholder",
      "kontakt",
      "lead: Wstęp.",
      "lead: 'Tel. {telefone}'",
      "lead",
      "Nie ma danych o nazwie {telefone}; można użyć: {name}, {controller}, {address}, {contact}, {email}, {telephone}, {answerTime}.",
    ],
    [
      "a dark accent",
      "site",
      "#7fd1ae",
      "#1a3a8f",
      "accent",
      "Na kolorze #1a3a8f nie da się wygodnie czytać tekstu: kontrast z #101113 to 1,8:1, a potrzeba co najmniej 4,5:1; wybierz jaśniejszy kolor.",
    ],
    [
      "a missing photo",
      "galeria",
      "bar.jpg",
      "baar.jpg",
      "photos[0].photo.file",
      "Zdjęcia „baar.jpg” nie ma. Wybierz inne.",
    ],
    [
      "a file name with Polish letters",
      "galeria",
      "bar.jpg",
      "zdjęcie.jpg",
      "photos[0].photo.file",
      "To nie jest prawidłowy zapis.",
    ],
    [
      "a service that does not exist",
      "index",
      "featured: [plan]",
      "featured: [plany]",
      "services.featured[0]",
      "Tego wpisu już nie ma. Wybierz inny z listy.",
    ],
    [
      "open slots of a service that does not exist",
      "kontakt",
      "route: Prosto.",
      'route: Prosto.\nslots: { heading: Wolne, asOf: 2027-01-01, service: plany, times: [{ days: [Mo], time: "7:00" }] }',
      "slots.service",
      "Tego wpisu już nie ma. Wybierz inny z listy.",
    ],
    [
      "a package with the id of a service",
      "oferta",
      "heading: Oferta\n",
      "heading: Oferta\npackages: [{ id: plan, name: Pakiet, forWhom: Każdy., price: { onRequest: true } }]\n",
      "packages[0].id",
      "Nazwa „plan” jest na tej stronie zajęta. Wpisz inną, na przykład „plan-2”.",
    ],
    [
      "a category that does not exist",
      "galeria",
      "category: sprzet",
      "category: maty",
      "photos[0].category",
      "Tego wpisu już nie ma. Wybierz inny z listy.",
    ],
    [
      "an id used twice",
      "galeria",
      "{ id: sprzet, name: Sprzęt }",
      "{ id: sprzet, name: Sprzęt }, { id: sprzet, name: Drugi }",
      "categories[1].id",
      "Nazwę „sprzet” ma już inny wpis. Wpisz inną.",
    ],
    [
      "a ninth category, which no filter can show",
      "galeria",
      "categories: [{ id: sprzet, name: Sprzęt }]",
      `categories: [{ id: sprzet, name: Sprzęt }${[2, 3, 4, 5, 6, 7, 8, 9].map((n) => `, { id: k${n}, name: K }`).join("")}]`,
      "categories",
      "Lista jest za długa: pozycji jest 9, a może być najwyżej 8.",
    ],
    [
      "a category whose id is used elsewhere on the page",
      "galeria",
      "{ id: sprzet, name: Sprzęt }",
      "{ id: sprzet, name: Sprzęt }, { id: menu, name: Menu }",
      "categories[1].id",
      "Nazwa „menu” jest na tej stronie zajęta. Wpisz inną, na przykład „menu-2”.",
    ],
    [
      "a category whose id is that of a photo",
      "galeria",
      "{ id: sprzet, name: Sprzęt }",
      "{ id: sprzet, name: Sprzęt }, { id: zdjecie-bar, name: Sztanga }",
      "categories[1].id",
      "Nazwa „zdjecie-bar” jest na tej stronie zajęta. Wpisz inną, na przykład „zdjecie-bar-2”.",
    ],
    [
      "a service whose id is used elsewhere on the page",
      "oferta",
      "- id: plan\n",
      "- { id: zasady, name: Z, lead: L, includes: [a], forWhom: [a], price: { onRequest: true }, duration: d, photo: { file: bar.jpg, alt: A } }\n  - id: plan\n",
      "services[0].id",
      "Nazwa „zasady” jest na tej stronie zajęta. Wpisz inną, na przykład „zasady-2”.",
    ],
    [
      "an id with Polish letters",
      "galeria",
      "{ id: sprzet,",
      "{ id: sprzęt,",
      "categories[0].id",
      "Użyj tylko małych liter bez polskich znaków, cyfr i łączników między nimi, na przykład plan-na-dom.",
    ],
    [
      "the same photo twice in the gallery",
      "galeria",
      "category: sprzet",
      "category: sprzet\n  - { photo: { file: bar.jpg, alt: Ta sama. }, caption: C, category: sprzet }",
      "photos[1].photo.file",
      "To zdjęcie jest już w galerii. Wybierz inne albo usuń jeden z wpisów.",
    ],
    [
      "a retention placeholder in the wrong file",
      "oferta",
      "lead: Wstęp.\nservices",
      "lead: 'Dane usuwam po {retentionDays} dniach.'\nservices",
      "lead",
      "{retentionDays} działa tylko w informacji o danych osobowych: na jej stronie i przy formularzu. Tu usuń go z tekstu.",
    ],
    [
      "a fact that refers to another fact",
      "site",
      "answerTime: do jutra",
      "answerTime: 'do jutra, {name}'",
      "answerTime",
      "W tym polu nie można użyć danych w klamrach: samo trafia do innych tekstów.",
    ],
    [
      "people without consent",
      "galeria",
      "category: sprzet",
      "category: sprzet\n    recognisablePeople: true",
      "photos[0].consent",
      "Brakuje zapisu zgody osoby, którą można rozpoznać na zdjęciu.",
    ],
    [
      "closing before opening",
      "site",
      "answerTime",
      'openingHours: [{ days: [Mo], opens: "9:00", closes: "8:00" }]\nanswerTime',
      "openingHours[0].closes",
      "Godzina zamknięcia jest wcześniejsza niż godzina otwarcia albo taka sama.",
    ],
    [
      "closing before opening, both at night",
      "site",
      "answerTime",
      'openingHours: [{ days: [Mo], opens: "3:00", closes: "2:00" }]\nanswerTime',
      "openingHours[0].closes",
      "Godzina zamknięcia jest wcześniejsza niż godzina otwarcia albo taka sama.",
    ],
    [
      "a social profile without a web address",
      "site",
      "answerTime",
      "socialProfiles: [{ name: X, url: 'javascript:alert(1)' }]\nanswerTime",
      "socialProfiles[0].url",
      "To nie jest prawidłowy adres internetowy. Wpisz go w całości, od https://.",
    ],
    [
      "a broken date",
      "osiagniecia",
      "lead",
      "milestones: [{ date: 2025-13, title: T, text: T }]\nlead",
      "milestones[0].date",
      "To nie jest prawidłowy zapis.",
    ],
    [
      "a start without a result",
      "osiagniecia",
      "lead",
      "competitions: [{ date: 2025, event: E, discipline: D }]\nlead",
      "competitions[0]",
      "Brakuje wyniku: wypełnij „Miejsce” albo „Wynik”.",
    ],
    [
      "a story without consent",
      "osiagniecia",
      "lead",
      "stories: [{ title: T, text: T, period: rok, figure: { value: 1, label: L } }]\nlead",
      "stories[0].consent",
      "Brakuje zapisu zgody osoby, od której pochodzi ten wpis albo o której mówi.",
    ],
    [
      "an opinion without consent",
      "osiagniecia",
      "lead",
      "opinions: [{ text: T, author: A, date: 2025, verification: V }]\nlead",
      "opinions[0].consent",
      "Brakuje zapisu zgody osoby, od której pochodzi ten wpis albo o której mówi.",
    ],
    [
      "an opinion about a service that does not exist",
      "osiagniecia",
      "lead",
      "opinions: [{ sample: true, text: T, author: A, date: 2024, verification: V }, { sample: true, text: T, author: A, date: 2025, verification: V, service: pla }]\nlead",
      "opinions[1].service",
      "Tego wpisu już nie ma. Wybierz inny z listy.",
    ],
    [
      "an opinion without a verification note",
      "osiagniecia",
      "lead",
      "opinions: [{ sample: true, text: T, author: A, date: 2025 }]\nlead",
      "opinions[0].verification",
      "Wypełnij to pole.",
    ],
  ])("says what is wrong with %s", (_case, name, from, to, path, problem) => {
    expect(problemsOf(name, from, to)).toMatchObject([{ file: `${name}.yaml`, path, problem }]);
  });

  it("names every unknown field with its line", () => {
    expect(
      problemsOf("site", "answerTime: do jutra", "answerTime: do jutra\nacent: x\ntelefon: 1"),
    ).toMatchObject([
      { path: "acent", line: 10, problem: "Nie ma tu pola o nazwie „acent”." },
      { path: "telefon", line: 11 },
    ]);
  });

  it("explains a wrong price as the kind of price it resembles", () => {
    expect(
      problemsOf("oferta", "{ amount: 1200, unit: za plan }", "{ amont: 1200, unit: za plan }"),
    ).toMatchObject([
      { path: "services[0].price.amount", problem: "Wypełnij to pole." },
      { path: "services[0].price.amont", problem: "Nie ma tu pola o nazwie „amont”." },
    ]);
    expect(problemsOf("oferta", "{ amount: 1200, unit: za plan }", "{ onRequest: false }")).toMatchObject([
      { path: "services[0].price.onRequest", problem: "Wybierz jedną z możliwości." },
    ]);
  });

  it("reports missing consent together with other problems of the same entry", () => {
    const found = problemsOf("galeria", "caption: Sztanga", "recognisablePeople: true");
    expect(found.map(({ path }) => path)).toEqual(["photos[0].caption", "photos[0].consent"]);
  });

  it("reports the problems of all files at once", () => {
    const found = problemsIn({
      site: smallestContent.site.replace("name:", "nam:"),
      index: smallestContent.index.replace("featured: [plan]", "featured: [dieta]"),
      galeria: `${smallestContent.galeria}\nheading: Znowu`,
      kontakt: null,
      prywatnosc: "",
    });
    expect(found.map(({ file, problem }) => `${file}: ${problem}`)).toEqual([
      "site.yaml: Wypełnij to pole.",
      "site.yaml: Nie ma tu pola o nazwie „nam”.",
      expect.stringMatching(/^galeria\.yaml: Linii \d+ nie da się odczytać/),
      expect.stringMatching(/^kontakt\.yaml: Nie ma takiego pliku/),
      "prywatnosc.yaml: Wypełnij to pole.",
      "prywatnosc.yaml: Wypełnij to pole.",
      "prywatnosc.yaml: Wypełnij to pole.",
      "index.yaml: Tego wpisu już nie ma. Wybierz inny z listy.",
    ]);
  });
});
