import { z } from "zod";
import { group, number } from "./group.ts";
import { day, text } from "./text.ts";

const amount = number("Kwota (zł)", 0, 100_000);

const later = group("Nowa cena", { from: day("Od dnia"), amount }).meta({
  help: "Od wybranego dnia cena zmieni się na stronie sama.",
});

export const price = z
  .union([
    z.strictObject({
      amount,
      unit: text("Za co", 40).meta({ help: "Np. za trening, za miesiąc." }),
      later: later.optional(),
    }),
    z.strictObject({ onRequest: z.literal(true).meta({ title: "Wycena po rozmowie" }) }),
  ])
  .meta({ title: "Cena", widget: "price" });

export type Price = z.output<typeof price>;
