import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { dayMs, hourMs } from "../../../../enquiries/clock.ts";
import { singleFlight } from "../../../../enquiries/single-flight.ts";
import { readJson, writePrivateJson } from "../../../../enquiries/storage/private-file.server.ts";
import { limitConcurrency } from "../../../../server/concurrency-limit.ts";
import { readFreeDiskBytes, reservedBytes } from "../../../../server/health.ts";
import type { Settings } from "../../../../server/settings.ts";
import type { Backups } from "../backups.ts";
import type { BackupTask } from "../child.ts";
import type { StagedBackup } from "../stage-backup.ts";
import type { Sent } from "./send-backup.ts";

/** The record of backups that left the server, and of the last rehearsal. All times are ISO. */
interface OffsiteRecord {
  /** The owner's public key, and when the owner last proved to have the private key. */
  readonly key?: { recipient: string; provenAt: string };
  /** The last backup for this key that was read back in full. */
  readonly last?: { name: string; bytes: number; at: string; warning?: string } | undefined;
  /** The last attempt, if it failed, and the first of those that failed since the last backup; older programs noted no `since`. */
  readonly failure?: { at: string; since?: string; problem: string } | undefined;
  /** When the owner was last warned that backups no longer leave the server. */
  readonly warnedAt?: string | undefined;
  /** The last rehearsal of a restore. `enquiries`: how many the backup holds, if it succeeded and has a database. */
  readonly rehearsal?: { at: string; enquiries?: number | undefined; problem?: string };
}

interface OffsiteDeps {
  readonly settings: Pick<Settings, "config" | "isFixed">;
  readonly backups: Pick<Backups, "newest" | "fileOf" | "make">;
  /** Tells the owner that no backup has left the server for days. */
  readonly warn: (problem: string) => Promise<void>;
  readonly now: () => number;
  readonly runTask: (task: BackupTask, timeoutMs?: number) => Promise<unknown>;
  readonly freeDiskBytes?: typeof readFreeDiskBytes;
}

export type OffsiteBackups = ReturnType<typeof createOffsiteBackups>;

