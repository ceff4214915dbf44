import type { Deps } from "./deps.ts";

/** Values that the panel keeps for itself, as JSON by name. */
export function createSettings({ db }: Pick<Deps, "db">) {
  /** The value of that name, made and kept by the first who asks. */
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
