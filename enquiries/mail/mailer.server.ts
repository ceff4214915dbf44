import { setTimeout as sleep } from "node:timers/promises";
import { getSystemErrorName } from "node:util";
import { createTransport } from "nodemailer";
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import { secondMs } from "../clock.ts";
import { type EmailMessage, htmlOf, plainTextOf } from "./email-message.server.ts";

/** The result of an attempt. `codes` never contains the server's words, because they quote addresses. */
export type SendResult = { kind: "sent" } | { kind: Failure; codes: string };

/**
 * `refused`, `later`: the server refuses this address or message, permanently (5xx) or for now (4xx). `unreachable`: it is unusable for
 * any message. `credentials`: it refuses the user name or the password.
 */
type Failure = "refused" | "later" | "unreachable" | "credentials";

export type Mailer = ReturnType<typeof createMailer>;

type MailerOptions = {
  smtpUrl: string;
  /** The longest time to wait for a connection and the greeting. */
  stepTimeoutMs?: number;
  /** The longest silence later: a server may search a message for viruses first. A server that takes it after that gets it twice. */
  answerTimeoutMs?: number;
  /** The longest time for a message as a whole: shorter than a lease, so that no other worker takes it meanwhile. */
  sendTimeoutMs?: number;
};

/** Keeps no connection, so it may be created for each use. */
export function createMailer(options: MailerOptions) {
  const { smtpUrl, stepTimeoutMs = 15 * secondMs } = options;
  const { answerTimeoutMs = 40 * secondMs, sendTimeoutMs = 45 * secondMs } = options;
  const transport = createTransport({
    ...tlsOptions(smtpUrl),
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    socketTimeout: answerTimeoutMs,
    dnsTimeout: stepTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  /** Never throws. A message names its addresses, subject and headers as nodemailer does. */
  const send = ({ calendar, ...message }: EmailMessage, messageId: string) =>
    attempt(() =>
      transport.sendMail({
        ...message,
        messageId,
        references: message.inReplyTo,
        text: plainTextOf(message),
        html: htmlOf(message),
        icalEvent: calendar && { ...calendar, filename: "termin.ics" },
        signal: AbortSignal.timeout(sendTimeoutMs),
      }),
    );

  /** Connects and signs in without sending anything; `sent` means that this worked. */
  const check = () =>
    attempt(async () => {
      // `socketTimeout` does not end a reply that keeps coming.
      const done = await Promise.race([transport.verify(), sleep(sendTimeoutMs, undefined, { ref: false })]);
      if (!done) throw Object.assign(new Error("too slow"), { code: "ETIMEDOUT" });
    });

  return { send, check };
}

/**
 * Requires TLS for servers on other machines. `?requireTLS=false` in the address lifts that for a relay without credentials. No other
 * parameter is passed on: nodemailer takes each as an option, such as `sendmail` with the `path` of a program to run.
 */
function tlsOptions(smtpUrl: string): { url: string; requireTLS: boolean } {
  const url = new URL(smtpUrl);
  const isThisMachine = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  const chosen = url.username || url.password ? null : url.searchParams.get("requireTLS");
  url.search = "";
  return { url: url.href, requireTLS: chosen === null ? !isThisMachine : chosen !== "false" };
}

async function attempt(talk: () => Promise<unknown>): Promise<SendResult> {
  try {
    await talk();
    return { kind: "sent" };
  } catch (error) {
    return classify(error as SmtpError);
  }
}

/** `reason` is OpenSSL's. */
type SmtpError = Partial<SMTPConnection.SMTPError> & { reason?: string };

// RFC 4954: authentication required, mechanism too weak, credentials invalid, encryption required.
const credentialReplies = [530, 534, 535, 538];

/** Determines from nodemailer's codes what failed: the credentials, this message, or the server. */
export function classify(error: SmtpError): SendResult {
  const { code, responseCode, command } = error;
  const codes = [responseCode, code, command, causeOf(error)].filter((part) => part !== undefined).join(" ");
  const isTemporary = responseCode !== undefined && responseCode < 500;
  if ((code === "EAUTH" && !isTemporary) || credentialReplies.includes(responseCode ?? 0))
    return { kind: "credentials", codes };
  const aboutMessage = command === "RCPT TO" || command === "DATA";
  if (aboutMessage && responseCode) return { kind: isTemporary ? "later" : "refused", codes };
  // nodemailer itself rejected the address.
  if (code === "EENVELOPE" && command === "API") return { kind: "refused", codes };
  return { kind: "unreachable", codes };
}

/** Why there is no connection, in one word, without names or addresses. */
function causeOf({ errno, reason = "", message = "" }: SmtpError): string | undefined {
  if (typeof errno === "number" && errno < 0) return getSystemErrorName(errno);
  if (/altnames|certificate/i.test(`${reason} ${message}`)) return "CERTIFICATE";
  return reason || /STARTTLS/.test(message) ? "TLS" : undefined;
}
