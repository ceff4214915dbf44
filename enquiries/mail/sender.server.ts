import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describeError, type Log } from "../log.ts";

/** This process as a sender of mail, and what it knows about others. */
export type Sender = {
  /** A new lease, which names this sender. */
  newLease(): string;
  /** Whether the sender that took this lease is certainly dead; false if it ran on another machine. */
  hasDied(lease: string): boolean;
  /** Call it when nothing is being sent any more. The end of the process does the same. */
  end(): void;
};

const suffix = ".lock";

/**
 * Each sender locks a file of its own in `dataDir`. The operating system releases that lock when the process ends, however it ends,
 * and never before. So a lock that can be taken proves a death, across containers and restarts of the machine, where process ids
 * would prove nothing. Of a sender without a lock, others wait until the leases expire.
 */
export function createSender(dataDir: string, log: Log): Sender {
  const folder = join(dataDir, "senders");
  const fileOf = (sender: string) => join(folder, `${sender}${suffix}`);
  const id = randomUUID();
  const dead = new Set<string>();
  let own: DatabaseSync | undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    own = lock(join(folder, id));
    // Only now others see it, so none of them can find it unlocked.
    renameSync(join(folder, id), fileOf(id));
    for (const file of readdirSync(folder)) if (file.endsWith(suffix)) bury(file.slice(0, -suffix.length));
  } catch (error) {
    log.warn(describeError(error), "the mail's sender has no lock");
  }

  function hasDied(lease: string): boolean {
    const sender = lease.slice(0, id.length);
    bury(sender);
    return dead.has(sender);
  }

  /** Remembers that a sender has died, and removes its file. */
  function bury(sender: string): void {
    if (!existsSync(fileOf(sender))) return;
    const taken = lock(fileOf(sender));
    if (!taken) return;
    dead.add(sender);
    rmSync(fileOf(sender), { force: true });
    taken.close();
  }

  return { newLease: () => `${id}.${randomUUID()}`, hasDied, end: () => own?.close() };
}

/** A lock of the operating system, which SQLite takes; undefined while another sender holds it. */
function lock(file: string): DatabaseSync | undefined {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec("begin exclusive");
    return database;
  } catch {
    database.close();
    return undefined;
  }
}
