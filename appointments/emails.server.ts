import { hash, randomBytes } from "node:crypto";
import type { BookingNews } from "../enquiries/booking.ts";
import { minuteMs } from "../enquiries/clock.ts";
import {
  type Address,
  actionsOf,
  type EmailMessage,
  factsOf,
  heading,
  paragraph,
} from "../enquiries/mail/email-message.server.ts";
import {
  autoReply,
  type ComposeBooking,
  confirmationEmail,
  type EmailContext,
  enquiryEmail,
  panelLinkOf,
  toTrainer,
} from "../enquiries/mail/emails.server.ts";
import { instantOf, polishDay } from "../enquiries/polish-time.ts";
import type { Db, EnquiriesTable } from "../enquiries/storage/tables.server.ts";
import { type Appointment, findAppointment, minNoticeMs, newsOf, remindingMs } from "./bookings.server.ts";
import { type CalendarEvent, calendarOf } from "./invitation.ts";
import { formatLocalTime, kindLabels } from "./slot.ts";

type ComposeDeps = { siteUrl: string; mailHost: string; now: () => number };

/**
 * Creates the function that composes an e-mail about an appointment from its message. Undefined for a reminder that no longer applies,
 * for an invitation to what is over and for what has waited until later news could go, too.
 * Every e-mail to the visitor gets its own link, so that the database stores only hashes.
 */
export function createBookingEmails({ siteUrl, mailHost, now }: ComposeDeps): ComposeBooking {
  return async (db, { kind, appointment, detail, created_at }, { enquiry, context }) => {
    const row = appointment ? await findAppointment(db, appointment) : await latestOf(db, enquiry.reference);
    if (!row) return kind === "trainer" ? enquiryEmail(context, enquiry) : undefined;
    const mails = db.selectFrom("outbox").select("detail").where("appointment", "=", row.id);
    const later = mails
      .where(({ and }) => and({ kind, status: "waiting" }))
      .where("created_at", ">", created_at)
      .where("detail", "not like", '%"event":"reminder"%')
      .where("next_attempt_at", "<=", now());
    if (created_at < now() - minuteMs && (await later.executeTakeFirst())) return undefined;
    // Later news overtakes the trainer's e-mail of an enquiry while that is refused. It then says the same, and nothing that can be undone.
    const told = mails.where(({ and }) => and({ kind: "booking-trainer", status: "sent" }));
    const last = kind === "trainer" ? await told.orderBy("created_at", "desc").executeTakeFirst() : undefined;
    const known = last?.detail ?? detail;
    const news: BookingNews = known ? JSON.parse(known) : newsOf(row, "new", "visitor");
    const wasBooked = Boolean(await mails.where("detail", "like", '%"state":"booked"%').executeTakeFirst());
    const about = { row, news, enquiry, context, mailHost, wasBooked };
    if (kind === "trainer") return withDate(enquiryEmail(context, enquiry), about);
    if (kind === "booking-trainer") return changeEmail(about);
    const isLate = row.starts_at - now() < minNoticeMs - remindingMs;
    if (news.event === "reminder" && (isLate || row.sequence !== news.sequence)) return undefined;
    const isPast = (instantOf(news.start) ?? 0) <= now();
    if (isPast && news.event === "new") return confirmationEmail(context, enquiry);
    if (isPast && news.event === "accepted") return undefined;
    const link = news.state === "cancelled" ? choiceUrlOf(siteUrl) : await newLink(db, siteUrl, row.id);
    return visitorEmail(about, link, news.start.startsWith(polishDay(now())));
  };
}

/** The page on which to choose a date. */
export const choiceUrlOf = (siteUrl: string) => `${siteUrl}/kontakt?terminy#formularz`;

/** A new link by which the visitor moves or cancels the appointment. */
export async function newLink(db: Db, siteUrl: string, appointment: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const row = { token_hash: hashToken(token), appointment };
  await db.insertInto("appointment_tokens").values(row).execute();
  return `${siteUrl}/termin/${token}`;
}

export const hashToken = (token: string) => hash("sha256", token);

export function latestOf(db: Db, reference: string): Promise<Appointment | undefined> {
  const all = db.selectFrom("appointments").selectAll().where("reference", "=", reference);
  return all.orderBy("created_at", "desc").executeTakeFirst();
}

