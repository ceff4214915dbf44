// For try-several.sh: visitors of the site, and what its database holds.
//   node packaging/testing/try-load.ts read FILE                     reads pages until FILE exists; each has to come whole
//   node packaging/testing/try-load.ts book COUNT FILE               that many people book dates; what they were told goes into FILE
//   node packaging/testing/try-load.ts verify FILE                   everybody who was thanked is in the database, and no two at one time
//   node packaging/testing/try-load.ts fill ENQUIRIES APPOINTMENTS   of years, a few of them open
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { openDatabase } from "../../enquiries/storage/database.server.ts";
import { fillWithEnquiries } from "../../enquiries/testing/fill.ts";

const [host, databaseUrl] = ["www.example.pl", process.env.DATABASE_URL ?? ""];
const paths = ["/", "/oferta", "/kontakt"];
const steps = { read, book, verify, fill };

type Told = { status: number; reference?: string; state?: string; seconds: number };

const [step = "", ...words] = process.argv.slice(2);
await steps[step as keyof typeof steps](...(words as [string, string]));

async function read(end: string): Promise<void> {
  const seconds: number[] = [];
  const faults: string[] = [];
  const readPages = async () => {
    while (!existsSync(end)) {
      const path = paths[seconds.length % paths.length] ?? "/";
      const begun = performance.now();
      const answer = await ask("GET", path).catch((error: Error) => ({ status: 0, text: error.message }));
      seconds.push((performance.now() - begun) / 1000);
      if (answer.status !== 200 || !answer.text.trimEnd().endsWith("</html>"))
        faults.push(`${path}: ${answer.status} ${answer.text.slice(0, 60)}`);
      await setTimeout(50);
    }
  };
  await Promise.all(Array.from({ length: 4 }, readPages));
  console.log(
    `${seconds.length} pages, the slowest after ${Math.max(...seconds).toFixed(1)} s, ${faults.length} failed`,
  );
  assert.deepEqual(faults, []);
}

async function book(count: string, file: string): Promise<void> {
  const all: Told[] = [];
  let next = 0;
  const person = async () => {
    while (next < Number(count)) {
      next += 1;
      const number = next;
      const { slots } = JSON.parse((await ask("GET", "/api/slots")).text) as { slots: { id: string }[] };
      // Several people want the same date.
      const slot = slots[Math.floor((number % 40) / 4)]?.id;
      const email = `osoba-${number}@poczta.example`;
      const body = {
        name: "Osoba Próbna",
        email,
        message: `Wiadomość ${number}`,
        key: randomUUID(),
        slot,
        elapsedMs: 20_000,
      };
      const begun = performance.now();
      const answer = await ask("POST", "/api/enquiries", body).catch(() => ({ status: 0, text: "{}" }));
      const { reference, date } = JSON.parse(answer.text) as { reference?: string; date?: { state: string } };
      const seconds = (performance.now() - begun) / 1000;
      all.push({
        status: answer.status,
        seconds,
        ...(reference && { reference }),
        ...(date && { state: date.state }),
      });
      writeFileSync(`${file}.count`, String(all.length));
    }
  };
  await Promise.all(Array.from({ length: 12 }, person));
  writeFileSync(file, JSON.stringify(all));
}

async function verify(file: string): Promise<void> {
  const all = JSON.parse(readFileSync(file, "utf8")) as Told[];
  const counts = Map.groupBy(all, ({ status, state }) => `${status} ${state ?? ""}`.trim());
  const slowest = Math.max(...all.map(({ seconds }) => seconds)).toFixed(1);
  console.log(
    [...counts].map(([what, those]) => `${what}: ${those.length}`).join(", "),
    `the slowest after ${slowest} s`,
  );
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const stored = (await client.query("select reference from enquiries where message like 'Wiadomość %'"))
    .rows;
  const dates = (
    await client.query(
      "select reference, starts_at, ends_at from appointments where state in ('wish', 'booked') order by starts_at",
    )
  ).rows;
  await client.end();
  const references = new Set(stored.map(({ reference }) => reference));
  assert.deepEqual(
    all.filter(({ status }) => status !== 201 && status !== 409),
    [],
    "everybody got an answer",
  );
  assert.deepEqual(
    all.filter(({ status, reference }) => status === 201 && !references.has(reference)),
    [],
    "thanked and kept",
  );
  assert.equal(stored.length, all.filter(({ status }) => status === 201).length, "none is kept twice");
  const placed = new Set(dates.map(({ reference }) => reference));
  assert.deepEqual(
    all.filter(({ state, reference }) => (state === "wish" || state === "booked") && !placed.has(reference)),
    [],
    "promised and kept",
  );
  for (const [at, { starts_at }] of dates.slice(1).entries())
    assert.ok(BigInt(starts_at) >= BigInt(dates[at]?.ends_at), "no two at one time");
}

/** The newest two hundred are open; of the dates, forty are to come, none at a full hour, where people book. */
async function fill(enquiries: string, appointments: string): Promise<void> {
  const log = { info() {}, warn() {}, error() {} };
  const database = await openDatabase({ dataDir: "/nonexistent", databaseUrl, log });
  await fillWithEnquiries(database, { count: Number(enquiries), now: Date.now() });
  await database.close();
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`update enquiries set state = 'closed', outcome = 'client', read_at = received_at, handled_at = received_at
    where name like 'Gżegżółka%' and substring(name from 11)::int >= 200`);
  await client.query(
    `insert into appointments (id, reference, kind, state, local_start, minutes, starts_at, ends_at, sequence, created_at, changed_at)
     select gen_random_uuid(), reference, 'training', 'booked', to_char(to_timestamp(at), 'YYYY-MM-DD"T"HH24:MI'), 20, at * 1000,
       (at + 1200) * 1000, 0, at * 1000, at * 1000
     from (select reference, extract(epoch from date_trunc('hour', now()))::bigint + 2100 + (40 - row_number() over (order by received_at desc)) * 7200 as at
       from enquiries where name like 'Gżegżółka%' order by received_at desc limit $1) as those`,
    [Number(appointments)],
  );
  await client.query(
    "update enquiries set handled_at = $1 where state = 'closed' and reference in (select reference from appointments where ends_at < $1)",
    [Date.now()],
  );
  await client.query("analyze");
  await client.end();
}

async function ask(method: string, path: string, body?: object): Promise<{ status: number; text: string }> {
  const headers = {
    "Content-Type": "application/json",
    Accept: method === "GET" ? "text/html, application/json" : "application/json",
  };
  const sent = request({ host, path, method, headers, rejectUnauthorized: false });
  // Before the answer it rejects `once`; afterwards the answer has it, too.
  sent.on("error", () => {}).end(body && JSON.stringify(body));
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, text: Buffer.concat(await answer.toArray()).toString() };
}
