import { basename } from "node:path";
import { sql } from "kysely";
import { createAppointments } from "../../../appointments/appointments.server.ts";
import { dayMs, hourMs, minuteMs } from "../../../enquiries/clock.ts";
import type { Enquiry } from "../../../enquiries/form.ts";
import { createQueue } from "../../../enquiries/mail/queue.server.ts";
import { createInbox } from "../../../enquiries/owner/inbox.server.ts";
import type { EnquiryState, StateTarget } from "../../../enquiries/owner/inbox.ts";
import { addDays, morningAfter, polishDay, polishHour } from "../../../enquiries/polish-time.ts";
import { spamReasons } from "../../../enquiries/quarantine.server.ts";
import type { Pattern } from "../../../enquiries/site-facts.ts";
import { type Database, isPostgres } from "../../../enquiries/storage/database.server.ts";
import { createStore } from "../../../enquiries/store.server.ts";
import { createVisits } from "../../../enquiries/visits.server.ts";
import { createOpinions } from "../../../opinions/opinions.server.ts";
import texts from "./demo-texts.json" with { type: "json" };

type Demo = {
  database: Database;
  dataDir: string;
  count: number;
  /** The options for the goal in the form. */
  goals: readonly string[];
  /** The site's free slots, if it offers any. */
  booking?: Pattern | undefined;
  /** The end of the year that is filled. */
  now: number;
  /** Returns numbers from 0 to 1. The same numbers produce the same enquiries. */
  random: () => number;
};

const yearMs = 360 * dayMs;
const mailHost = "localhost";
const siteUrl = "http://localhost";
const log = { info() {}, warn() {}, error() {} };

