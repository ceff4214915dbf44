import { randomUUID } from "node:crypto";
import { secondMs } from "../clock.ts";
import type { EnquirySettings } from "../deps.server.ts";
import { type EmailContext, ownerEmail } from "./emails.server.ts";
import { stepIfRefused } from "./find-mail-server.server.ts";
import { createMailer, type SendResult } from "./mailer.server.ts";

/** The panel waits for the answer and gives up after 20 seconds. */
const timeouts = {
  stepTimeoutMs: 8 * secondMs,
  answerTimeoutMs: 12 * secondMs,
  sendTimeoutMs: 16 * secondMs,
};

/** Sends a test e-mail to the trainer with these settings. `message` is for the owner and may name the typed addresses. */
export async function sendTestEmail({ smtpUrl }: EnquirySettings, context: EmailContext) {
  if (smtpUrl === undefined) return { ok: false, message: "Wpisz najpierw serwer poczty." };
  const { hostname, port, protocol } = new URL(smtpUrl);
  const email = ownerEmail(context, {
    subject: "Próbny e-mail ze strony",
    text: "Poczta działa: tą drogą będą przychodzić zapytania ze strony.",
  });
  const id = `<${randomUUID()}@${context.from.address.split("@").at(-1)}>`;
  const result = await createMailer({ smtpUrl, ...timeouts }).send(email, id);
  const usual = protocol === "smtps:" ? "465" : "587";
  const [from, to] = [context.from.address, context.trainer.address];
  const places = { host: hostname, port: port || usual, from, to };
  return { ok: result.kind === "sent", message: explain(result, places) };
}

type Places = { host: string; port: string; from: string; to: string };

function explain(result: SendResult, places: Places): string {
  const { host, from, to } = places;
  if (result.kind === "sent")
    return `Serwer poczty przyjął e-mail do ${to}. Za chwilę powinien być w skrzynce; jeśli go nie ma, zajrzyj do spamu.`;
  const { kind, codes } = result;
  const code = /^\d{3}/.exec(codes);
  const withCode = (message: string) => (code ? `${message} (Kod od serwera: ${code[0]}.)` : message);
  if (kind === "credentials") return withCode(explainCredentials(host, code?.[0]));
  if (kind === "later" || code?.[0].startsWith("4"))
    return withCode(
      "Serwer poczty przyjmie ten e-mail dopiero później: tak sprawdza nieznanych nadawców albo chroni się przed zbyt częstym logowaniem. Spróbuj jeszcze raz za kilkanaście minut.",
    );
  if (codes.includes("MAIL FROM"))
    return withCode(
      `Serwer poczty nie pozwala wysyłać z adresu ${from}. Wpisz jako nadawcę adres skrzynki, do której się logujesz.`,
    );
  if (codes.includes("RCPT TO"))
    return withCode(`Serwer poczty nie przyjmuje e-maili na adres ${to}. Czy nie ma w nim literówki?`);
  if (kind === "refused")
    return withCode(
      "Serwer poczty odrzucił ten e-mail. Zapytaj o powód firmę, która prowadzi skrzynkę, i podaj jej ten kod.",
    );
  return explainUnreachable(codes, places);
}

/** Code 534 asks for an app password. */
function explainCredentials(host: string, code: string | undefined): string {
  const step = stepIfRefused(host);
  if (code === "534")
    return `Serwer ${host} nie przyjmuje zwykłego hasła, tylko osobne „hasło do aplikacji”. ${step ?? "Utwórz je w ustawieniach skrzynki, w części o bezpieczeństwie, i wpisz tutaj."}`;
  return `Serwer ${host} nie przyjmuje tej nazwy użytkownika lub tego hasła. ${step ?? "Nazwą jest zwykle cały adres e-mail. Niektóre skrzynki wymagają osobnego „hasła do aplikacji”."}`;
}

/** The server was not reached, or the connection was lost. */
function explainUnreachable(codes: string, { host, port }: Places): string {
  const ports = "Najczęściej jest to port 465 albo 587.";
  if (codes.includes("EDNS")) return `Nie ma serwera o nazwie ${host}. Sprawdź, czy nie ma w niej literówki.`;
  if (codes.includes("ECONNREFUSED"))
    return `Serwer ${host} nie przyjmuje poczty na porcie ${port}. ${ports}`;
  if (codes.includes("CERTIFICATE"))
    return `Certyfikat serwera ${host} jest wystawiony na inną nazwę albo nieważny. Wpisz nazwę serwera dokładnie tak, jak podaje ją firma, która prowadzi skrzynkę.`;
  if (codes.includes("TLS"))
    return `Z serwerem ${host} nie udało się nawiązać szyfrowanego połączenia na porcie ${port}. ${ports}`;
  return `Serwer ${host} nie odpowiada na porcie ${port}. ${ports} Jeśli są dobre, firma od serwera strony może blokować wysyłanie poczty: poproś ją o odblokowanie tego portu.`;
}
