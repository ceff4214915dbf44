import { expect, test } from "vitest";
import { formatReport } from "./format-report.ts";

test("lists every check with its problems and places, then the totals", () => {
  const report = {
    ready: false,
    checks: [
      { name: "Kolor", problems: [] },
      {
        name: "Poczta",
        problems: [
          { level: "error", text: "nie ma SPF", where: "a.pl" },
          { level: "unchecked", text: "DKIM" },
          { level: "warning", text: "nie ma DMARC" },
        ],
      },
    ],
  } as const;
  expect(formatReport(report)).toBe(`Kolor
  ✓ w porządku

Poczta
  ✗ a.pl: nie ma SPF
  ? nie sprawdzono: DKIM
  ! nie ma DMARC

✗ do zrobienia: 1, ! warto poprawić: 1, ? nie sprawdzono: 1

Strona nie jest jeszcze gotowa.`);
  expect(formatReport({ ...report, ready: true })).toMatch(/Strona może ruszać\.$/);
});
