import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dayMs } from "./clock.ts";
import { createIntake } from "./intake.server.ts";
import { erase, mayPurge } from "./retention.server.ts";
import { openDatabase } from "./storage/database.server.ts";
import { anEnquiry, createTestClock, createTestLog, makeTemporaryFolder } from "./testing/fixtures.ts";

test("an erased person is gone from the database's files, not only from its tables", async () => {
  const folder = makeTemporaryFolder();
  const database = await openDatabase({ dataDir: folder.path, log: createTestLog() });
  const intake = createIntake({ database, clock: createTestClock(), randomBytes, mailHost: "x.example" });
  await intake.accept({ enquiry: anEnquiry, key: undefined, reasons: [], canary: false });
  const onDisk = () =>
    readdirSync(folder.path).filter((name) => readFileSync(join(folder.path, name)).includes(anEnquiry.name));
  expect(onDisk()).toEqual(["enquiries.sqlite-wal"]);
  expect(await erase(database, { phone: anEnquiry.phone ?? "" })).toBe(1);
  expect(onDisk()).toEqual([]);
  await database.close();
  folder.remove();
});

test.each([
  [undefined, false],
  [dayMs, true],
  [3 * dayMs, true],
  [4 * dayMs, false],
  [-dayMs, false],
])("a purge %s ms after the last one is trusted: %s", (sinceLastMs, trusted) => {
  expect(mayPurge(sinceLastMs)).toBe(trusted);
});
