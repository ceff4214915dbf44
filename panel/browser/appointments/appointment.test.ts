import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { instantOf } from "../../../enquiries/polish-time.ts";
import { describeEntry, whenOf } from "./appointment.tsx";

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-29T12:00:00Z"), toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const dateAt = (start: string) =>
  whenOf({ start, startsAt: instantOf(start) ?? 0 }).replaceAll("\u00a0", " ");

test("P3.2 a client's date of the year before is not told as one that is still to come", () => {
  expect(dateAt("2025-12-01T18:00")).toBe("1 grudnia 2025 o 18:00");
  expect(dateAt("2026-12-01T18:00")).toBe("wt. 1 grudnia, 18:00");
  expect(dateAt("2027-01-02T09:00")).toBe("sob. 2 stycznia, 9:00");
});

test("P3.2 a date whose year was mistyped is not told as one of this year", () => {
  expect(dateAt("2027-12-01T18:00")).toBe("1 grudnia 2027 o 18:00");
  expect(dateAt("2027-09-01T18:00")).toBe("śr. 1 września, 18:00");
});

test("C1.2 a training that is over is not told as one that is still agreed", () => {
  const minutesAgo = (minutes: number) => ({ startsAt: Date.now() - minutes * 60_000 });
  const training = {
    kind: "training",
    state: "booked",
    minutes: 60,
    isHeld: false,
    isMissed: false,
  } as const;
  const told = [
    { ...training, ...minutesAgo(59) },
    { ...training, ...minutesAgo(60) },
    { ...training, ...minutesAgo(60), isHeld: true },
    { ...training, ...minutesAgo(60), isMissed: true },
    { ...training, ...minutesAgo(60), state: "cancelled" } as const,
  ].map((entry) =>
    describeEntry(entry)
      .replaceAll("\u00a0", " ")
      .replace(/^.+ · /, ""),
  );
  expect(told).toEqual(["umówione", "termin minął", "odbyło się", "nieobecność", "odwołane"]);
});
