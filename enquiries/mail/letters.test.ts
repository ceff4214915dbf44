import { expect, test } from "vitest";
import { anEnquiry, site } from "../testing/fixtures.ts";
import { htmlOf, plainTextOf } from "./letter.server.ts";
import { createLetters } from "./letters.server.ts";

const letters = createLetters({ site, mailTo: "trener@studio.example" });
const { preferredTime, ...enquiry } = anEnquiry;
const row = {
  ...enquiry,
  preferred_time: preferredTime,
  reference: "7K3M-9QXR",
  key: null,
  content_hash: "",
  status: "accepted" as const,
  reasons: "[]",
  digest_id: null,
  received_at: Date.UTC(2026, 10, 21, 7, 5),
};

test("the trainer reads every field, calls with a tap and answers to the visitor", () => {
  const letter = letters.toTrainer(row);
  expect(letter).toMatchObject({
    to: { address: "trener@studio.example" },
    replyTo: { name: "Zażółć Gęślą", address: "zazolc@poczta.example" },
    subject: "Nowe zapytanie: Zażółć Gęślą (7K3M-9QXR)",
  });
  expect(plainTextOf(letter)).toBe(`Nowe zapytanie ze strony Studio Ruch.

Imię: Zażółć Gęślą
Telefon: 600 100 200
tel:+48600100200
E-mail: zazolc@poczta.example
Cel: Inne
Preferowany termin kontaktu: wieczorem
Numer: 7K3M-9QXR
Otrzymano: 21 listopada 2026 08:05

> Dzień dobry,
> proszę o kontakt w sprawie treningów.

Odpowiedź na tę wiadomość trafi prosto do osoby, która napisała. Na podany adres wychodzi też potwierdzenie.
`);
});

test("without an e-mail the trainer is told to call, and no field is left empty", () => {
  const letter = letters.toTrainer({ ...row, email: null, goal: null, preferred_time: null });
  expect(letter.replyTo).toBeUndefined();
  const text = plainTextOf(letter);
  expect(text).toContain("zostaje telefon");
  expect(text).not.toMatch(/Cel|Preferowany|E-mail:/);
});

test("the visitor gets the reference, the time of the answer and what was sent", () => {
  const letter = letters.toVisitor(row);
  expect(letter).toMatchObject({
    to: { address: "zazolc@poczta.example" },
    replyTo: { address: "trener@studio.example" },
    subject: "Potwierdzenie zapytania 7K3M-9QXR",
    headers: { "Auto-Submitted": "auto-replied" },
  });
  const text = plainTextOf(letter);
  expect(text).toContain("ma numer 7K3M-9QXR. Odpowiedź przyjdzie w ciągu jednego dnia roboczego.");
  expect(text).toContain("E-mail: zazolc@poczta.example");
  expect(text).toContain("> proszę o kontakt w sprawie treningów.");
  expect(text).toContain(`zadzwonić: ${site.phone}`);
});

test("a confirmation carries no link, so nobody can advertise through it", () => {
  const letter = letters.toVisitor({
    ...row,
    name: "Kup na zly.com",
    message: "Wejdź: https://zly.example/x",
  });
  expect(letter.to.name).toBe("Kup na [odnośnik]");
  for (const written of [plainTextOf(letter), htmlOf(letter)]) {
    expect(written).not.toMatch(/https?:|zly/);
    expect(written).toContain("Wejdź: [odnośnik]");
  }
});

test("the HTML says what the plain text says, and what a visitor typed is never markup", () => {
  const html = htmlOf(
    letters.toTrainer({ ...row, name: '<b>"Ala" & Ola</b>', message: "<script>\nalert(1)</script>" }),
  );
  expect(html).toContain("&lt;b&gt;&quot;Ala&quot; &amp; Ola&lt;/b&gt;");
  expect(html).toContain("&lt;script&gt;<br>\nalert(1)&lt;/script&gt;");
  expect(html).not.toMatch(/<script|<b>/);
  expect(html).toContain('<a href="tel:+48600100200">600 100 200</a>');
});

test.each([
  [1, "1 zapytanie"],
  [3, "3 zapytania"],
  [5, "5 zapytań"],
  [22, "22 zapytania"],
])("the digest counts %i in Polish and tells how to release", (count, words) => {
  const quarantined = {
    ...row,
    status: "quarantined" as const,
    reasons: '["odnośnik w imieniu albo terminie"]',
  };
  const letter = letters.digest(Array(count).fill({ ...quarantined, message: "x".repeat(400) }));
  expect(letter.subject).toBe(`Kwarantanna: ${words} do sprawdzenia`);
  const text = plainTextOf(letter);
  expect(text).toContain("Powody: odnośnik w imieniu albo terminie");
  expect(text).toContain("npm run enquiries -- release NUMER");
  expect(text).toContain(`> ${"x".repeat(300)}...`);
});

test("the canary says that it is a test", () => {
  expect(letters.canary(row).subject).toBe("Test formularza (7K3M-9QXR)");
  expect(plainTextOf(letters.canary(row))).toContain("Nic nie trzeba robić.");
});
