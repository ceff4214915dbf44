import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { typography } from "./typography.ts";

/** Hard spaces shown as `~`, word joiners as `|`. */
const set = (text: string) => typography(text).replaceAll("\u00a0", "~").replaceAll("\u2060", "|");

describe("typography", () => {
  it.each([
    // One-letter words stay with the next word.
    ["W domu i w pracy, a z nami o tym i u was", "W~domu i~w~pracy, a~z~nami o~tym i~u~was"],
    ["(z planem) i „o tym”", "(z~planem) i~„o~tym”"],
    ['"A co z tym?"', "„A~co z~tym?”"],
    ["mama i\ntata", "mama i~tata"],
    ["witamina C na zimę", "witamina C na zimę"],
    // Numbers stay with their units.
    ["24 kg, 90 zł, 60 min, 100 %, 5 km", "24~kg, 90~zł, 60~min, 100~%, 5~km"],
    ["za miesiąc, 2 × w tygodniu", "za miesiąc, 2~× w~tygodniu"],
    [
      "8 tygodni, 12 powtórzeń, 3 serie, 24 godziny, 2 razy",
      "8~tygodni, 12~powtórzeń, 3~serie, 24~godziny, 2~razy",
    ],
    ["w 2024 r. albo 2 lata", "w~2024~r. albo 2~lata"],
    ["po {retentionDays} dniach i {retentionDays} dni", "po {retentionDays}~dniach i~{retentionDays}~dni"],
    ["5 razem", "5 razem"],
    ["3 sekretne", "3 sekretne"],
    // Groups of digits stay together.
    ["1 200 zł i 12 500 osób", "1~200~zł i~12~500~osób"],
    ["+48 600 100 200, 600 100 200, 22 123 45 67", "+48~600~100~200, 600~100~200, 22~123~45~67"],
    ["rok 2024 300 biegaczy", "rok 2024 300 biegaczy"],
    // A line must not break at the hyphen of "e-mail".
    ["przez e-mail", "przez e|-|mail"],
    // Ranges.
    ["60-90 min, 2-3 razy, 1,5-2 h", "60–90~min, 2–3~razy, 1,5–2~h"],
    ["6:00-21:00 i 2019-2024", "6:00–21:00 i~2019–2024"],
    ["00-950 Warszawa, 10-100 kg", "00-950 Warszawa, 10–100~kg"],
    [
      "2026-03-15, 2026-03, 600-100-200, COVID-19, e-mail, 20-letni",
      "2026-03-15, 2026-03, 600-100-200, COVID-19, e|-|mail, 20-letni",
    ],
    // Dashes, quotation marks, ellipsis.
    ["siła - spokój -- czas", "siła~– spokój~– czas"],
    ["siła — spokój", "siła~— spokój"],
    ['"raz", ("dwa") i "trzy"', "„raz”, („dwa”) i~„trzy”"],
    ["“raz”", "„raz”"],
    ["no i...", "no i…"],
    // Abbreviations.
    ["art. 13 ust. 1 lit. b, nr 5, godz. 6, ul. Leśna", "art.~13 ust.~1 lit.~b, nr~5, godz.~6, ul.~Leśna"],
    // Addresses do not change.
    [
      "zob. https://a.pl/x-1-2/o...?a=1-2 i www.b.pl/3-4",
      "zob. https://a.pl/x-1-2/o...?a=1-2 i~www.b.pl/3-4",
    ],
    ["napisz: jan.1-2@example.com", "napisz: jan.1-2@example.com"],
    ["uodo.gov.pl, a-1-2.com", "uodo.gov.pl, a-1-2.com"],
    ['„zob. "https://a.pl/1-2"', "„zob. „https://a.pl/1-2”"],
  ])("sets %j", (from, to) => {
    expect(set(from)).toBe(to);
  });

  it("changes nothing when applied again", () => {
    const pieces = fc.constantFrom(
      ...'a i w Z do kg zł min r. art. 5 12 200 1,5 2024 00-950 6:00-7:00 +48 60-90 - -- – — … ... . , " „ ” “ ( ) / { } https://a.pl www. a@b.pl c.pl \ue000'.split(
        " ",
      ),
      " ",
      "\u00a0",
      "\n",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 3 })), { maxLength: 14 }), (words) => {
        const once = typography(words.join(""));
        expect(typography(once)).toBe(once);
      }),
      { numRuns: 3000 },
    );
  });

  it.each(["iVBORw0KGgo", "a.", "1-"])("P4.3 a long run of %j takes no time", (piece) => {
    const before = performance.now();
    typography(piece.repeat(40_000).slice(0, 40_000));
    expect(performance.now() - before).toBeLessThan(1000);
  });

  it("leaves web and e-mail addresses in running text as they are", () => {
    fc.assert(
      fc.property(
        fc.webUrl({ withQueryParameters: true, withFragments: true }),
        fc.emailAddress(),
        (url, email) => {
          fc.pre(!/["“”„<>]/.test(url) && /^[\w.+-]+@/.test(email));
          const text = typography(`Adres to ${url} albo ${email} i 5 kg`);
          expect(text).toBe(`Adres to ${url} albo ${email} i\u00a05\u00a0kg`);
        },
      ),
    );
  });
});