/** Fills a database with a year of made-up enquiries and their outcomes, through the same code as real ones. */
export async function fillDemo(demo: Demo): Promise<void> {
  const { database, dataDir, count, goals, booking, now, random } = demo;
  // Avoids waiting for the disk at every step: a crash would lose nothing real.
  if (!isPostgres(database.db)) await sql`pragma synchronous = off`.execute(database.db);
  let time = now;
  const clock = { now: () => time, monotonicMs: () => time };
  const randomBytes = (length: number) => Uint8Array.from({ length }, () => random() * 256);
  const [pattern, readBusy] = [() => booking, async () => []];
  const common = { database, clock, log, onQueued: () => {} };
  const dates = createAppointments({
    ...common,
    onVisitorChange: () => {},
    siteUrl,
    limits: "off",
    sendsMail: () => true,
    pattern,
    readBusy,
  });
  const { book } = dates.forEnquiries;
  const store = createStore({ database, clock, randomBytes, mailHost, limits: "off", book });
  const queue = createQueue({ database, clock, random });
  const inbox = createInbox({ ...common, dataDir, mailHost });
  const opinions = createOpinions({ database, dataDir, siteUrl, clock, onWithdrawn: () => {} });
  const visits = createVisits({ db: database.db, clock, log });

  function pick<T>(list: readonly T[]): T {
    return list[Math.floor(random() * list.length)] as T;
  }

  /** Settles the e-mails of the latest enquiry, as sent or as refused. */
  async function answerMail(isRefused: boolean): Promise<void> {
    for (const message of await queue.claim(10))
      await queue.settle(message, isRefused ? { kind: "refused", codes: "550" } : { kind: "sent" });
  }

  /** Handles an enquiry as the owner would: the latest as in `week`, while most of the older ones are closed. */
  async function handle(reference: string, index: number, age: number): Promise<void> {
    if (index < 3) return;
    time = Math.min(time + Math.floor(hourMs * (0.2 + random() * 20)), now - minuteMs);
    const { meets, answers, ends } = week(now)[index] ?? {
      answers: index % 2 === 0,
      ends: age < 21 * dayMs && index % 3 === 0 ? inDays(now, 2 + (index % 6)) : end(),
    };
    const id = `demo-${index}`;
    let from: EnquiryState = answers ? "in-contact" : "new";
    if (answers) await inbox.answer(reference, { id, text: `${pick(texts.answers)} ${mark}` });
    if (meets) {
      await inbox.noteContact(reference, { id: `${id}-call`, way: "call", result: "scheduled", from });
      from = "scheduled";
      await dates.calendar.arrange({ reference, kind: "training", minutes: 60, local: meets });
      if (ends) time = now - dayMs;
    }
    if (ends) await inbox.changeState(reference, { from, ...ends });
    if (index !== bouncingIndex) await answerMail(false);
    if (ends?.held) {
      const [held] = (await inbox.find(reference))?.appointments ?? [];
      const link = (await opinions.offer(held?.id ?? "")) ?? "";
      await opinions.send(basename(link), texts.opinion);
    }
    if (random() < 0.2) await inbox.addNote(reference, { id, text: `${pick(texts.notes)} ${mark}` });
  }

  function end(): StateTarget {
    const outcome = pick(["client", "not-now", "no"] as const);
    return { state: "closed", outcome, at: outcome === "not-now" ? isoMorning(45, now) : null };
  }

  for (let index = count - 1; index >= 0; index -= 1) {
    // The later, the more frequent, as on a site that becomes known.
    const age = Math.floor(12 * minuteMs + yearMs * (index / count) ** 1.4);
    time = now - age;
    const isSpam = index % 33 === 9;
    // If the site offers slots, two of the newest enquiries ask for a training and a talk.
    const kind = { 1: "training", 2: "talk" }[index];
    const enquiry: Enquiry = {
      name: pick(texts.names),
      phone: random() < 0.8 ? `+48220000${String(Math.floor(random() * 1000)).padStart(3, "0")}` : null,
      email: `osoba-${index + 1}@poczta.example`,
      goal: pick([...goals, null]),
      preferredTime: pick([...texts.times, null]),
      message: `${pick(isSpam ? texts.spam : texts.messages)} ${mark}`,
      slot: kind ? ((await dates.free()).find((slot) => slot.kind === kind)?.id ?? null) : null,
    };
    const reasons = isSpam ? spamReasons(enquiry, { elapsedMs: 900 }) : [];
    const { reference } = await store.accept({ enquiry, key: `demo-${index}`, reasons, canary: false });
    if (isSpam) continue;
    if (index === bouncingIndex) {
      await handle(reference, index, age);
      time += minuteMs;
    }
    await answerMail(index === bouncingIndex);
    if (index !== bouncingIndex) await handle(reference, index, age);
  }
  for (let days = 60; days >= 0; days -= 1) {
    time = now - days * dayMs;
    for (let left = 3 + 9 * random(); left > 0; left -= 1)
      visits.count({ page: pick(texts.pages), source: pick(texts.sources) });
  }
  await visits.stop();
}

/** The enquiry whose confirmation is refused. */
const bouncingIndex = 8;

/** The local time of an appointment, whether the owner answers by e-mail, and the final state. */
type Handled = { meets?: string; answers?: boolean; ends?: StateTarget };

/** How the owner handled the latest enquiries, by index: answers, past and future appointments, one no-show. */
const week = (now: number): Readonly<Record<number, Handled>> => ({
  3: { answers: true, ends: inDays(now, 0) },
  4: { answers: true },
  5: { meets: `${dayFrom(now, polishHour(now) < 18 ? 0 : 1)}T18:00` },
  6: { answers: true, meets: `${dayFrom(now, -1)}T17:00` },
  7: { meets: `${dayFrom(now, 2)}T07:00` },
  [bouncingIndex]: { ends: inDays(now, 3) },
  10: { meets: `${dayFrom(now, -3)}T18:30`, ends: { state: "closed", outcome: "client", held: true } },
  11: { ends: { state: "in-contact" } },
  12: { answers: true, ends: { state: "closed", outcome: "not-now", at: isoMorning(0, now) } },
  13: { ends: { ...inDays(now, 1), missed: true } },
});

const dayFrom = (now: number, days: number) => addDays(polishDay(now), days);

const inDays = (now: number, days: number): StateTarget => ({
  state: "in-contact",
  at: isoMorning(days, now),
});

const isoMorning = (days: number, now: number) => new Date(morningAfter(days, now)).toISOString();

/** Ends every message and note. */
export const mark = "(przykład)";

/** Creates a seeded pseudo-random generator of numbers from 0 to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