/** Sends full backups to a server that the owner has chosen, encrypted for a key that the owner alone has, and has proved to have (C8). */
export function createOffsiteBackups(deps: OffsiteDeps) {
  const { settings, backups, warn, now, runTask, freeDiskBytes = readFreeDiskBytes } = deps;
  const { dataDir } = settings.config();
  const inTurn = limitConcurrency({ atOnce: 1 });
  let challenge: { recipient: string; secret: string } | undefined;

  const read = () => readRecord(dataDir);
  const change = (changes: OffsiteRecord) =>
    inTurn(() => writePrivateJson(recordFile(dataDir), { ...read(), ...changes }));
  const firstFailure = ({ failure }: OffsiteRecord) => failure?.since ?? failure?.at;
  const fail = (problem: string) =>
    change({ failure: { at: nowIso(), since: firstFailure(read()) ?? nowIso(), problem } });
  const nowIso = () => new Date(now()).toISOString();
  /** Also true for a time in the future, because the clock was wrong then. */
  const isPast = (time: string | undefined, ms: number) =>
    time === undefined || now() - Date.parse(time) >= ms || Date.parse(time) > now() + hourMs;

  /** Sends the newest backup; a call meanwhile waits for the same run. */
  const { run: send, isRunning: isSending } = singleFlight(async (mayPrune: boolean): Promise<void> => {
    const { backupUrl } = settings.config();
    if (backupUrl === undefined) return;
    const recipient = read().key?.recipient;
    if (recipient === undefined) return fail("Brakuje klucza do kopii. Utwórz go albo wskaż plik z kluczem.");
    const name = ((await backups.newest()) ?? (await backups.make().then(backups.newest)))?.name;
    if (name === undefined) return fail("Na dysku serwera brakuje miejsca.");
    // Whoever sets the environment owns the server and may use private addresses.
    const options = { allowPrivate: settings.isFixed("BACKUP_URL"), idleMs: 60_000, mayPrune };
    const task = { task: "send", backupUrl, recipient, file: backups.fileOf(name), ...options } as const;
    // Long enough to send a large backup over a slow line and read it back.
    const interrupted = { problem: "Wysyłanie kopii zostało przerwane." };
    const sent = (await runTask(task, 6 * hourMs).catch(() => interrupted)) as Sent;
    // The key was changed meanwhile: its owner cannot open this one, and waits for no failure of it.
    if (read().key?.recipient !== recipient) return;
    if ("problem" in sent) return fail(sent.problem);
    const last = { name, at: nowIso(), ...sent };
    await change({ last, failure: undefined, warnedAt: undefined });
  });

  /** Whether backups should leave the server but have not for three days; before the first one, since the first failure. */
  function isLate(): boolean {
    const record = read();
    const since = record.last?.at ?? firstFailure(record);
    return Boolean(settings.config().backupUrl && since && isPast(since, 3 * dayMs));
  }

  async function rehearseNewest(): Promise<void> {
    const backup = await backups.newest();
    if (backup === undefined) return;
    const room = (await freeDiskBytes(dataDir)) - reservedBytes;
    const task = { task: "rehearse", file: backups.fileOf(backup.name), dataDir, room } as const;
    const aborted = { ok: false, problem: "Próba została przerwana." };
    const noRoom = { ok: false, problem: "Na dysku nie ma dość miejsca." };
    const tried = (room < backup.bytes ? noRoom : await runTask(task).catch(() => aborted)) as StagedBackup;
    const found = tried.ok ? { enquiries: tried.summary.database?.enquiries } : { problem: tried.problem };
    await change({ rehearsal: { at: nowIso(), ...found } });
  }

  return {
    record: read,
    recordIfReadable: () => recordIfReadable(dataDir),
    isSending,
    isLate,
    send,
    /** Sends, warns and rehearses a restore, each if it is due. The caller decides how often to ask. */
    async runDue(options: { mayPrune: boolean }): Promise<void> {
      const { last, failure } = read();
      const isNew = (await backups.newest())?.name !== last?.name;
      const isDue = failure !== undefined || (isNew && isPast(last?.at, 20 * hourMs));
      if (isDue && isPast(failure?.at, hourMs)) await send(options.mayPrune);
      const { failure: failed, warnedAt, rehearsal } = read();
      if (isLate() && isPast(warnedAt, dayMs)) {
        await change({ warnedAt: nowIso() });
        await warn(failed?.problem ?? "udana, ale od tamtej pory nie powstała żadna nowa kopia.");
      }
      if (isPast(rehearsal?.at, rehearsal?.problem ? dayMs : 30 * dayMs)) await rehearseNewest();
    },
    /** A test file in base64 that only the holder of this key can read; throws if it is no key. */
    async createChallenge(recipient: string): Promise<string> {
      const { Encrypter } = await import("age-encryption");
      const encrypter = new Encrypter();
      encrypter.addRecipient(recipient);
      challenge = { recipient, secret: randomBytes(32).toString("base64url") };
      return Buffer.from(await encrypter.encrypt(challenge.secret)).toString("base64");
    },
    /** Uses this key from now on if `answer`, the content of the last test file, proves that the owner has it. */
    async prove(recipient: string, answer: string): Promise<boolean> {
      if (challenge?.recipient !== recipient || challenge.secret !== answer) return false;
      const isSame = read().key?.recipient === recipient;
      // A new key opens none of the backups that are away, so the next one is due at once.
      const begun = isSame ? {} : { last: undefined, failure: undefined };
      await change({ key: { recipient, provenAt: nowIso() }, ...begun });
      return true;
    },
  };
}

const recordFile = (dataDir: string) => join(dataDir, "offsite-backups.json");
const readRecord = (dataDir: string) => readJson<OffsiteRecord>(recordFile(dataDir), {});

/** The record; null while its file is damaged, which health reports. */
function recordIfReadable(dataDir: string): OffsiteRecord | null {
  try {
    return readRecord(dataDir);
  } catch {
    return null;
  }
}

/**
 * Whether a backup for this key has left the server, and whether the owner should prove (again) to have it; `now` in milliseconds. A
 * record that cannot be read proves neither.
 */
export function offsiteFacts(dataDir: string, now: number) {
  const { key, last } = recordIfReadable(dataDir) ?? {};
  return { wasSent: last !== undefined, isProofDue: !key || now - Date.parse(key.provenAt) >= 182 * dayMs };
}
