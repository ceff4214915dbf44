import { z } from "zod";
import { dayNames, week } from "../week.ts";
import { group, list, matching } from "./group.ts";

export const clockTime = (title: string) =>
  matching(/^(?:[01]?\d|2[0-3]):[0-5]\d$/, { title, widget: "time" });

export const weekdays = list(z.enum(week).meta({ title: "Dzień", choices: dayNames }), "Dni")
  .min(1)
  .meta({ widget: "days" });

export const openingHours = group("Dni o tych samych godzinach", {
  days: weekdays,
  opens: clockTime("Od godziny"),
  closes: clockTime("Do godziny"),
}).refine(({ opens, closes }) => isOrdered(opens.padStart(5, "0"), closes.padStart(5, "0")), {
  error: "godzina zamknięcia jest wcześniejsza niż godzina otwarcia albo taka sama",
  path: ["closes"],
});

/** Until 5:00 a closing time belongs to the evening before. Any other that is earlier than the opening is a slip. */
const isOrdered = (opens: string, closes: string) => opens < closes || (closes < "05:00" && opens >= "05:00");

export type OpeningHours = z.output<typeof openingHours>;
