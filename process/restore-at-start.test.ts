import { mkdirSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  confirmRestore,
  isRestoring,
  readOutcome,
  restorePaths,
} from "../panel/server/backups/restore-journal.ts";
import { temporaryFolder } from "../publishing/testing/temporary-folder.ts";
import { createLogger } from "../server/logger.ts";
import { configOf } from "../server/testing/config-of.ts";
import { followRestores } from "./restore-at-start.ts";

test("a journal that cannot be read ends no running site, and is looked at again", async () => {
  const config = configOf({ DATA_DIR: temporaryFolder() });
  const { folder, journal } = restorePaths(config.dataDir);
  mkdirSync(folder);
  writeFileSync(journal, "");
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const restart = vi.fn();
  const opinions = { sync: () => Promise.reject(new Error("is not asked")) };
  const { stop } = followRestores({
    config,
    restored: undefined,
    opinions,
    restart,
    log: createLogger("silent"),
  });
  onTestFinished(stop);
  vi.advanceTimersByTime(1_000);
  expect(restart).not.toHaveBeenCalled();
  writeFileSync(journal, '{ "phase": "confirmed" }');
  vi.advanceTimersByTime(1_000);
  expect(restart).toHaveBeenCalledOnce();
});

test("a restore whose content cannot be published ends, and says so", async () => {
  const config = configOf({ DATA_DIR: temporaryFolder() });
  const { dataDir } = config;
  await confirmRestore(dataDir, "", new Date());
  mkdirSync(restorePaths(dataDir).published, { recursive: true });
  const { stop } = followRestores({
    config,
    restored: { kind: "restored" },
    opinions: { sync: () => Promise.reject(new Error("the database is locked")) },
    restart() {},
    log: createLogger("silent"),
  });
  onTestFinished(stop);
  await expect.poll(() => isRestoring(dataDir)).toBe(false);
  expect(readOutcome(dataDir)).toEqual({ kind: "restored", isPublished: false });
});
