import "./field-meta.ts";
import { z } from "zod";

export const clockTime = (title: string, description: string) =>
  z
    .string()
    .regex(/^(?:[01]?\d|2[0-3]):[0-5]\d$/)
    .meta({ title, description, widget: "time" });

export const weekdays = z
  .array(
    z
      .enum(["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"])
      .meta({ title: "Dzień", description: "Mo, Tu, We, Th, Fr, Sa albo Su." }),
  )
  .min(1)
  .meta({
    title: "Dni",
    widget: "days",
    description: "Dni: Mo (poniedziałek), Tu, We, Th, Fr, Sa, Su (niedziela), np. [Mo, Tu, We].",
  });

export const openingHours = z
  .strictObject({
    days: weekdays,
    opens: clockTime("Od godziny", "Godzina otwarcia, np. 6:00."),
    closes: clockTime("Do godziny", "Godzina zamknięcia, np. 21:00."),
  })
  .refine((hours) => minutes(hours.opens) < minutes(hours.closes), {
    error: "godzina zamknięcia jest wcześniejsza niż godzina otwarcia albo taka sama",
    path: ["closes"],
  })
  .meta({
    title: "Dni o tych samych godzinach",
    description: "Dni o tych samych godzinach: days, opens, closes.",
  });

function minutes(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(":").map(Number);
  return hour * 60 + minute;
}

export type OpeningHours = z.output<typeof openingHours>;
export type Day = OpeningHours["days"][number];
