import type { Deps } from "./deps.ts";

/** The panel's own stored values: JSON by name. */
export function createSettings({ db }: Pick<Deps, "db">) {
  /** Returns the value of that name; the first call creates and stores it. */
  async function readOrCreate<T>(name: string, create: () => T): Promise<T> {
    await db
      .insertInto("panel_settings")
      .values({ name, value: JSON.stringify(create()) })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .execute();
    const { value } = await db
      .selectFrom("panel_settings")
      .select("value")
      .where("name", "=", name)
      .executeTakeFirstOrThrow();
    return JSON.parse(value) as T;
  }

  return { readOrCreate };
}
