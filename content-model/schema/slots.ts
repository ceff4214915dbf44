import { z } from "zod";
import { clockTime, weekdays } from "./opening-hours.ts";
import { day, sample, slugOf, text } from "./text.ts";

const slot = z.strictObject({ days: weekdays, time: clockTime("Godzina", "Godzina, np. 17:00.") }).meta({
  title: "Wolny termin",
  itemName: ["time"],
  description: "Wolna godzina: dni (days) i godzina (time).",
});

export const slots = z
  .strictObject({
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
    times: z
      .array(slot)
      .min(1)
      .meta({ title: "Terminy", description: "Wolne godziny w tygodniu, każda z dniami." }),
  })
  .meta({
    title: "Wolne terminy",
    description: "Wolne terminy, na stronie głównej i na stronie kontaktu (nieobowiązkowe).",
  });

export type Slots = z.output<typeof slots>;
