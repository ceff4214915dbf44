import assert from "node:assert/strict";
import { formatLocalTime } from "../../appointments/slot.ts";
import { type MailServer, startMailServer } from "../../enquiries/testing/mail-server.ts";
import { startPostgres } from "../../enquiries/testing/postgres.ts";
import { countWaiting, hasFailedAttempt, readSqlite, until, untilOutboxIsEmpty } from "./evidence.ts";
import { signIn } from "./owner.ts";
import type { RunOptions } from "./run-options.ts";
import { type Site, startSite, withFolder } from "./site.ts";

type Slot = { id: string; start: string; kind: string };
type Answer =
  | {
      status: number;
      email: string;
      error?: string;
      slots?: Slot[];
      reference?: string;
      date?: { state: string };
    }
  | undefined;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export const slotsOf = async ({ baseUrl }: Site) =>
  ((await (await fetch(`${baseUrl}/api/slots`)).json()) as { slots: Slot[] }).slots;

let people = 0;

/** Somebody else asks for a date; undefined if the server dies before it answers. */
export async function ask(
  { baseUrl }: Site,
  slot: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  people += 1;
  const email = `osoba-${people}@poczta.example`;
  const body = JSON.stringify({ name: "Osoba Próbna", email, message: `Wiadomość ${people}`, slot });
  try {
    const answer = await fetch(`${baseUrl}/api/enquiries`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body,
    });
    return { status: answer.status, email, ...((await answer.json()) as object) };
  } catch {
    return undefined;
  }
}

/** Asks again, as somebody else, after the 503 of a database that was busy for longer than its patience. */
async function askAgain(site: Site, slot: string, tries = 20): Promise<Answer> {
  const answer = await ask(site, slot);
  return answer?.status === 503 && tries > 1 ? askAgain(site, slot, tries - 1) : answer;
}

/** Fifty people want one date at once, from two servers on one database, one of which is killed in every second round (C3.4). */
export async function raceForDates({ short }: RunOptions): Promise<string> {
  const postgres = await startPostgres();
  const results: string[] = [];
  for (const databaseUrl of ["", ...(postgres ? [postgres.url] : [])]) {
    results.push(await withFolder((dataDir) => race(dataDir, databaseUrl, short ? 2 : 20)));
  }
  await postgres?.stop();
  return results.join("; ") + (postgres ? "" : "; no PostgreSQL here");
}

