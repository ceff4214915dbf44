import type { Kysely } from "kysely";
import type { RandomBytes } from "./secrets.ts";
import type { AccountTables } from "./storage/tables.ts";

/** What the parts of the accounts work with. */
export type Deps = {
  /** Shared with the enquiries, so that one backup holds both. */
  db: Kysely<AccountTables>;
  /** Milliseconds since 1970. */
  now: () => number;
  randomBytes: RandomBytes;
};
