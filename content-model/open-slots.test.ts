import { expect, it } from "vitest";
import { slotsByDay } from "./format-opening-hours.ts";

it("groups the open slots by day, in the order of the week and of the clock, each once", () => {
  const kind = "training" as const;
  const times = [
    { days: ["Th" as const, "Tu" as const], time: "17:30", kind, minutes: 60 },
    { days: ["Tu" as const], time: "7:00", kind, minutes: 60 },
    { days: ["Tu" as const], time: "07:00", kind, minutes: 60 },
  ];
  expect(slotsByDay({ times })).toEqual([
    {
      day: "wtorek",
      times: [
        { id: "tu-0700", time: "7:00", kind },
        { id: "tu-1730", time: "17:30", kind },
      ],
    },
    { day: "czwartek", times: [{ id: "th-1730", time: "17:30", kind }] },
  ]);
});
