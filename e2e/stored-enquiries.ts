import { DatabaseSync } from "node:sqlite";
import { sqliteFile } from "../enquiries/storage/database.server.ts";

interface StoredEnquiry {
  readonly reference: string;
  readonly status: "accepted" | "quarantined" | "canary";
  readonly name: string;
  readonly email: string | null;
  readonly message: string;
}

/** The enquiries in the database file, oldest first, read without the service. */
export function storedEnquiries(dataDir: string): StoredEnquiry[] {
  using database = new DatabaseSync(sqliteFile(dataDir), { readOnly: true });
  const rows = database
    .prepare("select reference, status, name, email, message from enquiries order by received_at")
    .all();
  return rows as unknown as StoredEnquiry[];
}

/** The enquiries of one sender. Each test uses a different name, because tests of one worker share the storage. */
export const storedFrom = (dataDir: string, name: string): StoredEnquiry[] =>
  storedEnquiries(dataDir).filter((stored) => stored.name === name);

/** The counts of visits, which the service writes each minute and when it stops. */
export function countedVisits(dataDir: string): string[] {
  using database = new DatabaseSync(sqliteFile(dataDir), { readOnly: true, timeout: 5000 });
  const rows = database.prepare("select page, source, count from visits order by page, source").all();
  return rows.map(({ page, source, count }) => `${page} ${source} ${count}`);
}
