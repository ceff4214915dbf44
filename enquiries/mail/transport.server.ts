import { createTransport } from "nodemailer";
import { secondMs } from "../clock.ts";
import { type Address, htmlOf, type Letter, plainTextOf } from "./letter.server.ts";

/** How one attempt ended; `fault` holds codes, never the server's words, which quote addresses. */
export type Delivery =
  | { kind: "sent" }
  /** This address or this message, for good (5xx). */
  | { kind: "refused"; fault: string }
  /** This message, for now (4xx). */
  | { kind: "later"; fault: string }
  /** The server, whatever the message. */
  | { kind: "unreachable"; fault: string }
  | { kind: "credentials"; fault: string };

export type Post = {
  /** Never throws. */
  send(letter: Letter, messageId: string): Promise<Delivery>;
  /** Asks the server whether it would take mail: `sent` when it would. */
  check(): Promise<Delivery>;
};

type PostOptions = {
  smtpUrl: string;
  from: Address;
  /** The longest silence of the server at any step. */
  silenceMs?: number;
};

/** Under the lease, so that nobody else takes a message that is still being sent. */
const sendTimeoutMs = 45 * secondMs;

export function createPost({ smtpUrl, from, silenceMs = 15 * secondMs }: PostOptions): Post {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    dnsTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    requireTLS: sendsCredentialsAbroad(smtpUrl),
  });

  async function send(letter: Letter, messageId: string): Promise<Delivery> {
    const { to, replyTo, subject, headers } = letter;
    return attempt(() =>
      transport.sendMail({
        from,
        to: [to],
        ...(replyTo ? { replyTo } : {}),
        subject,
        text: plainTextOf(letter),
        html: htmlOf(letter),
        messageId,
        ...(headers ? { headers } : {}),
        signal: AbortSignal.timeout(sendTimeoutMs),
      }),
    );
  }

  return { send, check: () => attempt(() => transport.verify()) };
}

function sendsCredentialsAbroad(smtpUrl: string): boolean {
  const { username, hostname } = new URL(smtpUrl);
  return username !== "" && !["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

async function attempt(talk: () => Promise<unknown>): Promise<Delivery> {
  try {
    await talk();
    return { kind: "sent" };
  } catch (fault) {
    return classify(fault as SmtpFault);
  }
}

type SmtpFault = { code?: string; responseCode?: number; command?: string };

// RFC 4954: authentication required, mechanism too weak, credentials invalid, encryption required.
const credentialReplies = [530, 534, 535, 538];

/** Tells from nodemailer's codes whose fault it is: ours, the address's, or the server's. */
export function classify({ code, responseCode, command }: SmtpFault): Delivery {
  const fault = [responseCode, code, command].filter((part) => part !== undefined).join(" ");
  const passing = responseCode !== undefined && responseCode < 500;
  if ((code === "EAUTH" && !passing) || credentialReplies.includes(responseCode ?? 0)) {
    return { kind: "credentials", fault };
  }
  const aboutMessage = command === "RCPT TO" || command === "DATA";
  if (aboutMessage && responseCode) return { kind: passing ? "later" : "refused", fault };
  // nodemailer did not even ask: the address is none.
  if (code === "EENVELOPE" && command === "API") return { kind: "refused", fault };
  return { kind: "unreachable", fault };
}

/** Reads `Name <kontakt@example.pl>` or a bare address, which then takes the given name. */
export function parseMailbox(mailbox: string, name: string): Address {
  const named = /^(.*)<(.+)>$/.exec(mailbox.trim());
  return named
    ? { name: named[1]?.trim() || name, address: named[2] ?? "" }
    : { name, address: mailbox.trim() };
}
