import { expect, test } from "vitest";
import { spamReasons } from "./quarantine.server.ts";
import { parseSubmissionBody } from "./submit.server.ts";
import { anEnquiry } from "./testing/fixtures.ts";

test.each([
  anEnquiry.message,
  "Mój profil to https://instagram.com/ktos, a siłownia www.silownia.pl. Pozdrawiam",
  "Proszę o telefon.Najlepiej jutro.",
  "tak tak tak",
  "Привіт! Шукаю тренера для тренувань двічі на тиждень.",
])("not spam: %s", (message) => {
  expect(spamReasons({ ...anEnquiry, message }, { elapsedMs: 20_000 })).toEqual([]);
});

test.each([
  ["a field that people do not see", {}, { honeypot: "x" }],
  ["sent faster than anybody types", {}, { elapsedMs: 900 }],
  ["three links", { message: "http://a.com http://b.ru www.c.pl" }, {}],
  ["a link as a name", { name: "Zarabiaj na http://a.com" }, {}],
  ["link markup", { message: '<a href="x">y</a>' }, {}],
  ["forum markup", { message: "[url=x]y[/url]" }, {}],
  ["the same words over and over", { message: "tanie buty ".repeat(15) }, {}],
  ["one sign held down", { message: "a".repeat(40) }, {}],
])("spam: %s", (_, enquiry, body) => {
  expect(spamReasons({ ...anEnquiry, ...enquiry }, body)).toHaveLength(1);
});

test("a link in a short field is told in the words of the form", () => {
  const reasons = ["adres strony w polu na imię albo porę kontaktu"];
  expect(spamReasons({ ...anEnquiry, preferredTime: "www.c.pl" }, {})).toEqual(reasons);
});

test("an e-mail address is no link, in whatever field", () => {
  const preferredTime = "po 17, najlepiej mailem: anna.nowak@gmail.com albo studio.info@gmail.com";
  const message = "Piszcie na a@gmail.com, b@poczta.mail.com albo c.d@firma.info";
  expect(spamReasons({ ...anEnquiry, preferredTime, message }, {})).toEqual([]);
  expect(spamReasons({ ...anEnquiry, preferredTime: "oferta: tanie.buty.com" }, {})).toHaveLength(1);
});

test("a form sent without JavaScript carries no time and is not taken for spam", () => {
  expect(spamReasons(anEnquiry, parseSubmissionBody({ name: "Ala" }) ?? { honeypot: "x" })).toEqual([]);
});
