import { sql } from "kysely";
import { dayMs, hourMs, minuteMs } from "../../enquiries/clock.ts";
import type { Enquiry } from "../../enquiries/form.ts";
import { createQueue } from "../../enquiries/mail/queue.server.ts";
import { createInbox } from "../../enquiries/owner/inbox.server.ts";
import type { StateTarget } from "../../enquiries/owner/inbox.ts";
import { addDays, morningAfter, polishDay, polishMoment } from "../../enquiries/polish-time.ts";
import { spamReasons } from "../../enquiries/quarantine.server.ts";
import { type Database, isPostgres } from "../../enquiries/storage/database.server.ts";
import { createStore } from "../../enquiries/store.server.ts";

type Demo = {
  database: Database;
  dataDir: string;
  count: number;
  /** The choices of the form. */
  goals: readonly string[];
  /** The end of the year that is filled. */
  now: number;
  /** Returns numbers from 0 to 1, which determine the enquiries. */
  random: () => number;
};

const yearMs = 360 * dayMs;
const mailHost = "localhost";

/** Fills a database with a year of made-up enquiries, through the same code as real ones. */
export async function fillDemo({ database, dataDir, count, goals, now, random }: Demo): Promise<void> {
  // Avoids waiting for the disk at every step: a crash would lose nothing real.
  if (!isPostgres(database.db)) await sql`pragma synchronous = off`.execute(database.db);
  let time = now;
  const clock = { now: () => time, monotonicMs: () => time };
  const randomBytes = (length: number) => Uint8Array.from({ length }, () => random() * 256);
  const store = createStore({ database, clock, randomBytes, mailHost, limits: "off" });
  const queue = createQueue({ database, clock, random });
  const inbox = createInbox({ database, dataDir, clock, mailHost, onQueued: () => {} });

  function pick<T>(list: readonly T[]): T {
    return list[Math.floor(random() * list.length)] as T;
  }

  /** Settles the e-mails of the latest enquiry. What is refused to a visitor is given up at once. */
  async function answerMail(isRefused: boolean): Promise<void> {
    for (const message of await queue.claim(10))
      await queue.settle(message, isRefused ? { kind: "refused", codes: "550" } : { kind: "sent" });
  }

  /** Refuses the e-mails for days, until the outbox gives up. */
  async function refuseMail(): Promise<void> {
    for (let attempt = 0; attempt < 40; attempt += 1) {
      await answerMail(true);
      time += 6 * hourMs;
    }
  }

  /** The latest ones are a trainer's week; of the older ones most have ended. */
  async function handle(reference: string, index: number, age: number): Promise<void> {
    if (index < 3) return;
    time = Math.min(time + Math.floor(hourMs * (0.2 + random() * 20)), now - minuteMs);
    const change =
      week(now)[index] ?? (age < 21 * dayMs && index % 3 === 0 ? inDays(now, 2 + (index % 6)) : end());
    await inbox.changeState(reference, { from: "new", ...change });
    if (random() < 0.2)
      await inbox.addNote(reference, { id: `demo-${index}`, text: `${pick(notes)} ${mark}` });
  }

  function end(): StateTarget {
    const outcome = pick(["client", "not-now", "no"] as const);
    const asksAgain = outcome === "not-now" && random() < 0.4;
    return {
      state: "closed",
      outcome,
      at: asksAgain ? isoMorning(45, now) : null,
    };
  }

  for (let index = count - 1; index >= 0; index -= 1) {
    // Denser towards the end, like a site that becomes known.
    const age = Math.floor(12 * minuteMs + yearMs * (index / count) ** 1.4);
    time = now - age;
    const isSpam = index % 33 === 9;
    const enquiry: Enquiry = {
      name: pick(names),
      phone: random() < 0.8 ? `+48220000${String(Math.floor(random() * 1000)).padStart(3, "0")}` : null,
      email: `osoba-${index + 1}@poczta.example`,
      goal: pick([...goals, null]),
      preferredTime: pick(times),
      message: `${pick(isSpam ? spam : messages)} ${mark}`,
      slot: null,
    };
    const reasons = isSpam ? spamReasons(enquiry, { elapsedMs: 900 }) : [];
    const { reference } = await store.accept({ enquiry, key: `demo-${index}`, reasons, canary: false });
    if (isSpam) continue;
    if (index === badAddress) {
      await handle(reference, index, age);
      time += minuteMs;
    }
    await (index % 67 === 20 && age > 11 * dayMs ? refuseMail() : answerMail(index === badAddress));
    if (index !== badAddress) await handle(reference, index, age);
  }
}

/** Its confirmation comes back. */
const badAddress = 8;

/** What the owner did about the latest enquiries, by their number: calls, meetings before and after now, somebody who did not come. */
const week = (now: number): Readonly<Record<number, StateTarget>> => ({
  3: inDays(now, 0),
  4: inDays(now, 1),
  5: meeting(now, 0, 18),
  6: meeting(now, -1, 17),
  7: meeting(now, 2, 7),
  [badAddress]: inDays(now, 3),
  10: { ...inDays(now, 1), missed: true },
  11: { state: "in-contact" },
  12: { state: "closed", outcome: "not-now", at: isoMorning(0, now) },
  13: { state: "closed", outcome: "client" },
});

const inDays = (now: number, days: number): StateTarget => ({
  state: "in-contact",
  at: isoMorning(days, now),
});

const meeting = (now: number, days: number, hour: number): StateTarget => ({
  state: "scheduled",
  at: new Date(polishMoment(addDays(polishDay(now), days), hour)).toISOString(),
});

const isoMorning = (days: number, now: number) => new Date(morningAfter(days, now)).toISOString();

/** Obviously made-up people. */
const names = [
  "Łucja Przykładowa",
  "Jan Zmyślony",
  "Żaneta Próbna",
  "Michał Wymyślony",
  "Zofia Niebyła",
  "Grażyna Przykładowska-Próbna",
  "Antoni Testowy",
  "Ewa Fikcyjna",
  "Święcisław Niebyły",
  "Ola Próbna",
  "Piotr Przykładowy",
  "Hanna Zmyślona",
];

const messages = [
  "Chcę wrócić do ruchu po dwóch latach przerwy. Od czego zacząć?",
  "Czy można trenować rano, przed pracą? Najlepiej około 6.30.",
  "Szukam planu na trzy dni w tygodniu. Mam w domu hantle i gumy.",
  "Mam 58 lat i bolące kolana. Czy to nie za późno na siłownię?",
  "Za pół roku biegnę pierwszy półmaraton i boję się kontuzji.",
  "Ile kosztuje prowadzenie dwóch osób razem? Chodzi o mnie i siostrę.",
  "Potrzebuję diety bez laktozy. Pracuję na zmiany, więc jem o różnych porach.",
  "Lekarz kazał mi się ruszać. Najchętniej tam, gdzie nie ma tłumu.",
  "Chcę podciągnąć się pierwszy raz w życiu.",
  "Czy kreatyna ma sens, jeśli ćwiczę dwa razy w tygodniu?",
];

const spam = [
  "Pozycjonowanie stron! https://jeden.example https://dwa.example https://trzy.example",
  "Pierwsze miejsce w wyszukiwarce w tydzień. Kliknij: www.cztery.example",
];

const times = ["rano, przed pracą", "w tygodniu po 17", "weekend", null];

const notes = [
  "Woli wieczory. Oddzwonić po 18.",
  "Umówiony trening na próbę, przyjdzie z siostrą.",
  "Stara kontuzja barku: na razie bez wyciskania nad głowę.",
];

/** At the end of every message and note. */
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
