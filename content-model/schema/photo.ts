import { z } from "zod";
import { text } from "./text.ts";

const percent = (description: string) => z.number().min(0).max(100).meta({ description });

const file = (description: string) =>
  z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._-]*\.(?:[Jj][Pp][Ee]?[Gg]|[Pp][Nn][Gg]|[Ww][Ee][Bb][Pp]|[Aa][Vv][Ii][Ff])$/,
    )
    .meta({ description });

const focus = z
  .strictObject({
    x: percent("Odległość od lewej krawędzi w procentach, od 0 do 100."),
    y: percent("Odległość od górnej krawędzi w procentach, od 0 do 100."),
  })
  .meta({ description: "Najważniejsze miejsce zdjęcia: zostaje widoczne także po przycięciu." });

export const photo = z
  .strictObject({
    file: file("Nazwa pliku z folderu photos, bez polskich liter i spacji, np. zdjecie.jpg."),
    alt: text("Co widać na zdjęciu, jednym zdaniem, dla osób, które go nie widzą.", 200),
    focus: focus.optional(),
    phone: z
      .strictObject({
        file: file("Nazwa pliku z folderu photos z kadrem na telefon."),
        focus: focus.optional(),
      })
      .meta({ description: "Osobny kadr tego samego zdjęcia na wąskie ekrany (nieobowiązkowy)." })
      .optional(),
  })
  .meta({ description: "Zdjęcie: plik i opis." });

export type Photo = z.output<typeof photo>;
