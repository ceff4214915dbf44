import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

interface LockOptions {
  /** How long to wait for another program that has the lock. */
  readonly waitMs?: number | undefined;
  readonly onWaiting?: (() => void) | undefined;
}

/**
 * Does the work while no other program publishes or removes anything; undefined when another one did for all the time. SQLite
 * holds a lock of the operating system, which a killed program loses at once, whatever its process id was.
 */
export async function withLock<T>(
  releasesDir: string,
  { waitMs = 60_000, onWaiting }: LockOptions,
  work: () => Promise<T>,
): Promise<T | undefined> {
  await mkdir(releasesDir, { recursive: true });
  using database = new DatabaseSync(join(releasesDir, "lock.sqlite"), { timeout: 0 });
  for (let waitedMs = 0; !take(database); waitedMs += 100) {
    if (waitedMs === 0) onWaiting?.();
    if (waitedMs >= waitMs) return undefined;
    await sleep(100);
  }
  return await work();
}

function take(database: DatabaseSync): boolean {
  try {
    database.exec("begin exclusive");
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === 5) return false;
    throw error;
  }
}
