import type { Kysely } from "kysely";
import type { AccountTables } from "./storage/tables.ts";

/** Values that the panel keeps for itself, as JSON by name. */
export function createSettings({ db }: { db: Kysely<AccountTables> }) {
  async function read<T>(name: string): Promise<T | undefined> {
    const row = await db
      .selectFrom("panel_settings")
      .select("value")
      .where("name", "=", name)
      .executeTakeFirst();
    return row && (JSON.parse(row.value) as T);
  }

  async function write(name: string, value: unknown): Promise<void> {
    const text = JSON.stringify(value);
    await db
      .insertInto("panel_settings")
      .values({ name, value: text })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: text }))
      .execute();
  }

  /** The value of that name, made and kept by the first who asks. */
  async function readOrCreate<T>(name: string, create: () => T): Promise<T> {
    await db
      .insertInto("panel_settings")
      .values({ name, value: JSON.stringify(create()) })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .execute();
    return (await read<T>(name)) as T;
  }

  return { read, write, readOrCreate };
}
