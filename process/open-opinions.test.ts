import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { openDatabase } from "../enquiries/storage/database.server.ts";
import { createTestLog } from "../enquiries/testing/fixtures.ts";
import { createDraft } from "../publishing/draft.ts";
import { ensureOwnContent } from "../publishing/own-content.ts";
import { publishSmall } from "../publishing/testing/publish-small.ts";
import { temporaryFolder } from "../publishing/testing/temporary-folder.ts";
import type { Settings } from "../server/settings.ts";
import { configOf } from "../server/testing/config-of.ts";
import { openOpinions } from "./open-opinions.ts";

const id = "3f0c9c8e-0000-4000-8000-000000000001";

test("C5.3 a withdrawal that cannot be published is tried again after growing pauses, and after minutes the owner is told", async () => {
  const dataDir = temporaryFolder();
  const config = configOf({ DATA_DIR: dataDir, BUILD_DIR: temporaryFolder() });
  await ensureOwnContent(config);
  const list = ["opinions"];
  const opinion = {
    proof: id,
    text: "Dobrze.",
    author: "Ala",
    date: "2026-12-02",
    verification: "Sprawdzona.",
  };
  await createDraft(config).change("osiagniecia", [{ do: "add", list, value: opinion }]);
  await publishSmall(
    { contentDir: config.ownContentDir, origin: "panel" },
    { ...config, mark: "a", now: () => new Date() },
  );
  // A publication that always fails.
  const attempts = join(dataDir, "attempts");
  mkdirSync(config.codeDir, { recursive: true });
  writeFileSync(
    join(config.codeDir, "publish.js"),
    `require("node:fs").appendFileSync(${JSON.stringify(attempts)}, "x"); process.exit(1);`,
  );
  const database = await openDatabase({ dataDir, log: createTestLog() });
  await database.db
    .insertInto("opinions")
    .values({
      id,
      token_hash: "t",
      state: "withdrawn",
      words_hash: "h",
      created_at: 1,
      changed_at: 1,
      reference: null,
      appointment: null,
      held_on: null,
      kind: null,
    })
    .execute();

  const interval = vi.spyOn(globalThis, "setInterval");
  const settings = { config: () => config } as Settings;
  const log = createTestLog();
  const opinions = openOpinions({ settings, database, log });
  const look = interval.mock.calls[0]?.[0] as () => Promise<void>;
  interval.mockRestore();
  opinions.stop();
  const count = () => (existsSync(attempts) ? readFileSync(attempts, "utf8").length : 0);
  const isWorking = () => readdirSync(dataDir).some((name) => name.startsWith("withdrawing-"));
  await expect.poll(() => [count(), isWorking()]).toEqual([1, false]);
  // The first attempt is being forgotten.
  await sleep(1_000);

  const tried: number[] = [];
  for (let poll = 1; poll <= 40; poll += 1) {
    const before = count();
    if (before < 6) expect(opinions.isStuck()).toBe(false);
    await look();
    if (count() > before) tried.push(poll);
  }
  expect(tried).toEqual([1, 3, 7, 15, 31]);
  expect(opinions.isStuck()).toBe(true);
  expect(log.lines).toEqual([expect.stringMatching(/may still be on the pages.*"outcome":"failed"/)]);

  await database.db.deleteFrom("opinions").execute();
  await look();
  expect(opinions.isStuck()).toBe(false);
  await database.close();
  for (let poll = 1; poll <= 10; poll += 1) await look();
  expect(opinions.isStuck()).toBe(false);
});
