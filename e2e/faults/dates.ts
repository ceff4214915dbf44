import assert from "node:assert/strict";
import { startMailServer } from "../../enquiries/testing/mail-server.ts";
import { startPostgres } from "../../enquiries/testing/postgres.ts";
import { countWaiting, readSqlite, until, untilOutboxIsEmpty } from "./evidence.ts";
import type { RunOptions } from "./run-options.ts";
import { type Site, startSite, withFolder } from "./site.ts";

type Slot = { id: string; start: string; kind: string };
type Answer = { status: number; error?: string; slots?: Slot[]; date?: { state: string } } | undefined;

const slotsOf = async ({ baseUrl }: Site) =>
  ((await (await fetch(`${baseUrl}/api/slots`)).json()) as { slots: Slot[] }).slots;

let people = 0;

/** Somebody else asks for a date; undefined if the server dies before it answers. */
async function ask({ baseUrl }: Site, slot: string, headers: Record<string, string> = {}): Promise<Answer> {
  people += 1;
  const email = `osoba-${people}@poczta.example`;
  const body = JSON.stringify({ name: "Osoba Próbna", email, message: `Wiadomość ${people}`, slot });
  try {
    const answer = await fetch(`${baseUrl}/api/enquiries`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body,
    });
    return { status: answer.status, ...((await answer.json()) as object) };
  } catch {
    return undefined;
  }
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
    const asking = Array.from({ length: 50 }, (_, at) => ask(sites[at % 2] as Site, slot.id));
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
    if (round % 2 === 0) assert.deepEqual([booked.length, refused.length], [1, 49]);
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

/** The mail server is down while people book and cancel: nothing is lost, and what goes out then is in order. */
export async function bookWithoutMail(): Promise<string> {
  return withFolder(async (dataDir) => {
    const mailServer = await startMailServer();
    const site = await startSite({ dataDir, SMTP_URL: mailServer.url });
    mailServer.state.mood = "hang up at once";
    const [first, second] = (await slotsOf(site)).filter(({ kind }) => kind === "talk");
    assert.ok(first && second);
    for (const { id } of [first, second]) assert.equal((await ask(site, id))?.status, 201);
    await until("the mail server was tried", () => mailServer.connections() > 0);
    mailServer.state.mood = "accept";
    site.passTime(3_600_000);
    await untilOutboxIsEmpty(() => countWaiting(dataDir));
    assert.equal(await site.stop(), 0);
    const invitations = mailServer.received.filter(({ raw }) => raw.includes("text/calendar"));
    assert.equal(invitations.length, 4);
    await mailServer.stop();
    return `${mailServer.received.length} e-mails after the outage, each with its invitation`;
  });
}