type About = {
  row: Appointment;
  news: BookingNews;
  enquiry: EnquiriesTable;
  context: EmailContext;
  mailHost: string;
  wasBooked: boolean;
};

const whatOf = ({ row, news }: About) => `${kindLabels[row.kind]}, ${news.minutes}\u00a0min`;

/** The trainer's e-mail of a new enquiry, with its date. */
function withDate(email: EmailMessage, about: About): EmailMessage {
  const { news, row } = about;
  const when = formatLocalTime(news.start);
  // An e-mail that waited for a day tells of a wish that has lost its place.
  const state = row.sequence === news.sequence ? row.state : news.state;
  const words = {
    booked: `Termin jest umówiony: ${when} (${whatOf(about)}).`,
    wish: `Prośba o termin: ${when} (${whatOf(about)}). Miejsce czeka na Twoją odpowiedź w\u00a0panelu przez dobę.`,
    asked: `Prośba o termin: ${when} (${whatOf(about)}). Nie zajmuje miejsca: odpowiedz w\u00a0panelu.`,
    cancelled: `Termin jest odwołany: ${when}.`,
  }[state];
  const blocks = email.blocks.toSpliced(2, 0, paragraph(words));
  return { ...email, blocks, calendar: calendarFor(about, about.context.trainer) };
}

const changes: Record<BookingNews["event"] | "withdrawn", string> = {
  new: "Nowy termin",
  moved: "Termin przeniesiony",
  accepted: "Termin potwierdzony",
  declined: "Prośba o termin odrzucona",
  cancelled: "Termin odwołany",
  withdrawn: "Prośba o termin wycofana",
  reminder: "Przypomnienie o terminie",
};

/** Informs the trainer of a change. The trainer's own changes are sent for the calendar. */
function changeEmail(about: About): EmailMessage {
  const { news, enquiry, context } = about;
  const isWish = news.state === "wish";
  const isWithdrawn = news.event === "declined" && news.by === "visitor";
  const what = isWish ? "Prośba o inny termin" : changes[isWithdrawn ? "withdrawn" : news.event];
  const wish = isWish ? " Poprzedni termin jest już wolny. Odpowiedz w\u00a0panelu." : "";
  return {
    ...toTrainer(context),
    replyTo: enquiry.email ? { name: enquiry.name, address: enquiry.email } : undefined,
    subject: `${what}: ${enquiry.name}, ${formatLocalTime(news.start)} (${enquiry.reference})`,
    blocks: [
      heading(enquiry.name),
      paragraph(`${what}: ${formatLocalTime(news.start)} (${whatOf(about)}).${wish}`),
      ...actionsOf([{ label: "Otwórz w panelu", href: panelLinkOf(context, enquiry) }]),
    ],
    calendar: calendarFor(about, context.trainer),
  };
}

/** Repeats nothing that was typed: anybody can enter a stranger's address and any text. */
function visitorEmail(about: About, link: string, isToday: boolean): EmailMessage {
  const { news, enquiry, context } = about;
  const { name, phone, place } = context.site;
  const isOver = news.state === "cancelled";
  const { title, subject, words } = visitorWords(news, isToday);
  const isReminder = news.event === "reminder";
  const label = isOver
    ? "Wybierz inny termin"
    : isReminder
      ? "Nie mogę (zmień albo odwołaj)"
      : "Zmień albo odwołaj termin";
  const question = isOver ? "Masz pytania?" : "Coś się zmieniło?";
  return {
    ...autoReply(context, enquiry),
    subject: `${name}: ${subject} (${enquiry.reference})`,
    blocks: [
      heading(title),
      paragraph(words),
      factsOf([
        { label: "Termin", value: formatLocalTime(news.start) },
        { label: "Co", value: whatOf(about) },
        { label: "Gdzie", value: about.row.kind === "talk" ? null : (place ?? null) },
        { label: "Numer", value: enquiry.reference },
      ]),
      ...actionsOf([{ label, href: link }]),
      paragraph(`${question} Odpowiedz na ten e-mail${phone && ` albo zadzwoń: ${phone}`}.`),
      ...(isOver ? [] : [paragraph("To nie Twój termin? Odwołaj go albo zignoruj ten e-mail.")]),
    ],
    calendar: calendarFor(about, { name: "", address: enquiry.email ?? "" }),
  };
}

