import { createReadStream, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openAccounts } from "../../../../accounts/accounts.ts";
import type { AccountTables } from "../../../../accounts/storage/tables.ts";
import { smallestContent } from "../../../../content-model/testing/content-folder.ts";
import type { Enquiry } from "../../../../enquiries/form.ts";
import { openDatabase } from "../../../../enquiries/storage/database.server.ts";
import { anEnquiry, createTestClock, createTestLog } from "../../../../enquiries/testing/fixtures.ts";
import { createTestStore } from "../../../../enquiries/testing/open-inbox.ts";
import { temporaryFolder } from "../../../../publishing/testing/temporary-folder.ts";
import { applyRestore, publishRestored } from "../apply-restore.ts";
import { confirmRestore } from "../restore-journal.ts";
import { stageBackup } from "../stage-backup.ts";
import { writeFullBackup } from "../write-full-backup.ts";

const headingLine = /^heading: (.*)$/m;
export const headingIn = (contentDir: string) =>
  headingLine.exec(readFileSync(join(contentDir, "oferta.yaml"), "utf8"))?.[1] ?? "";

export type TestSite = ReturnType<typeof createTestSite>;

/** A data folder with content and a database, SQLite unless `databaseUrl` is given; a fresh one per test. */
export function createTestSite({
  databaseUrl,
  contentDir,
}: {
  databaseUrl?: string | undefined;
  contentDir?: string;
} = {}) {
  const folder = temporaryFolder();
  const dataDir = join(folder, "data");
  const ownContentDir = contentDir ?? join(dataDir, "content");
  const clock = createTestClock();
  const config = { dataDir, databaseUrl, ownContentDir };
  const file = join(folder, "kopia.tar");
  const published: string[] = [];
  mkdirSync(dataDir, { mode: 0o700 });

  async function open() {
    const database = await openDatabase({ dataDir, databaseUrl, log: createTestLog() });
    const db = database.db.withTables<AccountTables>();
    const accounts = await openAccounts({
      db,
      now: clock.now,
      siteUrl: "https://www.studio.example",
      siteName: () => "Studio",
      isClockSteady: async () => true,
    });
    const store = createTestStore(database, { clock });
    return {
      ...database,
      accounts,
      accounted: db,
      accept: (changes: Partial<Enquiry> = {}) =>
        store.accept({ enquiry: { ...anEnquiry, ...changes }, key: undefined, reasons: [], canary: false }),
      /** The name of everybody who has written. */
      names: async () =>
        (await database.db.selectFrom("enquiries").select("name").orderBy("name").execute()).map(
          ({ name }) => name,
        ),
      addPasskey: (name: string) =>
        db
          .insertInto("passkeys")
          .values({
            id: name,
            public_key: "",
            counter: 0,
            transports: "[]",
            name,
            relying_party: "studio.example",
            created_at: clock.now(),
            last_used_at: null,
          })
          .execute(),
    };
  }

  function write(heading: string): void {
    mkdirSync(join(ownContentDir, "photos"), { recursive: true });
    writeFileSync(join(ownContentDir, "photos/bar.jpg"), "picture");
    for (const [name, text] of Object.entries(smallestContent))
      writeFileSync(join(ownContentDir, `${name}.yaml`), text.replace(headingLine, `heading: ${heading}`));
  }

  /** Stages, confirms and applies a backup, as panel and command do. */
  async function restore(backup: string) {
    const staged = await stageBackup(createReadStream(backup), dataDir, 1e9);
    if (!staged.ok) return { kind: "refused", problem: staged.problem } as const;
    await confirmRestore(dataDir, "Telefon", new Date(clock.now()));
    return finish();
  }

  /** What every start does. */
  async function finish() {
    const outcome = await applyRestore(config, new Date(clock.now()));
    if (outcome?.kind !== "restored") return outcome;
    return publishRestored(dataDir, outcome, async (contentDir) => {
      published.push(headingIn(contentDir));
      return true;
    });
  }

  return {
    folder,
    dataDir,
    ownContentDir,
    config,
    clock,
    file,
    published,
    open,
    write,
    heading: () => headingIn(ownContentDir),
    backUp: (to = file, publishedDir?: string) =>
      writeFullBackup(
        { dataDir, hasDatabase: databaseUrl === undefined, contentDir: ownContentDir, publishedDir },
        to,
        new Date(clock.now()),
      ),
    restore,
    finish,
  };
}
