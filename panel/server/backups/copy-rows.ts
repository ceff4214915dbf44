import type { DatabaseSync } from "node:sqlite";
import type { Kysely } from "kysely";
import type { AccountTables } from "../../../accounts/storage/tables.ts";
import type { Tables } from "../../../enquiries/storage/tables.server.ts";

export type AllTables = Tables & AccountTables;

const rowsAtOnce = 500;

/**
 * Copies rows of a SQLite file into a database, SQLite or PostgreSQL: the columns that both have. Rows that are there already stay.
 * `only` keeps one row, by its id.
 */
export async function copyRows(
  table: keyof AllTables,
  from: DatabaseSync,
  to: Kysely<AllTables>,
  only?: string,
): Promise<void> {
  const known = (await to.introspection.getTables()).find(({ name }) => name === table)?.columns ?? [];
  const there = from.prepare("select name from pragma_table_info(?)").all(table);
  const columns = known.map(({ name }) => name).filter((name) => there.some((one) => one.name === name));
  if (columns.length === 0) return;
  const list = columns.map((name) => `"${name}"`).join(", ");
  const statement = from.prepare(
    `select ${list} from "${table}"${only === undefined ? "" : " where id = ?"}`,
  );
  let batch: object[] = [];
  const write = async () => {
    if (batch.length === 0) return;
    await to
      .insertInto(table)
      .values(batch as never)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    batch = [];
  };
  for (const row of statement.iterate(...(only === undefined ? [] : [only]))) {
    if (batch.push(row) === rowsAtOnce) await write();
  }
  await write();
}
