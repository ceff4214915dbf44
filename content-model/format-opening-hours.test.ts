import { expect, it } from "vitest";
import { formatOpeningHours } from "./format-opening-hours.ts";
import type { Day } from "./week.ts";

it.each<[Day[], string]>([
  [["Mo", "Tu", "We", "Th", "Fr"], "poniedziałek–piątek"],
  [["Fr", "Mo", "We", "Tu", "Th"], "poniedziałek–piątek"],
  [["Sa"], "sobota"],
  [["Sa", "Su"], "sobota i\u00a0niedziela"],
  [["Mo", "We", "Fr"], "poniedziałek, środa i\u00a0piątek"],
  [["Mo", "Tu", "We", "Sa"], "poniedziałek–środa i\u00a0sobota"],
])("names the days %j", (days, shown) => {
  expect(formatOpeningHours([{ days, opens: "6:00", closes: "21:00" }])).toEqual([[shown, "6:00–21:00"]]);
});

it("drops the first zero of an hour, and only that", () => {
  const [line] = formatOpeningHours([{ days: ["Mo"], opens: "06:00", closes: "10:05" }]);
  expect(line?.[1]).toBe("6:00–10:05");
});

it("calls midnight the end of the day that it closes", () => {
  const late = (closes: string) => formatOpeningHours([{ days: ["Fr"], opens: "18:00", closes }])[0]?.[1];
  expect(["0:00", "00:00", "24:00", "0:30", "1:00"].map(late)).toEqual([
    "18:00–24:00",
    "18:00–24:00",
    "18:00–24:00",
    "18:00–0:30",
    "18:00–1:00",
  ]);
});
