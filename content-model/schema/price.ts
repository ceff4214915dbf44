import { z } from "zod";
import { group, number } from "./group.ts";
import { day, text } from "./text.ts";

const amount = number("Kwota (zł)", "Kwota w złotych, sama liczba, np. 150.", 0, 100_000);

const later = group("Nowa cena", "Cena od podanego dnia: from i amount (nieobowiązkowa).", {
  from: day("Od dnia", "Dzień, od którego jest nowa cena, rok-miesiąc-dzień, np. 2027-01-01."),
  amount,
}).meta({ help: "Od wybranego dnia cena zmieni się na stronie sama." });

export const price = z
  .union([
    z.strictObject({
      amount,
      unit: text("Za co", "Za co jest ta kwota, np. „za trening” albo „za miesiąc”.", 40).meta({
        help: "Np. za trening, za miesiąc.",
      }),
      later: later.optional(),
    }),
    z.strictObject({
      onRequest: z.literal(true).meta({
        title: "Wycena po rozmowie",
        description: "true: zamiast kwoty pojawi się „wycena po rozmowie”.",
      }),
    }),
  ])
  .meta({
    title: "Cena",
    description: "Cena: kwota (amount) i jednostka (unit) albo samo onRequest: true.",
    widget: "price",
  });

export type Price = z.output<typeof price>;
