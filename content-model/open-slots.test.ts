import { expect, it } from "vitest";
import { openDays } from "./format-opening-hours.ts";

it("groups the open slots by day, in the order of the week and of the clock, each once", () => {
  const times = [
    { days: ["Th" as const, "Tu" as const], time: "17:30" },
    { days: ["Tu" as const], time: "7:00" },
    { days: ["Tu" as const], time: "07:00" },
  ];
  expect(openDays({ times })).toEqual([
    {
      day: "wtorek",
      times: [
        { id: "tu-0700", time: "7:00" },
        { id: "tu-1730", time: "17:30" },
      ],
    },
    { day: "czwartek", times: [{ id: "th-1730", time: "17:30" }] },
  ]);
});
