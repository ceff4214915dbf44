import type { Transaction } from "kysely";
import type { Deps } from "./deps.ts";
import type { AccountTables } from "./storage/tables.ts";

/**
 * Ends every link, session and subscription and suspends every passkey: whoever gets in without a passkey may have lost the phone that
 * holds one. The order decides about what happens at the same time on PostgreSQL: a link that is being claimed is waited for, and the
 * session that it opens ends; a passkey that is being registered locks its session, so it is suspended as well.
 */
export async function suspendAccess(transaction: Transaction<AccountTables>, at: number): Promise<void> {
  await transaction.deleteFrom("sign_in_links").execute();
  await transaction.deleteFrom("panel_sessions").execute();
  await transaction
    .updateTable("passkeys")
    .set({ suspended_at: at })
    .where("suspended_at", "is", null)
    .execute();
}

/** The passkeys that open nothing until the owner has said which of them stay. */
export function createSuspendedPasskeys({ db }: Pick<Deps, "db">) {
  const suspended = (from = db) =>
    from
      .selectFrom("passkeys")
      .select(["id", "name", "created_at as createdAt", "last_used_at as lastUsedAt"])
      .where("suspended_at", "is not", null)
      .orderBy("created_at")
      .execute();

  /** Removes all suspended passkeys but these, which work again; returns both kinds. */
  async function keepOnly(ids: readonly string[]) {
    return db.transaction().execute(async (transaction) => {
      const all = await suspended(transaction);
      const kept = all.filter(({ id }) => ids.includes(id));
      const removed = all.filter(({ id }) => !ids.includes(id));
      for (const { id } of removed) await transaction.deleteFrom("passkeys").where("id", "=", id).execute();
      for (const { id } of kept)
        await transaction.updateTable("passkeys").set({ suspended_at: null }).where("id", "=", id).execute();
      return { kept, removed };
    });
  }

  return { list: () => suspended(), keepOnly };
}
