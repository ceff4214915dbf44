import { group } from "./group.ts";
import { day, text } from "./text.ts";

export const notice = group(
  "Komunikat",
  "Komunikat na górze każdej strony, od dnia do dnia: text, from, until (nieobowiązkowy).",
  {
    text: text("Treść", "Jedno, dwa zdania, np. „Od 1 do 14 sierpnia nie prowadzę treningów.”.", 200).meta({
      help: "Jedno, dwa zdania, np. „Od 1 do 14 sierpnia nie prowadzę treningów.”.",
    }),
    from: day("Od", "Pierwszy dzień, rok-miesiąc-dzień, np. 2027-08-01."),
    until: day("Do", "Ostatni dzień, rok-miesiąc-dzień, np. 2027-08-14."),
  },
)
  .refine(({ from, until }) => from <= until, {
    error: "ostatni dzień jest wcześniejszy niż pierwszy",
    path: ["until"],
  })
  .meta({ help: "Na górze każdej strony: sam pojawia się pierwszego dnia i sam znika po ostatnim." });
