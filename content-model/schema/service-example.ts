import { group, list } from "./group.ts";
import { text } from "./text.ts";

const entry = group("Pozycja", "Jedna pozycja: name i amount.", {
  name: text("Co", "Ćwiczenie albo potrawa.", 120),
  amount: text("Ile", "Serie i powtórzenia albo porcja (nieobowiązkowe).", 80).optional(),
}).meta({ itemName: ["name"] });

const part = group("Część przykładu", "Jeden dzień planu albo jeden posiłek.", {
  title: text("Nazwa", "Dzień albo pora, np. Poniedziałek albo Śniadanie.", 40),
  note: text("Dopisek", "Czas albo godzina, np. 45 minut (nieobowiązkowy).", 60).optional(),
  entries: list(entry, "Pozycje", "Pozycje w tej części.").min(1),
}).meta({ itemName: ["title"] });

/** A sample of what is bought, readable on the page: a week of a plan, a day of a menu. */
export const serviceExample = group(
  "Przykład",
  "Przykładowy tydzień planu albo dzień jadłospisu (nieobowiązkowy).",
  {
    label: text("Napis", "Napis, który rozwija przykład, np. Zobacz przykładowy plan.", 60),
    intro: text("Wstęp", "Dla kogo jest ten przykład, jedno zdanie.", 240),
    parts: list(part, "Części", "Dni planu albo posiłki.").min(1).max(7),
    note: text("Zdanie pod przykładem", "Zdanie pod przykładem (nieobowiązkowe).", 300).optional(),
  },
);
