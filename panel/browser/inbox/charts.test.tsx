import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { KeyFigures, WeekChart } from "./charts.tsx";

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-29T12:00:00Z"), toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("P3.4 the busiest week of the year before is not told as one that is still to come", () => {
  const weeks = [
    { week: "2025-12-01", enquiries: 2 },
    { week: "2026-11-23", enquiries: 1 },
  ];
  const text = renderToStaticMarkup(<WeekChart weeks={weeks} />);
  expect(text).toContain("Najwięcej w tygodniu od 1 grudnia 2025: 2. W tym tygodniu: 1.");
  expect(text).toContain("23 listopada<");
});

test("C6.1 the last seven days do not say of those who wrote before that none of them waits", () => {
  const nobody = { visits: 0, formVisits: 0, sources: [], wrote: 0, booked: 0, clients: 0, missed: 0 };
  const told = (wrote: number) => {
    const funnel = { ...nobody, wrote, answeredInADay: 0, answeredLate: 0 };
    return renderToStaticMarkup(<KeyFigures funnel={funnel} isCounted />);
  };
  expect(told(0)).toContain("nikt wtedy nie napisał");
  expect(told(1)).toContain("z tych osób nikt nie czeka dłużej niż dobę");
});
