import "./field-meta.ts";
import { z } from "zod";
import { text } from "./text.ts";

const percent = (title: string, description: string) =>
  z.number().min(0).max(100).meta({ title, description });

const file = (title: string, description: string) =>
  z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._-]*\.(?:[Jj][Pp][Ee]?[Gg]|[Pp][Nn][Gg]|[Ww][Ee][Bb][Pp]|[Aa][Vv][Ii][Ff])$/,
    )
    .meta({ title, description });

const focus = z
  .strictObject({
    x: percent("Od lewej", "Odległość od lewej krawędzi w procentach, od 0 do 100."),
    y: percent("Od góry", "Odległość od górnej krawędzi w procentach, od 0 do 100."),
  })
  .meta({
    title: "Najważniejsze miejsce zdjęcia",
    description: "Najważniejsze miejsce zdjęcia: zostaje widoczne także po przycięciu.",
  });

export const photo = z
  .strictObject({
    file: file("Plik", "Nazwa pliku z folderu photos, bez polskich liter i spacji, np. zdjecie.jpg."),
    alt: text(
      "Co widać na zdjęciu",
      "Co widać na zdjęciu, jednym zdaniem, dla osób, które go nie widzą.",
      200,
    ).meta({ help: "Jednym zdaniem, dla osób, które go nie widzą." }),
    focus: focus.optional(),
    phone: z
      .strictObject({
        file: file("Plik", "Nazwa pliku z folderu photos z kadrem na telefon."),
        focus: focus.optional(),
      })
      .meta({
        title: "Kadr na telefon",
        help: "Inny kadr tego samego zdjęcia na wąskie ekrany.",
        description: "Osobny kadr tego samego zdjęcia na wąskie ekrany (nieobowiązkowy).",
      })
      .optional(),
  })
  .meta({ title: "Zdjęcie", widget: "photo", description: "Zdjęcie: plik i opis." });

/** A photograph that its place can do without. */
export function optionalPhoto(title: string, description: string, help?: string) {
  return photo.meta({ title, widget: "photo", ...(help && { help }), description }).optional();
}

/** For entries of a list that are known by their photograph. */
export const namedByPhoto = { itemName: ["photo", "alt"], itemKey: ["photo", "file"] };

export type Photo = z.output<typeof photo>;
