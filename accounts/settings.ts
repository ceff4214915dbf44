import type { Deps } from "./deps.ts";

/** The panel's own stored values: JSON by name. */
export function createSettings({ db }: Pick<Deps, "db">) {
  /** Returns the value of that name; the first call creates and stores it. */
  async function readOrCreate<T>(name: string, create: () => T): Promise<T> {
    const stored = db.selectFrom("panel_settings").select("value").where("name", "=", name);
    const known = await stored.executeTakeFirst();
    if (known) return JSON.parse(known.value) as T;
    // In a transaction, which waits while another process writes.
    await db.transaction().execute((transaction) =>
      transaction
        .insertInto("panel_settings")
        .values({ name, value: JSON.stringify(create()) })
        .onConflict((conflict) => conflict.column("name").doNothing())
        .execute(),
    );
    return JSON.parse((await stored.executeTakeFirstOrThrow()).value) as T;
  }

  return { readOrCreate };
}
