import { expect, test } from "vitest";
import { anEnquiry, site } from "../testing/fixtures.ts";
import { htmlOf, plainTextOf } from "./email-message.server.ts";
import {
  canaryEmail,
  confirmationEmail,
  digestEmail,
  enquiryEmail,
  ownerEmail,
  reminderEmail,
} from "./emails.server.ts";

const context = {
  site,
  from: { name: site.name, address: "strona@studio.example" },
  trainer: { name: site.name, address: "trener@studio.example" },
};
const withPanel = { ...context, panelUrl: "https://www.studio.example/panel" };
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

test("the trainer's e-mail has every field, a phone link, and replies go to the visitor", () => {
  const email = enquiryEmail(context, row);
  expect(email).toMatchObject({
    to: { address: "trener@studio.example" },
    replyTo: { name: "Zażółć Gęślą", address: "zazolc@poczta.example" },
    subject: "Nowe zapytanie: Zażółć Gęślą (7K3M-9QXR)",
  });
  expect(plainTextOf(email)).toBe(`Zażółć Gęślą

Nowe zapytanie ze strony Studio Ruch.

Zadzwoń: tel:+48600100200

> Dzień dobry,
> proszę o kontakt w sprawie treningów.

Telefon: 600 100 200
E-mail: zazolc@poczta.example
Temat: Inne
Kiedy się odezwać: wieczorem
Numer: 7K3M-9QXR
Otrzymano: 21 listopada 2026 o\u00a08:05

Odpowiedź na ten e-mail trafi prosto do tej osoby.
`);
});

test("an address can add nothing to the link that the trainer writes by", () => {
  const html = htmlOf(enquiryEmail(context, { ...row, email: "ala%40poczta.example?bcc=zly@evil.example" }));
  expect(html).toContain('href="mailto:ala%2540poczta.example%3Fbcc=zly@evil.example"');
});

test("if there is a panel, the e-mail links to the enquiry in it", () => {
  const link = "Otwórz w panelu: https://www.studio.example/panel/zapytania/7K3M-9QXR";
  expect(plainTextOf(enquiryEmail(withPanel, row))).toContain(link);
  expect(plainTextOf(reminderEmail(withPanel, row))).toContain(link);
  expect(plainTextOf(confirmationEmail(withPanel, row))).not.toContain("panel");
});

test("P2.3 C2.2 an address in an answer or in the program's words can be tapped in the HTML, a stranger's cannot", () => {
  const address = "https://www.studio.example/panel/start#Ab-c_9";
  const text = `Otwórz ten adres:\n${address}\n\nTermin wybierzesz tutaj: ${address}. Albo „${address}”, [${address}], ${address}… https://ą.example/?a=1&b=2`;
  const html = htmlOf(ownerEmail(context, { subject: "Powrót do panelu", text }));
  expect(html.match(/<a .*?<\/a>/g)).toEqual([
    ...Array(5).fill(`<a href="${address}">${address}</a>`),
    '<a href="https://ą.example/?a=1&amp;b=2">https://ą.example/?a=1&amp;b=2</a>',
  ]);
  expect(htmlOf(enquiryEmail(context, { ...row, message: address }))).not.toContain(`href="${address}`);
});

test("a reminder goes to the trainer alone and says whom to call", () => {
  const email = reminderEmail(context, row);
  expect(email).toMatchObject({
    to: { address: "trener@studio.example" },
    subject: "Przypomnienie: Zażółć Gęślą (7K3M-9QXR)",
  });
  expect(plainTextOf(email)).toMatch(
    /było ustawione przypomnienie\.\n\nZadzwoń: tel:\+48600100200\n\n> Dzień dobry,/,
  );
});

test("without an e-mail address the trainer is told to call, and empty fields are left out", () => {
  const email = enquiryEmail(context, { ...row, email: null, goal: null, preferred_time: null });
  expect(email.replyTo).toBeUndefined();
  const text = plainTextOf(email);
  expect(text).toContain("zostaje telefon");
  expect(text).not.toMatch(/Temat|Kiedy|E-mail:/);
  const noWay = enquiryEmail(context, { ...row, phone: null });
  expect(plainTextOf(noWay)).not.toContain("Zadzwoń");
});

test("the confirmation has the reference, the time of the answer, the contact and who signs it", () => {
  const email = confirmationEmail(context, row);
  expect(email).toMatchObject({
    to: { address: "zazolc@poczta.example" },
    replyTo: { address: "trener@studio.example" },
    subject: "Studio Ruch: Twoja wiadomość dotarła (7K3M-9QXR)",
    headers: { "Auto-Submitted": "auto-replied" },
  });
  expect(plainTextOf(email)).toBe(`Dziękuję za wiadomość

Dotarła i ma numer 7K3M-9QXR. Odezwę się w ciągu jednego dnia roboczego.

Jeśli coś się zmieni, odpowiedz na ten e-mail albo zadzwoń: 600 000 001.

Jeśli ta wiadomość nie jest od Ciebie, zignoruj ten e-mail.

-- 
Studio Ruch
Studio Ruch Jan Nowak
ul. Krótka 2, 11-222 Wólka
NIP 1234563218
600 000 001
kontakt@studio.example
`);
  for (const line of email.signature ?? []) expect(htmlOf(email)).toContain(line);
});

