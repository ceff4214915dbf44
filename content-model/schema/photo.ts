import type { z } from "zod";
import { isTree } from "../path.ts";
import { group, matching, number } from "./group.ts";
import { day, exactText, text } from "./text.ts";

const file = matching(
  /^[A-Za-z0-9][A-Za-z0-9._-]*\.(?:[Jj][Pp][Ee]?[Gg]|[Pp][Nn][Gg]|[Ww][Ee][Bb][Pp]|[Aa][Vv][Ii][Ff])$/,
  { title: "Plik" },
);

const focus = group("Najważniejsze miejsce zdjęcia", {
  x: number("Od lewej", 0, 100),
  y: number("Od góry", 0, 100),
});

export const photo = group("Zdjęcie", {
  file,
  alt: text("Co widać na zdjęciu", 200).meta({ help: "Jednym zdaniem, dla osób, które go nie widzą." }),
  focus: focus.optional(),
  phone: group("Kadr na telefon", { file, focus: focus.optional() })
    .meta({ help: "Inny kadr tego samego zdjęcia na wąskie ekrany." })
    .optional(),
}).meta({ widget: "photo" });

export const optionalPhoto = (title: string) => photo.meta({ title }).optional();

/** For list entries that are identified by their photograph. */
export const namedByPhoto = { itemName: ["photo", "alt"], itemKey: ["photo", "file"] };

export type Photo = z.output<typeof photo>;

/** Evidence that a person agreed to be shown. It is validated and then dropped, so it never reaches visitors. */
export const consent = group("Zgoda tej osoby", {
  person: exactText("Imię i nazwisko"),
  date: day("Data zgody"),
  scope: exactText("Zakres zgody", 300),
}).meta({ help: "Tylko dla Ciebie: nie trafia na stronę." });

/** How a missing consent is reported, even if other fields are wrong too. */
export const missingConsent = (error: string) => ({
  error,
  path: ["consent"],
  when: ({ value }: { value: unknown }) => isTree(value),
});
