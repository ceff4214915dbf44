import type { Deps } from "./deps.ts";
import { hashSecret, type RandomBytes } from "./secrets.ts";

const codeCount = 10;

// Crockford's alphabet: no letter that looks like a digit on paper.
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Ten recovery codes for paper. Each works once, together with a link that is e-mailed to the owner (P2.3, T9). */
export function createRecoveryCodes({ db, now, randomBytes }: Deps) {
  /** Replaces all earlier codes with ten new ones, which can be shown only now. */
  async function replace(): Promise<string[]> {
    const codes = Array.from({ length: codeCount }, () => createCode(randomBytes));
    const rows = codes.map((code) => ({
      code_hash: hashRecoveryCode(code),
      created_at: now(),
      used_at: null,
    }));
    await db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom("recovery_codes").execute();
      await transaction.insertInto("recovery_codes").values(rows).execute();
    });
    return codes;
  }

  async function isUnused(code: string): Promise<boolean> {
    const row = await db
      .selectFrom("recovery_codes")
      .select("code_hash")
      .where("code_hash", "=", hashRecoveryCode(code))
      .where("used_at", "is", null)
      .executeTakeFirst();
    return row !== undefined;
  }

  async function countUnused(): Promise<number> {
    const { count } = await db
      .selectFrom("recovery_codes")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("used_at", "is", null)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  return { replace, isUnused, countUnused };
}

/** A code such as `7K3M-9QXR-0ABC-DEFG`: 80 random bits. */
function createCode(randomBytes: RandomBytes): string {
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