test("a trainer whose company has the same name is named once", () => {
  const email = confirmationEmail({ ...context, site: { ...site, signature: [site.name, "Wólka"] } }, row);
  expect(email.signature).toEqual([site.name, "Wólka", site.phone, site.email]);
});

test("a site of an older release without a company is signed with what it has", () => {
  const { signature: _signature, ...older } = site;
  const email = confirmationEmail({ ...context, site: older }, row);
  expect(plainTextOf(email)).toContain("-- \nStudio Ruch\n600 000 001\n");
  expect(htmlOf(email)).not.toContain("undefined");
});

test("the HTML loads nothing, has no style of its own, and has its language where webmail keeps it", () => {
  for (const email of [
    enquiryEmail(context, row),
    reminderEmail(context, row),
    confirmationEmail(context, row),
  ]) {
    const html = htmlOf(email);
    expect(html).not.toMatch(/<img|<script|<link|<style|style=|url\(|https?:/);
    expect(html).toContain('<body lang="pl">');
  }
});

test("the confirmation repeats nothing that was typed, because the address may be a stranger's", () => {
  const typed = {
    name: "Kup-na zly.com",
    phone: "+48600999888",
    goal: "Wygrana",
    preferred_time: "natychmiast",
    message: "Wejdź: bit.ly/abc",
  };
  const email = confirmationEmail(context, { ...row, ...typed });
  const everything = [JSON.stringify(email), plainTextOf(email), htmlOf(email)].join("\n");
  expect(everything).not.toMatch(/Kup-na|zly|600 ?999|Wygrana|natychmiast|Wejdź|bit\.ly/);
});

test("the HTML has the same content as the plain text, and typed text is never markup", () => {
  const html = htmlOf(
    enquiryEmail(context, { ...row, name: '<b>"Ala" & Ola</b>', message: "<script>\nalert(1)</script>" }),
  );
  expect(html).toContain("&lt;b&gt;&quot;Ala&quot; &amp; Ola&lt;/b&gt;");
  expect(html).toContain("&lt;script&gt;<br>\nalert(1)&lt;/script&gt;");
  expect(html).not.toMatch(/<script|<b>/);
  expect(html).toMatch(/<a [^>]*href="tel:\+48600100200"[^>]*>600 100 200<\/a>/);
});

const quarantined = {
  reference: "7K3M-9QXR",
  status: "quarantined" as const,
  reasons: '["adres strony w polu na imię albo porę kontaktu","ten sam tekst w kółko"]',
};
const undelivered = { reference: "0000-1111", status: "accepted" as const, reasons: "[]" };

test.each([
  [1, "1 zapytanie"],
  [3, "3 zapytania"],
  [5, "5 zapytań"],
  [22, "22 zapytania"],
])("the digest counts %i in Polish", (count, words) => {
  expect(digestEmail(context, Array(count).fill(quarantined)).subject).toBe(`Do sprawdzenia: ${words}`);
});

test("the digest has references and reasons, nothing that was typed, and says where they are", () => {
  // The digest gets whole rows, of which nothing else may show.
  const text = plainTextOf(digestEmail(withPanel, [{ ...row, ...quarantined }]));
  expect(text).toBe(`To zapytanie nie przyszło do Ciebie e-mailem. Nie zginęło:

7K3M-9QXR: w kwarantannie (adres strony w polu na imię albo porę kontaktu, ten sam tekst w kółko)

Otwórz je w panelu: https://www.studio.example/panel/zapytania?stan=quarantine
`);
});

test("the digest lists enquiries whose own e-mail was given up first", () => {
  const text = plainTextOf(digestEmail(context, [quarantined, undelivered]));
  expect(text).toContain("Te zapytania nie przyszły do Ciebie e-mailem. Żadne nie zginęło:");
  expect(text).toContain("\n\n0000-1111: e-mail nie dotarł\n7K3M-9QXR: w kwarantannie");
  for (const command of ["release NUMER", "resend --dead"])
    expect(text).toContain(`npm run enquiries -- ${command}`);
  const onPhone = plainTextOf(digestEmail(withPanel, [quarantined, undelivered]));
  expect(onPhone).toContain("/panel/zapytania\n");
  expect(onPhone).not.toContain("npm run");
});

test.each([
  [7_200, 0],
  [40, 7_200],
  [7_200, 20],
])("a digest of %i quarantined and %i undelivered enquiries lists fifty and counts all", (held, lost) => {
  const email = digestEmail(context, [...Array(held).fill(quarantined), ...Array(lost).fill(undelivered)]);
  const text = plainTextOf(email);
  expect(text.match(/7K3M-9QXR|0000-1111/g)).toHaveLength(50);
  expect(email.subject).toContain(`${held + lost} zapyta`);
  expect(text).toMatch(/Oraz \d+ zapyta/);
  expect(text.length).toBeLessThan(6_000);
});

test("the canary says that it is a test", () => {
  expect(canaryEmail(context, row).subject).toBe("Test formularza (7K3M-9QXR)");
  expect(plainTextOf(canaryEmail(context, row))).toContain("Nic nie trzeba robić.");
});
