import type { Address } from "../enquiries/mail/email-message.server.ts";

/** What a calendar shows of an appointment. Times are milliseconds since 1970. */
export type CalendarEvent = {
  uid: string;
  sequence: number;
  status: "CONFIRMED" | "TENTATIVE" | "CANCELLED";
  startsAt: number;
  endsAt: number;
  /** When this version was made. */
  stampedAt: number;
  summary: string;
  description?: string | undefined;
  location?: string | undefined;
  organizer?: Address;
  attendee?: Address;
};

/** A calendar in RFC 5545 format: CRLF, no line over 75 octets, and UTC, so that it needs no time zone definitions (C4.1). */
export function calendarOf(events: readonly CalendarEvent[], method: "REQUEST" | "CANCEL" | "PUBLISH") {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//trainer-site//terminy//PL",
    "CALSCALE:GREGORIAN",
    `METHOD:${method}`,
    ...events.flatMap(eventLines),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

function eventLines(event: CalendarEvent): string[] {
  const { organizer, attendee, description, location } = event;
  return [
    "BEGIN:VEVENT",
    `UID:${event.uid}`,
    `SEQUENCE:${event.sequence}`,
    `STATUS:${event.status}`,
    `DTSTAMP:${utc(event.stampedAt)}`,
    `DTSTART:${utc(event.startsAt)}`,
    `DTEND:${utc(event.endsAt)}`,
    `SUMMARY:${escapeText(event.summary)}`,
    description && `DESCRIPTION:${escapeText(description)}`,
    location && `LOCATION:${escapeText(location)}`,
    organizer && `ORGANIZER;CN=${quoted(organizer.name)}:mailto:${organizer.address}`,
    attendee &&
      `ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE${nameOf(attendee)}:mailto:${attendee.address}`,
    "TRANSP:OPAQUE",
    "END:VEVENT",
  ].flatMap((line) => line || []);
}

const nameOf = ({ name }: Address) => (name ? `;CN=${quoted(name)}` : "");

/** `20261201T163000Z` */
const utc = (ms: number) => `${new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;

const escapeText = (text: string) => text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");

// A parameter cannot hold a quotation mark or a control character, not even escaped.
const quoted = (text: string) => `"${text.replace(/["\p{Cc}]/gu, "")}"`;

/** Breaks a long line, but never within a character; continuation lines begin with a space. */
function fold(line: string): string {
  let [folded, octets] = ["", 0];
  for (const character of line) {
    const length = Buffer.byteLength(character);
    const isFull = octets + length > 75;
    folded += isFull ? `\r\n ${character}` : character;
    octets = length + (isFull ? 1 : octets);
  }
  return folded;
}
