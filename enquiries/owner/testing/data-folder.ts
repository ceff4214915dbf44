import { join } from "node:path";
import type { Enquiry } from "../../form.ts";
import { type Database, openDatabase } from "../../storage/database.server.ts";
import { anEnquiry, createTestClock, createTestLog, makeTemporaryFolder } from "../../testing/fixtures.ts";
import { createTestStore } from "../../testing/open-inbox.ts";

/** A data folder with a SQLite database, and a path for its backup. */
export function makeDataFolder() {
  const folder = makeTemporaryFolder();
  const dataDir = join(folder.path, "data");
  const clock = createTestClock();

  const open = () => openDatabase({ dataDir, log: createTestLog() });

  function accept(database: Database, changes: Partial<Enquiry>) {
    const enquiry = { ...anEnquiry, ...changes };
    const store = createTestStore(database, { clock });
    return store.accept({ enquiry, key: undefined, reasons: [], canary: false });
  }

  async function fill(count: number): Promise<string[]> {
    const database = await open();
    for (let index = 0; index < count; index += 1) await accept(database, { message: `Wiadomość ${index}` });
    const stored = await referencesIn(database);
    await database.close();
    return stored;
  }

  return {
    path: folder.path,
    dataDir,
    file: join(folder.path, "kopia.sqlite"),
    clock,
    open,
    accept,
    fill,
    remove: folder.remove,
  };
}

export async function referencesIn({ db }: Database): Promise<string[]> {
  const rows = await db.selectFrom("enquiries").select("reference").orderBy("reference").execute();
  return rows.map(({ reference }) => reference);
}
