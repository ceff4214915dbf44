import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { recordBackup } from "../../enquiries/owner/database-backup.server.ts";
import { sqliteFile } from "../../enquiries/storage/database.server.ts";
import { temporaryFolder } from "../../publishing/testing/temporary-folder.ts";
import { checkBackup } from "./check-backup.ts";

const now = new Date("2026-11-21T12:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);

function dataFolder({ database }: { database: boolean }): string {
  const dataDir = temporaryFolder();
  if (database) writeFileSync(sqliteFile(dataDir), "");
  return dataDir;
}

const check = (dataDir: string, databaseUrl?: string) => checkBackup({ dataDir, databaseUrl }, now);

test("without a database there is nothing to copy", async () => {
  expect(await check(dataFolder({ database: false }))).toEqual([]);
});

test("a copy of this week passes", async () => {
  const dataDir = dataFolder({ database: true });
  await recordBackup(dataDir, daysAgo(6.9));
  expect(await check(dataDir)).toEqual([]);
});

test("an old copy is found, with its age", async () => {
  const dataDir = dataFolder({ database: true });
  await recordBackup(dataDir, daysAgo(30));
  expect(await check(dataDir)).toEqual([
    { level: "warning", text: expect.stringContaining("ma 30 dni"), where: dataDir },
  ]);
});

test("no copy at all is found", async () => {
  expect(await check(dataFolder({ database: true }))).toMatchObject([
    { level: "warning", text: expect.stringContaining("nie ma kopii") },
  ]);
});

test("copies of PostgreSQL are somebody else's", async () => {
  expect(await check(dataFolder({ database: true }), "postgres://a/b")).toMatchObject([
    { level: "unchecked" },
  ]);
});
