import { cancellation } from "../booking.ts";
import { type Clock, dayMs } from "../clock.ts";
import type { EnquirySettings } from "../deps.server.ts";
import { mailtoOf } from "../owner/contact.ts";
import { formatPhone } from "../phone.server.ts";
import { plural } from "../plural.ts";
import type { SiteFacts } from "../site-facts.ts";
import { type Database, findEnquiryRow } from "../storage/database.server.ts";
import type { Db, EnquiriesTable } from "../storage/tables.server.ts";
import { hashByOwner } from "../store.server.ts";
import {
  actionsOf,
  type EmailMessage,
  factsOf,
  heading,
  paragraph,
  parseMailbox,
  quote,
} from "./email-message.server.ts";
import type { QueuedMessage } from "./queue.server.ts";

/** `panelUrl`: the panel's address; left out if there is no panel. */
export type EmailContext = ReturnType<typeof contextOf> & { panelUrl?: string | undefined };

/** Sender and recipient: the mailboxes of the settings, or else the e-mail of the content. */
export function contextOf(
  site: SiteFacts,
  { mailFrom = site.email, mailTo = site.email }: Pick<EnquirySettings, "mailFrom" | "mailTo">,
) {
  return {
    site,
    from: parseMailbox(mailFrom, site.name),
    trainer: { name: site.name, address: parseMailbox(mailTo, "").address },
  };
}

/** The mail server; undefined without one, or if neither the settings nor the content name mailboxes for both ends. */
export const mailServerOf = ({ email }: SiteFacts, { smtpUrl, mailFrom, mailTo }: EnquirySettings) =>
  (mailFrom && mailTo) || email ? smtpUrl : undefined;

/** A confirmation that had to wait longer would surprise, and promise an answer that should have come. */
const maxConfirmationAgeMs = 3 * dayMs;

type ComposerDeps = {
  database: Database;
  clock: Clock;
  /** As it is now: a change of the content or the settings applies to every e-mail composed after it. */
  context: () => EmailContext;
  composeBooking: ComposeBooking;
};

/** Composes the e-mails about appointments, and the trainer's e-mail about an enquiry, with its date if it has one. */
export type ComposeBooking = (
  db: Db,
  message: Pick<QueuedMessage, "kind" | "appointment" | "detail" | "created_at">,
  about: { enquiry: EnquiriesTable; context: EmailContext },
) => Promise<EmailMessage | undefined>;

/**
 * Creates the function that composes an e-mail at the moment it is sent, so that nothing personal is stored twice. It returns
 * undefined when the enquiry no longer exists, or has become spam and the message is no cancellation, and for a confirmation that comes
 * too late.
 */
export function createComposer({ database: { db }, clock, context, composeBooking }: ComposerDeps) {
  return async (message: QueuedMessage): Promise<EmailMessage | undefined> => {
    const { id, kind, reference, detail } = message;
    if (kind === "digest") {
      const all = db.selectFrom("enquiries").select(["reference", "status", "reasons"]);
      const enquiries = await all.where("digest_id", "=", id).orderBy("received_at", "desc").execute();
      return enquiries.length > 0 ? digestEmail(context(), enquiries) : undefined;
    }
    const enquiry = await findEnquiryRow(db, reference);
    if (!enquiry) return undefined;
    if (enquiry.status === "quarantined" && !detail?.includes(cancellation)) return undefined;
    if (kind === "trainer" || kind === "booking" || kind === "booking-trainer")
      return composeBooking(db, message, { enquiry, context: context() });
    if (kind === "answer") {
      // Whoever booked a date got an e-mail about it instead. One that still waits keeps its Message-ID.
      const emails = db.selectFrom("outbox").select(["kind", "message_id"]);
      const theirs = emails.where("reference", "=", reference).where("kind", "in", ["visitor", "booking"]);
      const arriving = theirs.where("status", "<>", "dead").orderBy("created_at");
      const confirmation = await arriving.executeTakeFirst();
      return answerEmail(context(), enquiry, { text: detail ?? "", confirmation });
    }
    const isLate = clock.now() - message.created_at > maxConfirmationAgeMs;
    if (kind === "visitor" && isLate) return undefined;
    const compose = { visitor: confirmationEmail, canary: canaryEmail, reminder: reminderEmail }[kind];
    return compose(context(), enquiry);
  };
}

