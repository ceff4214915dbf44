import { hash, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { AccountTables } from "./storage/tables.ts";

export type Deps = {
  /** Shared with the enquiries, so that one backup holds both. */
  db: Kysely<AccountTables>;
  /** Milliseconds since 1970. */
  now: () => number;
};

/** 256 random bits as text that is safe in a URL or a cookie. */
export const createToken = () => randomBytes(32).toString("base64url");

/** The stored form of a token or code. Secrets have at least 80 random bits, so a slow hash is not needed (T15). */
export const hashSecret = (secret: string) => hash("sha256", secret, "base64url");
