// The visitor's browser imports this file: keep server code out of it.

import { formatDate } from "../content-model/format-date.ts";
import type { RequestedDate, Slot, SlotKind } from "../enquiries/booking.ts";

/** What the visitor's link shows. */
export type AppointmentView = Omit<RequestedDate, "byEmail" | "state"> & {
  /** `settled`: it was only asked for, and another date has been agreed since. */
  state: RequestedDate["state"] | "settled";
  reference: string;
  kind: SlotKind;
  minutes: number;
  sequence: number;
  /** Whether it can still be moved or cancelled. */
  isOpen: boolean;
  /** Whether it has passed: an agreed one once it has ended, any other once it would have begun. */
  isOver: boolean;
  /** Where it can be moved to. */
  slots: readonly Slot[];
};

/** The slot's id, which names its local time and kind: `2026-12-01-1730-talk`. */
export const slotIdOf = (local: string, kind: SlotKind) =>
  `${local.replace("T", "-").replace(":", "")}-${kind}`;

/** The local time and kind that an id names; undefined for any other text. */
export function parseSlotId(id: string): { local: string; kind: SlotKind } | undefined {
  const [, day, hour, minute, kind] =
    /^(\d{4}-(?:0\d|1[0-2])-[0-3]\d)-([01]\d|2[0-3])([0-5]\d)-(talk|training)$/.exec(id) ?? [];
  return day && hour && minute ? { local: `${day}T${hour}:${minute}`, kind: kind as SlotKind } : undefined;
}

const weekdays = ["niedz.", "pn.", "wt.", "śr.", "czw.", "pt.", "sob."];
/** `wt. 1 grudnia` */
export function formatDay(local: string): string {
  const day = local.slice(0, 10);
  return `${weekdays[new Date(`${day}T12:00Z`).getUTCDay()]}\u00a0${formatDate(day).replace(/ \d+$/, "")}`;
}

/** `17:30` */
export const formatHour = (local: string) => local.slice(11, 16).replace(/^0/, "");

/** `wt. 1 grudnia, 17:30` */
export const formatLocalTime = (local: string) => `${formatDay(local)}, ${formatHour(local)}`;

export const kindLabels: Record<SlotKind, string> = { talk: "bezpłatna rozmowa", training: "trening" };

export const noneFree = "Teraz nie ma wolnych terminów. Napisz, a\u00a0znajdziemy porę.";

export const shortKindLabels: typeof kindLabels = { talk: "rozmowa", training: "trening" };

/** The three free slots nearest to the wanted one, in order; those of its kind come first. */
export function nearestSlots(free: readonly Slot[], { local, kind }: { local: string; kind: SlotKind }) {
  const clockOf = (time: string) => Date.parse(`${time.slice(0, 16)}Z`);
  const distance = ({ start }: Slot) => Math.abs(clockOf(start) - clockOf(local));
  return [...free]
    .sort(
      (one, other) =>
        Number(other.kind === kind) - Number(one.kind === kind) || distance(one) - distance(other),
    )
    .slice(0, 3)
    .sort((one, other) => Date.parse(one.start) - Date.parse(other.start));
}

/** Whether a query asks for the form with dates: `?terminy` for all free ones, `?termin=2026-12-01-1730-talk` for one. */
export function asksForDates(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.has("terminy") || parseSlotId(query.get("termin") ?? "") !== undefined;
}
