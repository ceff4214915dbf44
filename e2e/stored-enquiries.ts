import { DatabaseSync } from "node:sqlite";
import { sqliteFile } from "../enquiries/storage/database.server.ts";

interface StoredEnquiry {
  readonly reference: string;
  readonly status: "accepted" | "quarantined" | "canary";
  readonly name: string;
  readonly email: string | null;
  readonly message: string;
}

/** What the service has on disk, oldest first, read as the file stands. */
export function storedEnquiries(dataDir: string): StoredEnquiry[] {
  using database = new DatabaseSync(sqliteFile(dataDir), { readOnly: true });
  const rows = database
    .prepare("select reference, status, name, email, message from enquiries order by received_at")
    .all();
  return rows as unknown as StoredEnquiry[];
}

/** Those of one sender; every test has a name of its own, because tests of a worker share the storage. */
export const storedFrom = (dataDir: string, name: string): StoredEnquiry[] =>
  storedEnquiries(dataDir).filter((stored) => stored.name === name);
