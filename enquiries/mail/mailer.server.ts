import { createTransport } from "nodemailer";
import { secondMs } from "../clock.ts";
import { type EmailMessage, htmlOf, plainTextOf } from "./email-message.server.ts";

/** How an attempt ended; `codes` never holds the server's words, which quote addresses. */
export type SendResult =
  | { kind: "sent" }
  /** This address or this message, for good (5xx). */
  | { kind: "refused"; codes: string }
  /** This message, for now (4xx). */
  | { kind: "later"; codes: string }
  /** The server, whatever the message. */
  | { kind: "unreachable"; codes: string }
  | { kind: "credentials"; codes: string };

export type Mailer = {
  /** Never throws. */
  send(message: EmailMessage, messageId: string): Promise<SendResult>;
  /** Asks the server whether it would take mail: `sent` when it would. */
  check(): Promise<SendResult>;
};

type MailerOptions = {
  smtpUrl: string;
  /** The longest silence of the server at any step. */
  silenceMs?: number;
};

/** Shorter than a lease lasts, so that nobody else takes a message while it is being sent. */
const sendTimeoutMs = 45 * secondMs;

export function createMailer({ smtpUrl, silenceMs = 15 * secondMs }: MailerOptions): Mailer {
  const transport = createTransport({
    ...secured(smtpUrl),
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    dnsTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  async function send(message: EmailMessage, messageId: string): Promise<SendResult> {
    const { from, to, replyTo, subject, headers } = message;
    return attempt(() =>
      transport.sendMail({
        from,
        to: [to],
        ...(replyTo ? { replyTo } : {}),
        subject,
        text: plainTextOf(message),
        html: htmlOf(message),
        messageId,
        ...(headers ? { headers } : {}),
        signal: AbortSignal.timeout(sendTimeoutMs),
      }),
    );
  }

  return { send, check: () => attempt(() => transport.verify()) };
}

/**
 * Mail leaves this machine only over TLS. `?requireTLS=false` in the address lifts that for a relay that asks for no
 * credentials; with credentials nothing does.
 */
function secured(smtpUrl: string): { url: string; requireTLS: boolean } {
  const url = new URL(smtpUrl);
  const isThisMachine = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  // nodemailer lets what stands in the address win over the option.
  if (url.username || url.password) url.searchParams.delete("requireTLS");
  return { url: url.href, requireTLS: !isThisMachine };
}

async function attempt(talk: () => Promise<unknown>): Promise<SendResult> {
  try {
    await talk();
    return { kind: "sent" };
  } catch (error) {
    return classify(error as SmtpError);
  }
}

type SmtpError = { code?: string; responseCode?: number; command?: string };

// RFC 4954: authentication required, mechanism too weak, credentials invalid, encryption required.
const credentialReplies = [530, 534, 535, 538];

/** Tells from nodemailer's codes what failed: our credentials, this message, or the server. */
export function classify({ code, responseCode, command }: SmtpError): SendResult {
  const codes = [responseCode, code, command].filter((part) => part !== undefined).join(" ");
  const isTemporary = responseCode !== undefined && responseCode < 500;
  if ((code === "EAUTH" && !isTemporary) || credentialReplies.includes(responseCode ?? 0)) {
    return { kind: "credentials", codes };
  }
  const aboutMessage = command === "RCPT TO" || command === "DATA";
  if (aboutMessage && responseCode) return { kind: isTemporary ? "later" : "refused", codes };
  // nodemailer did not ask the server: this is no address.
  if (code === "EENVELOPE" && command === "API") return { kind: "refused", codes };
  return { kind: "unreachable", codes };
}
