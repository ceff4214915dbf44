import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Runs the work under the lock that every publication and removal takes; undefined if the lock stayed taken. SQLite uses a lock of the
 * operating system, which is released at once when a process is killed.
 */
export async function withLock<T>(
  releasesDir: string,
  { waitMs = 60_000, onWaiting }: { waitMs?: number | undefined; onWaiting?: () => void },
  work: () => Promise<T>,
): Promise<T | undefined> {
  await mkdir(releasesDir, { recursive: true });
  using database = new DatabaseSync(join(releasesDir, "lock.sqlite"), { timeout: 0 });
  for (let waitedMs = 0; !tryLock(database); waitedMs += 100) {
    if (waitedMs === 0) onWaiting?.();
    if (waitedMs >= waitMs) return undefined;
    await sleep(100);
  }
  return await work();
}

function tryLock(database: DatabaseSync): boolean {
  try {
    database.exec("begin exclusive");
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === 5) return false;
    throw error;
  }
}
