import { sql } from "kysely";
import { dayMs, hourMs, minuteMs } from "../../enquiries/clock.ts";
import type { Enquiry } from "../../enquiries/form.ts";
import { createQueue } from "../../enquiries/mail/queue.server.ts";
import { createInbox } from "../../enquiries/owner/inbox.server.ts";
import { spamReasons } from "../../enquiries/quarantine.server.ts";
import { type Database, isPostgres } from "../../enquiries/storage/database.server.ts";
import { createStore } from "../../enquiries/store.server.ts";

type Demo = {
  database: Database;
  dataDir: string;
  count: number;
  /** The end of the year that is filled. */
  now: number;
  /** Returns numbers from 0 to 1, which determine the enquiries. */
  random: () => number;
};

const yearMs = 360 * dayMs;
const mailHost = "localhost";

/** Fills a database with a year of made-up enquiries, through the same code as real ones. */
export async function fillDemo({ database, dataDir, count, now, random }: Demo): Promise<void> {
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

  /** Settles the e-mails of the latest enquiry. */
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

  /** Older enquiries are in later states. */
  async function handle(reference: string, index: number, age: number): Promise<void> {
    if (index < 3) return;
    time += Math.floor(hourMs * (0.2 + random() * 20));
    const state =
      age < 3 * dayMs ? "in-contact" : pick(["in-contact", "scheduled", "closed", "closed"] as const);
    await inbox.changeState(reference, state);
    if (random() < 0.2)
      await inbox.addNote(reference, { id: `demo-${index}`, text: `${pick(notes)} ${mark}` });
    if (index % 40 === 4)
      await inbox.setReminder(reference, new Date(morningAfter(now, 1 + (index % 5))).toISOString());
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
      goal: pick(goals),
      preferredTime: pick(times),
      message: `${pick(isSpam ? spam : messages)} ${mark}`,
      slot: null,
    };
    const reasons = isSpam ? spamReasons(enquiry, { elapsedMs: 900 }) : [];
    const { reference } = await store.accept({ enquiry, key: `demo-${index}`, reasons, canary: false });
    if (isSpam) continue;
    await (index % 67 === 20 && age > 11 * dayMs ? refuseMail() : answerMail(false));
    await handle(reference, index, age);
  }
}

/** Eight in the morning, winter time, some days from now. */
function morningAfter(now: number, days: number): number {
  return Math.floor(now / dayMs + days) * dayMs + 7 * hourMs;
}

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

const goals = ["Plan treningowy", "Dieta", "Suplementacja", "Trening personalny", "Inne", null];

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
