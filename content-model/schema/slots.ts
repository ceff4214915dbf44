import { z } from "zod";
import { group, list } from "./group.ts";
import { clockTime, weekdays } from "./opening-hours.ts";
import { day, sample, slugOf, text } from "./text.ts";

const slot = group("Wolny termin", "Wolna godzina: dni (days) i godzina (time).", {
  days: weekdays,
  time: clockTime("Godzina", "Godzina, np. 17:00."),
}).meta({ itemName: ["time"] });

export const slots = group(
  "Wolne terminy",
  "Wolne terminy, na stronie głównej i na stronie kontaktu (nieobowiązkowe).",
  {
    sample,
    heading: text("Nagłówek", "Nagłówek tej części, np. Wolne terminy.", 60),
    lead: text("Wstęp", "Jedno zdanie pod nagłówkiem (nieobowiązkowe).", 200).optional(),
    asOf: day(
      "Aktualne na dzień",
      "Dzień ostatniego sprawdzenia terminów, rok-miesiąc-dzień, np. 2027-01-15.",
    ),
    validDays: z.int().min(1).max(60).default(14).meta({
      title: "Przez ile dni są pokazywane",
      description: "Po tylu dniach od sprawdzenia terminy znikają ze strony same. Domyślnie 14.",
    }),
    service: slugOf("services", "Usługa", "Pole id usługi z pliku oferta.yaml, której dotyczą terminy."),
    times: list(slot, "Terminy", "Wolne godziny w tygodniu, każda z dniami.").min(1),
  },
);

export type Slots = z.output<typeof slots>;