function visitorWords({ event, by, state, start }: BookingNews, isToday: boolean) {
  const when = formatLocalTime(start);
  if (event === "reminder") {
    // A server that was down the evening before sends it late.
    const [day, ofDay] = isToday ? ["dzisiaj", "dzisiejszym"] : ["jutro", "jutrzejszym"];
    const words = `Przypominam o\u00a0${ofDay} terminie: ${when}.`;
    return { title: `Termin jest ${day}`, subject: `${day}, ${when}`, words };
  }
  if (state === "cancelled") {
    if (event === "declined" && by === "trainer") {
      const words = `Niestety ten termin mi nie pasuje: ${when}. Wybierz inny na stronie albo odpowiedz na ten e-mail.`;
      return { title: "Ten termin nie pasuje", subject: `termin nie pasuje: ${when}`, words };
    }
    const words =
      by === "trainer"
        ? `Muszę odwołać ten termin: ${when}. Odpowiedz na ten e-mail, a znajdziemy inny.`
        : `Termin jest odwołany: ${when}. Inny możesz wybrać na stronie.`;
    return { title: "Termin odwołany", subject: `termin odwołany: ${when}`, words };
  }
  if (state === "wish") {
    // A wish that is moved keeps its day.
    const soon = event === "moved" ? "" : " w\u00a0ciągu doby";
    const words = `Ten termin czeka na potwierdzenie: ${when}. Potwierdzę go albo zaproponuję inny${soon}.`;
    return { title: "Dziękuję, potwierdzę termin", subject: `prośba o termin: ${when}`, words };
  }
  const title = event === "moved" ? "Nowy termin" : "Termin potwierdzony";
  return { title, subject: `${title.toLowerCase()}: ${when}`, words: `Termin jest umówiony: ${when}.` };
}

/** An invitation for the calendar; none with a reminder or for an appointment that was never in it. */
function calendarFor(about: About, attendee: Address): EmailMessage["calendar"] {
  const { row, news, enquiry, context, mailHost, wasBooked } = about;
  const { name, place, phone } = context.site;
  const isTrainer = attendee === context.trainer;
  const startsAt = instantOf(news.start);
  const isFirstWish = news.event === "new" && news.state === "wish";
  if (!wasBooked || isFirstWish || news.event === "reminder" || startsAt === undefined) return undefined;
  const method = news.state === "cancelled" ? "CANCEL" : "REQUEST";
  const event: CalendarEvent = {
    ...eventOf(row, mailHost),
    sequence: news.sequence,
    startsAt,
    endsAt: startsAt + news.minutes * minuteMs,
    status: method === "CANCEL" ? "CANCELLED" : news.state === "booked" ? "CONFIRMED" : "TENTATIVE",
    summary: isTrainer
      ? ownerSummary({ ...row, state: news.state }, enquiry.name)
      : `${kindLabels[row.kind]}: ${name}`,
    description: isTrainer ? undefined : `Numer ${enquiry.reference}.${phone && ` Telefon: ${phone}`}`,
    location: row.kind === "training" ? place : undefined,
    organizer: context.from,
    attendee,
  };
  return { method, content: calendarOf([event], method) };
}

/** What the trainer's own calendars say: who comes, by initials and reference only, because programs copy it anywhere (C4.4). */
export const ownerSummary = ({ kind, state, reference }: Appointment, name: string) =>
  [state === "wish" ? "?" : "", kindLabels[kind], initialsOf(name), reference].filter(Boolean).join(" ");

/** None if a number stands for the name. */
const initialsOf = (name: string) =>
  (name.replace(/[^\p{L}\s-]/gu, "").match(/(?<![^\s-])\p{L}/gu) ?? []).slice(0, 4).join("").toUpperCase();

/** What identifies an appointment in calendars, and when it is. */
export const eventOf = (row: Appointment, mailHost: string) => ({
  uid: `${row.id}@${mailHost}`,
  sequence: row.sequence,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  stampedAt: row.changed_at,
});
