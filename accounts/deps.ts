import type { Kysely } from "kysely";
import type { RandomBytes } from "./secrets.ts";
import type { AccountTables } from "./storage/tables.ts";

/** Dependencies of all parts of the accounts. */
export type Deps = {
  /** Shared with the enquiries, so that one backup holds both. */
  db: Kysely<AccountTables>;
  /** Milliseconds since 1970. */
  now: () => number;
  randomBytes: RandomBytes;
};
