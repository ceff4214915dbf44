import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { site } from "../testing/fixtures.ts";
import { startMailServer } from "../testing/mail-server.ts";
import { contextOf } from "./emails.server.ts";
import { stepIfRefused } from "./find-mail-server.server.ts";
import { sendTestEmail } from "./send-test-email.server.ts";

const context = contextOf(site, { mailFrom: "strona@studio.example", mailTo: "trener@studio.example" });
const settings = {
  mailFrom: undefined,
  mailTo: undefined,
  enquiryRetentionDays: 365,
  morningHour: undefined,
  alertWebhookUrl: undefined,
};
const tryOut = (smtpUrl: string) => sendTestEmail({ ...settings, smtpUrl }, context);

async function mailServer(options: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(options);
  onTestFinished(server.stop);
  return server;
}

/** A port that takes connections and says `greeting`, or nothing. */
async function port(greeting: string): Promise<number> {
  const server = createServer((socket) => void socket.on("error", () => {}).write(greeting)).listen(
    0,
    "127.0.0.1",
  );
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test.each([
  [535, "nie przyjmuje tej nazwy użytkownika lub tego hasła", "Nazwą jest zwykle cały adres e-mail"],
  [534, "tylko osobne „hasło do aplikacji”", "Utwórz je w ustawieniach skrzynki"],
])("C7.4 a password refused with %i is told with the next step", async (refusal, sentence, step) => {
  const server = await mailServer({ password: "dobre", refusal });
  const { ok, message } = await tryOut(server.url.replace("//", "//kontakt:inne@"));
  expect(ok).toBe(false);
  expect(message).toContain(sentence);
  expect(message).toContain(step);
  expect(message).toContain(String(refusal));
});

test("C7.4 known providers have a next step of their own", () => {
  expect(stepIfRefused("smtp.gmail.com")).toContain("myaccount.google.com/apppasswords");
  expect(stepIfRefused("smtp-mail.outlook.com")).toContain("Użyj innej skrzynki");
  expect(stepIfRefused("poczta.o2.pl")).toContain("dostęp dla programów pocztowych");
  expect(stepIfRefused("poczta.nieznana.example")).toBeUndefined();
});

test.each([
  [
    "refuse sender",
    "nie pozwala wysyłać z adresu strona@studio.example",
    "Wpisz jako nadawcę adres skrzynki",
  ],
  ["not now", "dopiero później", "Spróbuj jeszcze raz za kilkanaście minut"],
] as const)("C7.4 a server in the mood “%s” is told with the next step", async (mood, sentence, step) => {
  const server = await mailServer();
  server.state.mood = mood;
  const { ok, message } = await tryOut(server.url);
  expect(ok).toBe(false);
  expect(message).toContain(sentence);
  expect(message).toContain(step);
});

test("C7.4 a failed encryption is told with the port to try", async () => {
  const { message } = await tryOut(`smtps://127.0.0.1:${await port("220 bez szyfrowania\r\n")}`);
  expect(message).toContain("nie udało się nawiązać szyfrowanego połączenia");
  expect(message).toContain("465 albo 587");
});

test("C7.4 a server without a port is named with the usual one", async () => {
  const { message } = await tryOut("smtp://127.0.0.9");
  expect(message).toContain("nie przyjmuje poczty na porcie 587");
});

test("C7.4 a blocked port is told with whom to ask", async () => {
  const { message } = await tryOut(`smtp://127.0.0.1:${await port("")}`);
  expect(message).toContain("nie odpowiada na porcie");
  expect(message).toContain("poproś ją o odblokowanie");
});
