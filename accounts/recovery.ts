import { randomBytes } from "node:crypto";
import type { Transaction } from "kysely";
import { type Deps, hashSecret } from "./deps.ts";
import type { AccountTables } from "./storage/tables.ts";

const codeCount = 10;

// Crockford's alphabet: no letter that looks like a digit on paper.
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Ten recovery codes for paper. Each works once, together with a link that is e-mailed to the owner (P2.3, T9). */
export function createRecoveryCodes({ db, now }: Deps) {
  async function replace(): Promise<string[]> {
    const codes = Array.from({ length: codeCount }, createCode);
    const rows = codes.map((code) => ({ code_hash: hashRecoveryCode(code), created_at: now() }));
    await db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom("recovery_codes").execute();
      await transaction.insertInto("recovery_codes").values(rows).execute();
    });
    return codes;
  }

  const unused = () =>
    db.selectFrom("recovery_codes").select("code_hash").where("used_at", "is", null).execute();
  const isUnused = async (code: string) =>
    (await unused()).some(({ code_hash }) => code_hash === hashRecoveryCode(code));
  const countUnused = async () => (await unused()).length;

  return { replace, isUnused, countUnused };
}

/** A code such as `7K3M-9QXR-0ABC-DEFG`: 80 random bits. */
function createCode(): string {
  const letters = Array.from(randomBytes(16), (byte) => alphabet[byte % alphabet.length]).join("");
  return letters.replace(/(.{4})(?!$)/g, "$1-");
}

/** The stored form of a code as people type it: any case, with or without dashes, O for 0 and I or L for 1. */
export function hashRecoveryCode(typed: string): string {
  const letters = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  return hashSecret(`recovery ${letters}`);
}

/**
 * Ends every link, session and subscription and suspends every passkey: whoever gets in without a passkey may have lost the phone that
 * holds one. The order matters on PostgreSQL, where others write at the same time: this waits for a link that is being claimed and
 * ends the session that it opens; a passkey that is being registered locks its session, so it is suspended as well.
 */
export async function suspendAccess(transaction: Transaction<AccountTables>, at: number): Promise<void> {
  await transaction.deleteFrom("sign_in_links").execute();
  await transaction.deleteFrom("panel_sessions").execute();
  const working = transaction.updateTable("passkeys").where("suspended_at", "is", null);
  await working.set({ suspended_at: at }).execute();
}
