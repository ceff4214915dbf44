import type { z } from "zod";
import { group, matching, number } from "./group.ts";
import { day, exactText, text } from "./text.ts";

const file = (title: string, description: string) =>
  matching(
    /^[A-Za-z0-9][A-Za-z0-9._-]*\.(?:[Jj][Pp][Ee]?[Gg]|[Pp][Nn][Gg]|[Ww][Ee][Bb][Pp]|[Aa][Vv][Ii][Ff])$/,
    { title, description },
  );

const focus = group(
  "Najważniejsze miejsce zdjęcia",
  "Najważniejsze miejsce zdjęcia: zostaje widoczne także po przycięciu.",
  {
    x: number("Od lewej", "Odległość od lewej krawędzi w procentach, od 0 do 100.", 0, 100),
    y: number("Od góry", "Odległość od górnej krawędzi w procentach, od 0 do 100.", 0, 100),
  },
);

export const photo = group("Zdjęcie", "Zdjęcie: plik i opis.", {
  file: file("Plik", "Nazwa pliku z folderu photos, bez polskich liter i spacji, np. zdjecie.jpg."),
  alt: text(
    "Co widać na zdjęciu",
    "Co widać na zdjęciu, jednym zdaniem, dla osób, które go nie widzą.",
    200,
  ).meta({ help: "Jednym zdaniem, dla osób, które go nie widzą." }),
  focus: focus.optional(),
  phone: group("Kadr na telefon", "Osobny kadr tego samego zdjęcia na wąskie ekrany (nieobowiązkowy).", {
    file: file("Plik", "Nazwa pliku z folderu photos z kadrem na telefon."),
    focus: focus.optional(),
  })
    .meta({ help: "Inny kadr tego samego zdjęcia na wąskie ekrany." })
    .optional(),
}).meta({ widget: "photo" });

/** An optional photograph. */
export function optionalPhoto(title: string, description: string, help?: string) {
  return photo.meta({ title, widget: "photo", ...(help && { help }), description }).optional();
}

/** For list entries that are identified by their photograph. */
export const namedByPhoto = { itemName: ["photo", "alt"], itemKey: ["photo", "file"] };

export type Photo = z.output<typeof photo>;

/**
 * Evidence that a person agreed to be shown. It is validated and then dropped, so it never reaches visitors.
 */
export const consent = group(
  "Zgoda tej osoby",
  "Zapis zgody osoby, o której mowa albo którą widać: person, date, scope.",
  {
    person: exactText("Imię i nazwisko", "Kto wyraził zgodę. Ta informacja nie trafia na stronę."),
    date: day("Data zgody", "Dzień wyrażenia zgody, rok-miesiąc-dzień, np. 2026-03-15."),
    scope: exactText(
      "Zakres zgody",
      "Na co jest zgoda, np. „imię, opinia i zdjęcie na stronie internetowej, do odwołania”.",
      300,
    ),
  },
).meta({ help: "Tylko dla Ciebie: nie trafia na stronę." });
