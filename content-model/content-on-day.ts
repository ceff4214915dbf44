import type { Content } from "./content.ts";
import { describeChanges, shorten } from "./describe-changes.ts";
import { priceOn } from "./later-price.ts";
import { isTree, mapDeep, walkValues } from "./path.ts";
import type { Slots } from "./schema/kontakt.ts";

/** A calendar day such as `2027-01-31`; days sort as strings. */
export type Day = string;

export const dayInWarsaw = (now: Date): Day => warsaw.format(now);

/**
 * The content as it applies on a day. It contains a notice only while that is shown (the days that the notice closes stay), slots
 * only until they expire, and the prices of that day.
 */
export function contentOn(content: Content, day: Day): Content {
  const { notice, ...site } = content.site;
  const { slots, ...kontakt } = content.kontakt;
  const dated = {
    ...content,
    site: isShownOn(notice, day) ? { ...site, notice } : site,
    kontakt: areFreshOn(slots, day) ? { ...kontakt, slots: withClosedDays(notice, slots) } : kontakt,
  };
  return pricesOn(dated, day);
}

function isShownOn(notice: Content["site"]["notice"], day: Day): boolean {
  return notice !== undefined && notice.from <= day && day <= notice.until;
}

function withClosedDays(notice: Content["site"]["notice"], slots: Slots): Slots {
  const { closedFrom: from, closedUntil: until = from } = notice ?? {};
  return from && until ? { ...slots, closed: [...slots.closed, { from, until }] } : slots;
}

function areFreshOn(slots: Slots | undefined, day: Day): slots is Slots {
  const end = slots && staleFrom(slots);
  return slots !== undefined && (end === undefined || day < end);
}

function pricesOn<Piece>(piece: Piece, day: Day): Piece {
  return mapDeep(piece, (value) => (isDated(value) ? priceOn(value, day) : value)) as Piece;
}

/** The first day on which the slots are no longer shown (B10.6). The sample always shows some; without an `asOf` day they stay, too. */
const staleFrom = ({ asOf, sample, validDays }: Slots) =>
  asOf === undefined || sample ? undefined : daysAfter(asOf, validDays + 1);

/** The next day on which a notice, slots or a price change without an edit. */
export function nextChange(content: Content, today: Day): Day | undefined {
  const { notice } = content.site;
  const { slots } = content.kontakt;
  const prices = [...walkValues(content)].flatMap(({ value }) => (isDated(value) ? value.later.from : []));
  const days = [...prices, notice?.from, notice && daysAfter(notice.until, 1), slots && staleFrom(slots)];
  return days.filter((day) => day !== undefined && day > today).sort()[0];
}

const isDated = (value: unknown): value is { amount: unknown; later: { from: Day; amount: number } } =>
  isTree(value) && "amount" in value && isTree(value.later);

function daysAfter(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T12:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

/** Swedish dates have the ISO 8601 form. */
const warsaw = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Warsaw", dateStyle: "short" });

/** Describes in Polish, one line each, what changes between two days without an edit. */
export function describeDatedChanges(content: Content, from: Day, to: Day): string[] {
  const { notice } = content.site;
  const { slots } = content.kontakt;
  const [wasShown, isShown] = [from, to].map((day) => isShownOn(notice, day));
  const text = `„${shorten((notice?.text ?? "").replaceAll("\u00a0", " "))}”`;
  const slotsExpire = areFreshOn(slots, from) && !areFreshOn(slots, to);
  return [
    ...(isShown && !wasShown ? [`Komunikat pojawia się: ${text}`] : []),
    ...(wasShown && !isShown ? [`Komunikat znika: ${text}`] : []),
    ...(slotsExpire ? ["Wolne terminy znikają: nikt ich nie odświeżył"] : []),
    ...describeChanges(pricesOn(content, from), pricesOn(content, to)),
  ];
}
