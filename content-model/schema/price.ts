import { z } from "zod";
import { text } from "./text.ts";

export const price = z
  .union([
    z.strictObject({
      amount: z.number().min(0).max(100_000).meta({ description: "Kwota w złotych, sama liczba, np. 150." }),
      unit: text("Za co jest ta kwota, np. „za spotkanie” albo „za miesiąc”.", 40),
    }),
    z.strictObject({
      onRequest: z
        .literal(true)
        .meta({ description: "true: zamiast kwoty pojawi się „wycena po rozmowie”." }),
    }),
  ])
  .meta({ description: "Cena: kwota (amount) i jednostka (unit) albo samo onRequest: true." });

export type Price = z.output<typeof price>;
