import { z } from "zod";
import { dayNames, isNight, week } from "../week.ts";
import { group, list, matching } from "./group.ts";

export const clockTime = (title: string) =>
  matching(/^(?:[01]?\d|2[0-3]):[0-5]\d$/, { title, widget: "time" });

export const weekdays = list(z.enum(week).meta({ title: "Dzień", choices: dayNames }), "Dni")
  .min(1)
  .meta({ widget: "days" });

export const openingHours = group("Dni o tych samych godzinach", {
  days: weekdays,
  opens: clockTime("Od godziny"),
  closes: matching(/^(?:(?:[01]?\d|2[0-3]):[0-5]\d|24:00)$/, { title: "Do godziny", widget: "time" }),
}).refine(({ opens, closes }) => isOrdered(opens.padStart(5, "0"), closes.padStart(5, "0")), {
  error: "godzina zamknięcia jest wcześniejsza niż godzina otwarcia albo taka sama",
  path: ["closes"],
});

/** A closing time at night may be earlier than the opening in the evening; any other that is earlier is a slip. */
const isOrdered = (opens: string, closes: string) => opens < closes || (isNight(closes) && !isNight(opens));

export type OpeningHours = z.output<typeof openingHours>;
