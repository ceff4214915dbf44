import type { Database } from "../storage/database.server.ts";
import { emptyLog } from "../storage/empty-log.server.ts";
import { recordErasure } from "./erasures.server.ts";
import type { Erasure, Person } from "./inbox.ts";
import { eraseFromKeptDatabases } from "./kept-databases.server.ts";
import { findPerson } from "./person.server.ts";

export type EraseOptions = {
  dataDir: string;
  now: number;
  /** Whether enquiries go that only share an address or a number with those of the person. */
  related: boolean;
  /** How long to wait for whoever reads the database. */
  waitMs?: number;
};

/** Removes a person everywhere within reach: from the tables, the database's files and what a restore put aside. */
export async function erase(database: Database, person: Person, options: EraseOptions): Promise<Erasure> {
  const { dataDir, now, related, waitMs } = options;
  const found = await findPerson(database.db, person);
  const people = related ? found.identifiers : [person];
  const enquiries = related ? [...found.exact, ...found.related] : found.exact;
  // Recorded first: whatever fails then can be repeated, and no restore brings the person back.
  await recordErasure(dataDir, people, now);
  await database.db.transaction().execute(async (transaction) => {
    for (const { reference } of enquiries) {
      await transaction.deleteFrom("enquiries").where("reference", "=", reference).execute();
    }
  });
  return {
    erased: enquiries.length,
    left: related ? [] : found.related,
    logEmptied: await emptyLog(database, waitMs),
    unreadable: eraseFromKeptDatabases(dataDir, people),
  };
}
