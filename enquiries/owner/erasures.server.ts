import { createHmac, randomBytes } from "node:crypto";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import * as z from "zod/mini";
import { type Database, inTurn, truncateWal } from "../storage/database.server.ts";
import { readJson, writePrivateJson } from "../storage/private-file.server.ts";
import type { Db } from "../storage/tables.server.ts";
import type { Erased, Person } from "./inbox.ts";
import { eraseFromKeptDatabases } from "./kept-databases.server.ts";
import { findPerson, identifiersOf, keyOf } from "./person.server.ts";

/** Erases a person for good (P3.4). `related`: also erases enquiries that share only an address or a number. */
export async function erase(
  database: Database,
  person: Person,
  { dataDir, now, related }: { dataDir: string; now: number; related: boolean },
) {
  const found = await findPerson(database.db, person);
  const people = related ? found.identifiers : [person];
  const enquiries = related ? [...found.exact, ...found.related] : found.exact;
  const references = enquiries.map(({ reference }) => reference);
  const opinions = await opinionsOf(database.db, references);
  return {
    erased: enquiries.length,
    /** Enquiries that may be the same person's and were not erased. */
    left: related ? [] : found.related,
    ...(await eraseForGood(database, { dataDir, now, people, references, opinions })),
  };
}

type Gone = { references: string[]; opinions: string[]; now: number };

/** Erases from the tables, the database's files and the databases that a restore replaced. */
export async function eraseForGood(
  database: Database,
  { dataDir, people, ...gone }: Gone & { dataDir: string; people: Person[] },
) {
  const { opinions, now } = gone;
  const all = [...people, ...opinions.map((opinion) => ({ opinion }))];
  // Recorded first, so that no restore brings anybody back. The live rows go last: without them the erasure cannot be repeated.
  await recordErasure(database.db, { dataDir, people: all, now });
  /** Unreadable databases that a restore replaced. */
  const unreadable = eraseFromKeptDatabases(dataDir, all);
  await database.db.transaction().execute((transaction) => removeRows(transaction, gone));
  return {
    /** False: another program is reading the database, so the deleted text stays in its log until the next day's purge. */
    logEmptied: await truncateWal(database),
    unreadable,
  };
}

async function opinionsOf(db: Db, references: readonly string[]): Promise<string[]> {
  // PostgreSQL rejects an empty list.
  const some = ["", ...references];
  const rows = db.selectFrom("opinions").select("id").where("reference", "in", some);
  return (await rows.execute()).map(({ id }) => id);
}

/** Deletes enquiries and unused links for opinions. Of sent opinions it keeps only hash and times (C5.3). */
async function removeRows(db: Db, { references, opinions, now }: Gone): Promise<void> {
  for (const id of opinions) {
    await sql`delete from opinions where id = ${id} and state = 'offered'`.execute(db);
    await sql`update opinions set state = 'withdrawn', changed_at = ${now}, reference = null, appointment = null, kind = null,
      held_on = null, text = null, author = null, about = null, consents = null, reason = null
      where id = ${id} and state <> 'withdrawn'`.execute(db);
  }
  for (const reference of references)
    await db.deleteFrom("enquiries").where("reference", "=", reference).execute();
}

export type Erasure = Awaited<ReturnType<typeof erase>>;

/**
 * Keyed hashes of addresses, numbers and opinions, with the moment of their erasure in milliseconds since 1970. The first entry is this
 * server's; the others came with restored backups, under keys of their own.
 */
const erasuresSchema = z.array(
  z.object({ key: z.string().check(z.regex(/^[0-9a-f]{64}$/)), erased: z.record(z.string(), z.number()) }),
);
export type Erasures = z.infer<typeof erasuresSchema>;

export const erasuresFile = "erasures.json";

/** Records erased people outside the database, so that restoring an older backup does not bring them back. */
export function recordErasure(
  db: Db,
  { dataDir, people, now }: { dataDir: string; people: Erased[]; now: number },
): Promise<void> {
  return changeErasures(db, dataDir, ([own, ...rest]) => {
    const { key, erased } = own ?? { key: randomBytes(32).toString("hex"), erased: {} };
    const added = people.map((person) => [hashOf(key, person), now]);
    return [{ key, erased: { ...erased, ...Object.fromEntries(added) } }, ...rest];
  });
}

/** Forgets erasures before that time: older backups are gone, or purged when restored. Those of opinions stay, which have no retention. */
export function forgetOldErasures(db: Db, dataDir: string, before: number): Promise<void> {
  const isRecent = ([hash, at]: [string, number]) => at >= before || hash.startsWith(opinionPrefix);
  return changeErasures(db, dataDir, (all) =>
    all.map(({ key, erased }) => ({
      key,
      erased: Object.fromEntries(Object.entries(erased).filter(isRecent)),
    })),
  );
}

/** Merges both lists. The later time counts where both hold a person; a time in the future counts as `now`. */
export function mergeErasures(own: Erasures, others: Erasures, now: number): Erasures {
  const merged = new Map(own.map(({ key, erased }) => [key, { ...erased }]));
  for (const { key, erased } of others) {
    const known = merged.get(key) ?? {};
    for (const [hash, at] of Object.entries(erased))
      known[hash] = Math.max(known[hash] ?? 0, Math.min(at, now));
    merged.set(key, known);
  }
  return [...merged].map(([key, erased]) => ({ key, erased }));
}

/** Erases from a restored database everybody who was erased after the backup; returns the number of enquiries. */
export async function repeatErasures(db: Db, erasures: Erasures): Promise<number> {
  const erasedAt = (person: Erased) =>
    Math.max(0, ...erasures.map(({ key, erased }) => erased[hashOf(key, person)] ?? 0));
  const enquiries = db.selectFrom("enquiries").select(["reference", "email", "phone", "received_at"]);
  // Keeps what the same person sent later.
  const gone = (await enquiries.execute()).filter((enquiry) =>
    identifiersOf(enquiry).some((person) => enquiry.received_at <= erasedAt(person)),
  );
  const opinions = await db.selectFrom("opinions").select("id").execute();
  const withdrawn = opinions.flatMap(({ id }) => (erasedAt({ opinion: id }) > 0 ? id : []));
  const references = gone.map(({ reference }) => reference);
  const theirs = await opinionsOf(db, references);
  await removeRows(db, { references, opinions: [...withdrawn, ...theirs], now: Date.now() });
  return gone.length;
}

const opinionPrefix = "opinion ";

function hashOf(key: string, erased: Erased): string {
  const hash = (text: string) => createHmac("sha256", Buffer.from(key, "hex")).update(text).digest("hex");
  return "opinion" in erased ? opinionPrefix + hash(erased.opinion) : hash(keyOf(erased));
}

/** Empty before the first erasure. Throws if the file is damaged, so that no erased person comes back unnoticed. */
export async function readErasures(dataDir: string): Promise<Erasures> {
  const kept: unknown = readJson(join(dataDir, erasuresFile), []);
  // Earlier versions wrote only their own list.
  return erasuresSchema.parse(Array.isArray(kept) ? kept : [kept]);
}

/** Makes one change at a time: all processes share the database's lock. */
function changeErasures(db: Db, dataDir: string, change: (erasures: Erasures) => Erasures) {
  return inTurn(db, "erasures", async () => {
    const before = await readErasures(dataDir);
    const after = change(before);
    if (!isDeepStrictEqual(before, after)) await writeErasures(dataDir, after);
  });
}

export const writeErasures = (dataDir: string, erasures: Erasures) =>
  writePrivateJson(join(dataDir, erasuresFile), erasures);