export function enquiryEmail(
  context: EmailContext,
  enquiry: EnquiriesTable,
  [what, why] = ["Nowe zapytanie", `Nowe zapytanie ze strony ${context.site.name}.`],
): EmailMessage {
  const { reference, name, email, phone, goal, preferred_time, message, received_at } = enquiry;
  return {
    ...toTrainer(context),
    replyTo: email ? { name, address: email } : undefined,
    subject: `${what}: ${name} (${reference})`,
    blocks: [
      heading(name),
      paragraph(why),
      ...actionsOf([
        { label: "Zadzwoń", href: phone && `tel:${phone}` },
        { label: "Otwórz w panelu", href: panelLinkOf(context, enquiry) },
      ]),
      quote(message),
      factsOf([
        { label: "Telefon", value: phone && formatPhone(phone), href: `tel:${phone}` },
        { label: "E-mail", value: email, href: mailtoOf(email ?? "") },
        { label: "Temat", value: goal },
        { label: "Kiedy się odezwać", value: preferred_time },
        { label: "Numer", value: reference },
        { label: "Otrzymano", value: formatTime(received_at) },
      ]),
      paragraph(
        email
          ? "Odpowiedź na ten e-mail trafi prosto do tej osoby."
          : "Ta osoba nie podała adresu e-mail, więc zostaje telefon.",
      ),
    ],
  };
}

/** Sends the enquiry again, on the day that the owner chose. */
export const reminderEmail = (context: EmailContext, enquiry: EnquiriesTable) =>
  enquiryEmail(context, enquiry, ["Przypomnienie", "Do tego zapytania było ustawione przypomnienie."]);

export const toTrainer = ({ from, trainer }: EmailContext) => ({ from, to: trainer });

export const panelLinkOf = ({ panelUrl }: EmailContext, { reference }: EnquiriesTable) =>
  panelUrl && `${panelUrl}/zapytania/${reference}`;

/** A message from the program to the trainer; empty lines separate its paragraphs. */
export function ownerEmail(context: EmailContext, { subject, text }: { subject: string; text: string }) {
  return { ...toTrainer(context), subject, blocks: text.split(/\n{2,}/).map(paragraph) };
}

function toVisitor({ site, from, trainer }: EmailContext, { email }: EnquiriesTable) {
  const { name, phone, signature = [] } = site;
  return {
    from,
    to: { name: "", address: email ?? "" },
    replyTo: trainer,
    // The company often has the trainer's name.
    signature: [...new Set([name, ...signature, phone, site.email])].filter(Boolean),
  };
}

/** What all automatic e-mails to a visitor share. */
export const autoReply = (context: EmailContext, enquiry: EnquiriesTable) => ({
  ...toVisitor(context, enquiry),
  headers: { "Auto-Submitted": "auto-replied", "X-Auto-Response-Suppress": "All" },
});

/** Repeats nothing that was typed: anybody can enter a stranger's address and any text. */
export function confirmationEmail(context: EmailContext, enquiry: EnquiriesTable): EmailMessage {
  const { site } = context;
  const { reference } = enquiry;
  return {
    ...autoReply(context, enquiry),
    subject: confirmationSubject(site, enquiry),
    blocks: [
      heading("Dziękuję za wiadomość"),
      paragraph(`Dotarła i ma numer ${reference}. Odezwę się ${site.answerTime}.`),
      paragraph(
        `Jeśli coś się zmieni, odpowiedz na ten e-mail${site.phone && ` albo zadzwoń: ${site.phone}`}.`,
      ),
      paragraph("Jeśli ta wiadomość nie jest od Ciebie, zignoruj ten e-mail."),
    ],
  };
}

