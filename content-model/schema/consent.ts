import { z } from "zod";
import { exactText } from "./text.ts";

/**
 * Evidence that a person agreed to be shown. It is checked and then left out of the loaded content,
 * so that it cannot reach a visitor.
 */
export const consent = z
  .strictObject({
    person: exactText("Kto wyraził zgodę. Ta informacja nie trafia na stronę."),
    date: z.iso.date().meta({ description: "Dzień wyrażenia zgody, rok-miesiąc-dzień, np. 2026-03-15." }),
    scope: exactText("Na co jest zgoda, np. „zdjęcie na stronie internetowej, do odwołania”.", 300),
  })
  .meta({ description: "Zapis zgody osoby widocznej na zdjęciu: person, date, scope." });