async function race(dataDir: string, databaseUrl: string, rounds: number): Promise<string> {
  const settings = { dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const sites = [await startSite(settings), await startSite(settings)];
  let kills = 0;
  for (let round = 0; round < rounds; round += 1) {
    const [slot] = await slotsOf(sites[0] as Site);
    if (!slot) break;
    const asking = Array.from({ length: 50 }, (_, at) => askAgain(sites[at % 2] as Site, slot.id));
    if (round % 2) {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
      await sites[1]?.kill();
      kills += 1;
    }
    const answers = await Promise.all(asking);
    if (round % 2) sites[1] = await startSite(settings);
    const booked = answers.filter((answer) => answer?.status === 201);
    const refused = answers.filter((answer) => answer?.status === 409);
    assert.ok(booked.length <= 1, `one booking, not ${booked.length}`);
    const statuses = answers.map((answer) => answer?.status).sort();
    if (round % 2 === 0) assert.deepEqual(statuses, [201, ...Array(49).fill(409)]);
    for (const answer of refused) {
      assert.equal(answer?.error, "taken");
      assert.ok(answer?.slots && answer.slots.length <= 3 && answer.slots.every(({ id }) => id !== slot.id));
    }
    // The one whose server died before it answered may have the date.
    const free = (await slotsOf(sites[0] as Site)).some(({ id }) => id === slot.id);
    if (booked.length === 1) assert.ok(!free, "a booked date is not offered");
  }
  for (const site of sites) assert.equal(await site.stop(), 0);
  return `${databaseUrl ? "PostgreSQL" : "SQLite"}: ${rounds} rounds of 50 on two servers, ${kills} kills, never two on one date`;
}

/** A thousand bookings from everywhere: the calendar is not filled, and nothing is lost. */
export async function floodOfBookings({ short }: RunOptions): Promise<string> {
  return withFolder(async (dataDir) => {
    const site = await startSite({ dataDir, ENQUIRY_LIMITS: "on", TRUSTED_PROXIES: "127.0.0.1" });
    const before = (await slotsOf(site)).length;
    const count = short ? 100 : 1000;
    const states = new Map<string, number>();
    for (let sender = 0; sender < count; sender += 1) {
      const free = await slotsOf(site);
      const slot = free[sender % free.length];
      assert.ok(slot, "a date is left");
      const answer = await ask(site, slot.id, { "X-Forwarded-For": `10.1.${sender >> 8}.${sender & 255}` });
      assert.equal(answer?.status, 201);
      const state = answer.date?.state ?? "none";
      states.set(state, (states.get(state) ?? 0) + 1);
    }
    const taken = (states.get("booked") ?? 0) + (states.get("wish") ?? 0);
    assert.equal(taken, 8, "at most eight places a day");
    assert.ok((await slotsOf(site)).length >= before / 2, "dates are left for others");
    assert.equal(states.get("asked"), count - 8);
    assert.equal(await site.stop(), 0);
    return `${count} bookings: ${JSON.stringify(Object.fromEntries(states))}; ${readSqlite(dataDir).enquiries.length} stored`;
  });
}

const linkIn = (text = "") => /\/termin\/[\w-]{43}/.exec(text)?.[0] ?? "";

/** What a mailbox has got about its date: the number of the change and what calendars are to do. */
function calendarsTo({ received }: MailServer, address: string): string[] {
  return received
    .filter(({ to }) => to === address)
    .map(({ mail }) => mail.attachments.find(({ contentType }) => contentType === "text/calendar"))
    .map((part) => {
      const [, sequence] = /^SEQUENCE:(\d+)/m.exec(part?.content.toString() ?? "") ?? [];
      const [, method] = /^METHOD:(\w+)/m.exec(part?.content.toString() ?? "") ?? [];
      return `${method} ${sequence}`;
    });
}

/**
 * The mail server is down while people book, move and cancel: nothing is lost, each e-mail goes once and in order, and who has cancelled is
 * not invited afterwards.
 */
export async function bookWithoutMail(): Promise<string> {
  return withFolder(async (dataDir) => {
    const mailServer = await startMailServer();
    const site = await startSite({ dataDir, SMTP_URL: mailServer.url });
    const owner = await signIn(site.baseUrl, dataDir);
    // Not the next one: this scenario may pass the moment of its reminder.
    const [, first, second, third] = (await slotsOf(site)).filter(({ kind }) => kind === "talk");
    assert.ok(first && second && third);
    const book = async ({ id }: Slot) => {
      const answer = await ask(site, id);
      assert.equal(answer?.status, 201);
      return { ...answer, address: answer.email };
    };
    const early = await book(first);
    await untilOutboxIsEmpty(() => countWaiting(dataDir));
    const link = linkIn(mailServer.received.find(({ to }) => to === early.address)?.mail.text);
    assert.ok(link, "the first person has a link");

    mailServer.state.mood = "hang up at once";
    const cancelled = await fetch(site.baseUrl + link, {
      method: "POST",
      body: new URLSearchParams({ action: "cancel", sequence: "0" }),
    });
    assert.equal(cancelled.status, 200, "who cancels is told so at once");
    const [given, staying] = [await book(second), await book(first)];
    await until("the mail server was tried", () => hasFailedAttempt(dataDir));
    // The trainer cancels one whose confirmation has not left for two minutes.
    site.passTime(2 * minuteMs);
    const week = await owner.get(`/panel/api/enquiries/${given.reference}`);
    const [entry] = ((await week.json()) as { appointments: { id: string }[] }).appointments;
    assert.equal((await owner.post(`/panel/api/appointments/${entry?.id}/cancel`, {})).status, 200);
    const late = await book(third);

    mailServer.state.mood = "accept";
    site.passTime(hourMs);
    await untilOutboxIsEmpty(() => countWaiting(dataDir));
    assert.equal(await site.stop(), 0);
    assert.deepEqual(calendarsTo(mailServer, early.address), ["REQUEST 0", "CANCEL 1"]);
    assert.deepEqual(calendarsTo(mailServer, given.address), ["CANCEL 1"]);
    for (const { address } of [staying, late])
      assert.deepEqual(calendarsTo(mailServer, address), ["REQUEST 0"]);
    const ids = mailServer.received.map(({ mail }) => mail.messageId);
    assert.equal(new Set(ids).size, ids.length, "nothing goes twice");
    await mailServer.stop();
    return `${ids.length} e-mails, each once; who cancelled was not invited afterwards`;
  });
}

/** At these moments a date of the next day is booked, which has another distance to UTC or another year. */
const changes = [
  { day: "2027-01-01", utc: "20270101T160000Z", sixInTheEvening: "2026-12-31T17:00:30Z" },
  { day: "2027-03-28", utc: "20270328T150000Z", sixInTheEvening: "2027-03-27T17:00:30Z" },
  { day: "2027-10-31", utc: "20271031T160000Z", sixInTheEvening: "2027-10-30T16:00:30Z" },
];

/** Around the New Year and both changes of the clock 17:00 is 17:00 on the page, in the e-mails, the invitation and the feed (C3.5). */
export async function changeClocks(): Promise<string> {
  return withFolder(async (dataDir) => {
    const mailServer = await startMailServer();
    const site = await startSite({ dataDir, SMTP_URL: mailServer.url });
    const owner = await signIn(site.baseUrl, dataDir);
    const made = await owner.post("/panel/api/calendar-feed", {});
    const { url: feed } = (await made.json()) as { url: string };
    for (const { day } of changes) {
      for (const time of ["02:30", "17:00"]) {
        const added = { effect: "added", day, time, kind: "talk", minutes: 30 };
        assert.equal((await owner.post("/panel/api/slots", added)).status, 200);
      }
    }
    let shiftMs = 0;
    const setClock = (at: number) => {
      const byMs = at - (Date.now() + shiftMs);
      shiftMs += byMs;
      site.setClock(byMs);
    };
    for (const { day, utc, sixInTheEvening } of changes) {
      setClock(Date.parse(sixInTheEvening) - 8 * hourMs);
      const words = formatLocalTime(`${day}T17:00`);
      const slots = await slotsOf(site);
      const offered = (time: string) => slots.find(({ id }) => id === `${day}-${time}-talk`);
      assert.ok(offered("1700")?.start.startsWith(`${day}T17:00:00+`));
      assert.equal(offered("0230") === undefined, day === "2027-03-28", "an hour that does not exist");
      const page = await (await fetch(`${site.baseUrl}/kontakt?terminy`)).text();
      assert.ok(page.includes(words), `the page offers ${words}`);
      assert.equal((await ask(site, `${day}-1700-talk`))?.date?.state, "booked");
      const mails = () => mailServer.received.filter(({ to }) => to === `osoba-${people}@poczta.example`);
      await until("the invitation has arrived", () => mails().length === 1);
      const [{ mail }] = mails() as [MailServer["received"][number]];
      assert.ok(mail.text?.includes(words), `the e-mail says ${words}`);
      const invitation = mail.attachments.map(({ content }) => content.toString()).join();
      assert.ok(invitation.includes(`DTSTART:${utc}`), `${utc} in the invitation`);
      const subscribed = await (await fetch(site.baseUrl + new URL(feed).pathname)).text();
      assert.ok(subscribed.includes(`DTSTART:${utc}`), `${utc} in the feed`);
      setClock(Date.parse(sixInTheEvening));
      await until("the reminder has arrived", () => mails().length === 2);
      assert.ok(mails()[1]?.mail.text?.includes(words), `the reminder says ${words}`);
    }
    assert.equal(await site.stop(), 0);
    await mailServer.stop();
    return "17:00 on the page, in the e-mails, the invitation and the feed; 02:30 only where it exists";
  });
}