/** The owner's answer, above the visitor's words. `confirmation` is the e-mail that it continues, if there is one. */
function answerEmail(
  context: EmailContext,
  enquiry: EnquiriesTable,
  { text, confirmation }: { text: string; confirmation: { kind: string; message_id: string } | undefined },
): EmailMessage {
  const { site } = context;
  const { reference, message, received_at } = enquiry;
  // Its message is the owner's note, which is not for that person.
  const isOwn = enquiry.content_hash === hashByOwner;
  return {
    ...toVisitor(context, enquiry),
    // Mail programs thread by the subject, too.
    subject:
      confirmation?.kind === "visitor"
        ? `Re: ${confirmationSubject(site, enquiry)}`
        : `${site.name}: odpowiedź${isOwn ? "" : " na Twoją wiadomość"} (${reference})`,
    inReplyTo: confirmation?.message_id,
    blocks: [
      ...text.split(/\n{2,}/).map(paragraph),
      ...(isOwn ? [] : [paragraph(`Twoja wiadomość, ${formatTime(received_at)}:`), quote(message)]),
    ],
  };
}

const confirmationSubject = ({ name }: SiteFacts, { reference }: EnquiriesTable) =>
  `${name}: Twoja wiadomość dotarła (${reference})`;

/** A longer list could be refused for its size. The panel shows the rest. */
const maxDigestLines = 50;

/**
 * Lists enquiries in quarantine and those whose own e-mail was given up, with references and reasons only: a mail server that
 * refuses the text of an enquiry would refuse a digest with that text too.
 */
export function digestEmail(
  context: EmailContext,
  enquiries: Pick<EnquiriesTable, "reference" | "status" | "reasons">[],
): EmailMessage {
  const { panelUrl } = context;
  const isQuarantined = ({ status }: { status: EnquiriesTable["status"] }) => status === "quarantined";
  const lines = [...enquiries]
    .sort((one, other) => Number(isQuarantined(one)) - Number(isQuarantined(other)))
    .map((one) => {
      const reasons = (JSON.parse(one.reasons) as string[]).join(", ");
      return `${one.reference}: ${isQuarantined(one) ? `w kwarantannie (${reasons})` : "e-mail nie dotarł"}`;
    });
  const rest = lines.length - maxDigestLines;
  return {
    ...toTrainer(context),
    subject: `Do sprawdzenia: ${countOf(lines.length)}`,
    blocks: [
      paragraph(
        lines.length === 1
          ? "To zapytanie nie przyszło do Ciebie e-mailem. Nie zginęło:"
          : "Te zapytania nie przyszły do Ciebie e-mailem. Żadne nie zginęło:",
      ),
      paragraph(lines.slice(0, maxDigestLines).join("\n")),
      ...(rest > 0 ? [paragraph(`Oraz ${countOf(rest)}.`)] : []),
      paragraph(
        panelUrl
          ? `Otwórz je w panelu: ${panelUrl}/zapytania${enquiries.every(isQuarantined) ? "?stan=quarantine" : ""}`
          : "Z kwarantanny wypuszcza: npm run enquiries -- release NUMER. To, co nie dotarło, wysyła ponownie: npm run enquiries -- resend --dead",
      ),
    ],
  };
}

export function canaryEmail(context: EmailContext, { reference, received_at }: EnquiriesTable): EmailMessage {
  const text = `To automatyczny test formularza ze strony ${context.site.name}, wysłany ${formatTime(received_at)}.

Skoro dotarł, zapytania też docierają. Nic nie trzeba robić.`;
  return {
    ...ownerEmail(context, { subject: `Test formularza (${reference})`, text }),
    headers: { "Auto-Submitted": "auto-generated" },
  };
}

const countOf = (count: number) => `${count} ${plural(count, "zapytanie", "zapytania", "zapytań")}`;

const timeZone = "Europe/Warsaw";
const dateFormat = new Intl.DateTimeFormat("pl-PL", { dateStyle: "long", timeZone });
const timeFormat = new Intl.DateTimeFormat("pl-PL", { hour: "numeric", minute: "2-digit", timeZone });

/** In Polish time, whatever the server's time zone. */
const formatTime = (ms: number) => `${dateFormat.format(ms)} o\u00a0${timeFormat.format(ms)}`;
