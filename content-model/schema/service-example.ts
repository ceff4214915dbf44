import { z } from "zod";
import { text } from "./text.ts";

const entry = z
  .strictObject({
    name: text("Co", "Ćwiczenie albo potrawa.", 120),
    amount: text("Ile", "Serie i powtórzenia albo porcja (nieobowiązkowe).", 80).optional(),
  })
  .meta({ title: "Pozycja", itemName: ["name"], description: "Jedna pozycja: name i amount." });

const part = z
  .strictObject({
    title: text("Nazwa", "Dzień albo pora, np. Poniedziałek albo Śniadanie.", 40),
    note: text("Dopisek", "Czas albo godzina, np. 45 minut (nieobowiązkowy).", 60).optional(),
    entries: z.array(entry).min(1).meta({ title: "Pozycje", description: "Pozycje w tej części." }),
  })
  .meta({
    title: "Część przykładu",
    itemName: ["title"],
    description: "Jeden dzień planu albo jeden posiłek.",
  });

/** A sample of what is bought, readable on the page: a week of a plan, a day of a menu. */
export const serviceExample = z
  .strictObject({
    label: text("Napis", "Napis, który rozwija przykład, np. Zobacz przykładowy plan.", 60),
    intro: text("Wstęp", "Dla kogo jest ten przykład, jedno zdanie.", 240),
    parts: z.array(part).min(1).max(7).meta({ title: "Części", description: "Dni planu albo posiłki." }),
    note: text("Zdanie pod przykładem", "Zdanie pod przykładem (nieobowiązkowe).", 300).optional(),
  })
  .meta({
    title: "Przykład",
    description: "Przykładowy tydzień planu albo dzień jadłospisu (nieobowiązkowy).",
  });
