import { z } from "zod";
import { group, list, matching } from "./group.ts";

export const clockTime = (title: string) =>
  matching(/^(?:[01]?\d|2[0-3]):[0-5]\d$/, { title, widget: "time" });

export const weekdays = list(
  z.enum(["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]).meta({ title: "Dzień" }),
  "Dni",
)
  .min(1)
  .meta({ widget: "days" });

export const openingHours = group("Dni o tych samych godzinach", {
  days: weekdays,
  opens: clockTime("Od godziny"),
  closes: clockTime("Do godziny"),
}).refine((hours) => minutes(hours.opens) < minutes(hours.closes), {
  error: "godzina zamknięcia jest wcześniejsza niż godzina otwarcia albo taka sama",
  path: ["closes"],
});

function minutes(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(":").map(Number);
  return hour * 60 + minute;
}

export type OpeningHours = z.output<typeof openingHours>;
export type Day = OpeningHours["days"][number];
