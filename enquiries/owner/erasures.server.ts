import { createHmac, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { type Database, emptyLog } from "../storage/database.server.ts";
import { writePrivateFile } from "../storage/private-file.server.ts";
import type { Tables } from "../storage/tables.server.ts";
import type { Person } from "./inbox.ts";
import { eraseFromKeptDatabases } from "./kept-databases.server.ts";
import { findPerson, identifiersOf, keyOf } from "./person.server.ts";

export type EraseOptions = {
  dataDir: string;
  now: number;
  /** Whether to remove enquiries that share only an address or a number with the person's, too. */
  related: boolean;
  /** How long to wait for other readers of the database. */
  waitMs?: number;
};

/** Erases a person from the tables, the database's files and the databases that a restore replaced (P3.4). */
export async function erase(database: Database, person: Person, options: EraseOptions) {
  const { dataDir, now, related, waitMs } = options;
  const found = await findPerson(database.db, person);
  const people = related ? found.identifiers : [person];
  const enquiries = related ? [...found.exact, ...found.related] : found.exact;
  // Recorded first, so that a failure can be repeated and no restore brings the person back.
  await recordErasure(dataDir, people, now);
  await database.db.transaction().execute(async (transaction) => {
    for (const { reference } of enquiries) {
      await transaction.deleteFrom("enquiries").where("reference", "=", reference).execute();
    }
  });
  return {
    erased: enquiries.length,
    /** Enquiries that may be the same person's and were not erased. */
    left: related ? [] : found.related,
    /** False: another program is reading the database, so the deleted text stays in its log until the next day's purge. */
    logEmptied: await emptyLog(database, waitMs),
    /** Databases replaced by a restore that cannot be read. */
    unreadable: eraseFromKeptDatabases(dataDir, people),
  };
}

export type Erasure = Awaited<ReturnType<typeof erase>>;

/** Keyed hashes of addresses and numbers, with the moment of their erasure in milliseconds since 1970. */
type Erasures = { key: string; erased: Record<string, number> };

const fileOf = (dataDir: string) => join(dataDir, "erasures.json");

/** Records erased people outside the database, so that restoring an older backup does not bring them back. */
export async function recordErasure(dataDir: string, people: Person[], now: number): Promise<void> {
  const { key, erased } = (await readErasures(dataDir)) ?? {
    key: randomBytes(32).toString("hex"),
    erased: {},
  };
  for (const person of people) erased[hashOf(key, person)] = now;
  await writeErasures(dataDir, { key, erased });
}

/** Forgets erasures older than the retention: what an older backup holds of these people is purged anyway. */
export async function forgetOldErasures(dataDir: string, before: number): Promise<void> {
  const erasures = await readErasures(dataDir);
  if (!erasures) return;
  const { key, erased } = erasures;
  const recent = Object.entries(erased).filter(([, at]) => at >= before);
  if (recent.length < Object.keys(erased).length) {
    await writeErasures(dataDir, { key, erased: Object.fromEntries(recent) });
  }
}

/** Erases everybody from a restored database who was erased after the backup; returns the number of enquiries. */
export async function repeatErasures(db: Kysely<Tables>, dataDir: string): Promise<number> {
  const erasures = await readErasures(dataDir);
  if (!erasures) return 0;
  const { key, erased } = erasures;
  const enquiries = await db
    .selectFrom("enquiries")
    .select(["reference", "email", "phone", "received_at"])
    .execute();
  // Keeps what the same person sent later.
  const gone = enquiries.filter((enquiry) =>
    identifiersOf(enquiry).some((person) => enquiry.received_at <= (erased[hashOf(key, person)] ?? 0)),
  );
  for (const { reference } of gone) {
    await db.deleteFrom("enquiries").where("reference", "=", reference).execute();
  }
  return gone.length;
}

const hashOf = (key: string, person: Person) =>
  createHmac("sha256", Buffer.from(key, "hex")).update(keyOf(person)).digest("hex");

const writeErasures = (dataDir: string, erasures: Erasures) =>
  writePrivateFile(fileOf(dataDir), `${JSON.stringify(erasures, null, 2)}\n`);

/** Undefined before the first erasure. Throws if the file cannot be read, so that no erased person comes back unnoticed. */
async function readErasures(dataDir: string): Promise<Erasures | undefined> {
  try {
    return JSON.parse(await readFile(fileOf(dataDir), "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
