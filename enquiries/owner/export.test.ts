import fc from "fast-check";
import { expect, test } from "vitest";
import { anEnquiry } from "../testing/fixtures.ts";
import { toCsv } from "./export.server.ts";
import type { EnquiryDetails } from "./queries.server.ts";

const enquiry: EnquiryDetails = {
  ...anEnquiry,
  phoneText: "600 100 200",
  reference: "7K3M-9QXR",
  status: "accepted",
  reasons: [],
  receivedAt: "2026-11-21T07:05:00.000Z",
  state: "in-contact",
  outcome: null,
  step: { kind: "reminder", at: "2026-11-24T07:00:00.000Z" },
  missedAt: "2026-11-20T16:30:00.000Z",
  handledAt: "2026-11-21T07:07:00.000Z",
  readAt: "2026-11-21T07:06:00.000Z",
  firstContactAt: "2026-11-21T07:07:00.000Z",
  remindAt: "2026-11-24T07:00:00.000Z",
  mail: "sent",
  notes: [
    { id: "1", text: "Oddzwonić", createdAt: "2026-11-21T07:08:00.000Z" },
    { id: "2", text: "Umówione na środę", createdAt: "2026-11-21T07:09:00.000Z" },
  ],
  emails: [],
  appointments: [
    {
      id: "1",
      kind: "talk",
      state: "booked",
      start: "2026-12-01T17:30",
      minutes: 30,
      startsAt: 1_796_142_600_000,
      isHeld: true,
      isMissed: false,
    },
  ],
  opinions: [
    { id: "1", appointment: "1", state: "sent", text: "Nogi bolą, wrócę.", author: "Z.", about: null },
  ],
};

test("a table that Excel in Polish opens: byte order mark, semicolons, Polish time", () => {
  expect(toCsv([{ ...enquiry, goal: null, message: 'Mówię: "tak"\nalbo nie' }])).toBe(
    "\ufeff" +
      '"Numer";"Otrzymano";"Etap";"Wynik";"Następny krok";"Nieobecność";"Imię";"Telefon";"E-mail";"Temat";"Kiedy się odezwać";"Wiadomość";"Odpowiedzi";"Opinia";"Notatki";"Termin"\r\n' +
      '"7K3M-9QXR";"2026-11-21 08:05";"w kontakcie";"";"2026-11-24 08:00";"2026-11-20 17:30";"Zażółć Gęślą";"600 100 200";"zazolc@poczta.example";"";"wieczorem";' +
      '"Mówię: ""tak""\nalbo nie";"";"Nogi bolą, wrócę.";"Oddzwonić\n\nUmówione na środę";"2026-12-01 17:30"\r\n',
  );
});

test("P3.4 the table names the newest date that stands, also when one that was agreed later is cancelled", () => {
  const [date] = enquiry.appointments;
  const cancelled = date && { ...date, id: "2", state: "cancelled" as const, start: "2026-12-29T07:00" };
  const dateIn = (...dates: (typeof date)[]) =>
    readCsv(toCsv([{ ...enquiry, appointments: dates.flatMap((one) => one ?? []) }]))[1]?.at(-1);
  expect(dateIn(cancelled, date)).toBe("2026-12-01 17:30");
  expect(dateIn(cancelled)).toBe("");
});

test.each(["=1+1", "+1+1", "-1+1", "@SUM(A1)", " =1+1", "\t =1", "＝1+1"])(
  "%j is not run as a formula",
  (name) => {
    const [, row = []] = readCsv(toCsv([{ ...enquiry, name }]));
    expect(row[6]).toBe(`'${name}`);
  },
);

test("a foreign phone number, which starts with a plus, is a text too", () => {
  const [, row = []] = readCsv(
    toCsv([{ ...enquiry, phone: "+442079460000", phoneText: "+44 20 7946 0000" }]),
  );
  expect(row[7]).toBe("'+44 20 7946 0000");
});

test("a program that separates by commas or tabs finds no formula in the middle of a text", () => {
  const message = "termin,=HYPERLINK(1);+1\t-1\n@SUM(A1),\u00a0ok, -x";
  const [, row = []] = readCsv(toCsv([{ ...enquiry, message }]));
  expect(row[11]).toBe("termin, =HYPERLINK(1); +1\t -1\n @SUM(A1),\u00a0ok, -x");
});

const formula = /^\s*[=+\-@＝＋－＠]/u;
const innerFormula = /[,;\t\r\n][=+\-@＝＋－＠]/u;

test("whatever visitors type comes out of the table as it went in, and never as a formula", () => {
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[=+@;"'\r\n -]{0,6}a?$/));
  fc.assert(
    fc.property(fc.array(fc.record({ name: text, message: text }), { maxLength: 5 }), (typed) => {
      const [, ...rows] = readCsv(toCsv(typed.map((words) => ({ ...enquiry, ...words }))));
      expect(rows).toHaveLength(typed.length);
      for (const [index, row] of rows.entries()) {
        const { name = "", message = "" } = typed[index] ?? {};
        for (const cell of row) {
          expect(cell).not.toMatch(formula);
          expect(cell).not.toMatch(innerFormula);
        }
        const withoutGuards = (cell = "") => cell.replaceAll(/[ ']/g, "");
        expect([row[6], row[11]].map(withoutGuards)).toEqual([name, message].map(withoutGuards));
      }
    }),
  );
});

/** An independent reader of RFC 4180 with semicolons. */
function readCsv(csv: string): string[][] {
  const cells = csv.slice(1).matchAll(/"((?:[^"]|"")*)"(;|\r\n)/g);
  const rows: string[][] = [[]];
  for (const [, text = "", end] of cells) {
    rows.at(-1)?.push(text.replaceAll('""', '"'));
    if (end === "\r\n") rows.push([]);
  }
  return rows.slice(0, -1);
}

test.each([
  ["2026-12-01T08:00:00.000Z", "2026-12-01 09:00"],
  ["2026-07-01T07:00:00.000Z", "2026-07-01 09:00"],
  ["2026-03-29T00:59:00.000Z", "2026-03-29 01:59"],
  ["2026-03-29T01:00:00.000Z", "2026-03-29 03:00"],
])("%s is %s on the clock in Poland", (receivedAt, polish) => {
  expect(toCsv([{ ...enquiry, receivedAt }])).toContain(`;"${polish}";`);
});
