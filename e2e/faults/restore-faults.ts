import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statfsSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase, sqliteFile } from "../../enquiries/storage/database.server.ts";
import { applyRestore } from "../../panel/server/backups/apply-restore.ts";
import { confirmRestore, isRestoring, readOutcome } from "../../panel/server/backups/restore-journal.ts";
import { stageBackup } from "../../panel/server/backups/stage-backup.ts";
import { writeFullBackup } from "../../panel/server/backups/write-full-backup.ts";
import { seededRandom } from "../../tools/panel/testing/fill-demo.ts";
import { until } from "./evidence.ts";
import type { RunOptions } from "./run-options.ts";
import { startSite, withFolder } from "./site.ts";
import { createTrainerFolder, type TrainerFolder } from "./trainer-folder.ts";

const silent = { info() {}, warn() {}, error() {} };
const otherDisk = "/dev/shm";

/**
 * kill -9 of a restore at random moments, and of the server while it publishes what was restored; the next start ends it. Half of them
 * with the content on another disk.
 */
export async function killRestores({ short, seed }: RunOptions): Promise<string> {
  const random = seededRandom(seed);
  const rounds = short ? 2 : 20;
  const disks = [tmpdir(), ...(existsSync(otherDisk) ? [otherDisk] : [])];
  const counts = { killed: 0, publishing: 0, new: 0 };
  for (const disk of disks) {
    await withFolder(async (folder) => {
      const contentParent = mkdtempSync(join(disk, "content-"));
      try {
        const trainer = createTrainerFolder(join(folder, "data"), join(contentParent, "content"));
        const backups = {
          A: await makeBackup(trainer, folder, "A"),
          B: await makeBackup(trainer, folder, "B"),
        };
        let [state, last] = ["B", 0];
        for (let round = -1; round < rounds; round += 1) {
          const next = state === "A" ? "B" : "A";
          // The first runs to its end, for its length.
          const ms = round < 0 ? 600_000 : random() * 1.1 * last;
          const startedAt = performance.now();
          const isKilled = await runFor(ms, ["tools/restore.ts", backups[next], "--yes"], trainer);
          if (round < 0) last = performance.now() - startedAt;
          const where = `seed ${seed}, round ${round} on ${disk}`;
          const { dataDir, ownContentDir } = trainer.config;
          const settings = { dataDir, CONTENT_DIR: ownContentDir };
          const killed = await startSite(settings);
          await sleep(random() * 3_000);
          counts.publishing += Number(isRestoring(dataDir) && trainer.draftHeading() === next);
          await killed.kill();
          const site = await startSite(settings);
          await until("the restore ends", async () => !isRestoring(dataDir), 600_000);
          assert.equal(await site.stop(), 0);
          const now = answerIn(dataDir);
          const states = [trainer.draftHeading(), trainer.shownHeading()];
          assert.deepEqual(states, [now, now], `${where}: content, release and database are of one state`);
          assert.ok(isKilled ? [state, next].includes(now) : now === next, `${where}: old or new`);
          if (now === next) assert.equal(readOutcome(dataDir)?.kind, "restored", `${where}: said as it is`);
          counts.killed += Number(isKilled);
          counts.new += Number(now === next);
          state = now;
        }
      } finally {
        rmSync(contentParent, { recursive: true, force: true });
      }
    });
  }
  return `seed ${seed}: ${counts.killed} killed, ${counts.publishing} servers killed while publishing, ${counts.new} new, each state whole, on ${disks.length} disks`;
}

/** A disk that is full while a backup is unpacked, and one that fills up before the restore. */
export async function restoreOnFullDisk(): Promise<string> {
  return withFolder(async (folder) => {
    const data = join(folder, "data");
    mkdirSync(data);
    if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=160m", "tmpfs", data]).status !== 0)
      return "!!! SKIPPED: only root can mount a tiny disk";
    try {
      const trainer = createTrainerFolder(data);
      const backup = await makeBackup(trainer, folder, "A");
      await makeBackup(trainer, folder, "B");
      const { dataDir } = trainer.config;
      const ballast = join(data, "ballast");
      const leave = (bytes: number) => {
        const { bavail, bsize } = statfsSync(data);
        appendFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - bytes)));
      };
      leave(1024 * 1024);
      const refused = await stageBackup(createReadStream(backup), dataDir, 1e9);
      assert.deepEqual(refused, { ok: false, problem: "Na dysku nie ma dość miejsca." });
      rmSync(ballast);
      assert.ok((await stageBackup(createReadStream(backup), dataDir, 1e9)).ok);
      await confirmRestore(dataDir, "", new Date());
      leave(32 * 1024);
      const outcome = await applyRestore(trainer.config, new Date());
      assert.deepEqual(outcome, { kind: "refused", problem: "Na dysku nie ma dość miejsca." });
      assert.deepEqual([answerIn(dataDir), trainer.draftHeading()], ["B", "B"]);
      return "refused whole, twice";
    } finally {
      execFileSync("umount", ["--lazy", data]);
    }
  });
}

/** Brings a data folder into a state and backs it up; returns the file. */
async function makeBackup(trainer: TrainerFolder, folder: string, state: string): Promise<string> {
  const { dataDir, ownContentDir: contentDir } = trainer.config;
  trainer.write(state);
  await trainer.publish();
  const database = await openDatabase({ dataDir, log: silent });
  await database.db.deleteFrom("ready_answers").execute();
  const answer = { id: state, name: state, text: "", created_at: 1 };
  await database.db.insertInto("ready_answers").values(answer).execute();
  await database.close();
  const file = join(folder, `${state}.tar`);
  const publishedDir = join(trainer.config.releasesDir, "current/content");
  await writeFullBackup({ dataDir, hasDatabase: true, contentDir, publishedDir }, file, new Date());
  return file;
}

function answerIn(dataDir: string): string {
  using database = new DatabaseSync(sqliteFile(dataDir), { readOnly: true });
  return String(database.prepare("select group_concat(name) as names from ready_answers").get()?.names);
}

/** Runs a command and kills it with all that it has started after a time; false if it had ended by then. */
async function runFor(ms: number, command: readonly string[], { env }: TrainerFolder): Promise<boolean> {
  const child = spawn(process.execPath, command, { env, stdio: "ignore", detached: true });
  const exit = once(child, "exit");
  const stop = new AbortController();
  const isDue = sleep(ms, true, { signal: stop.signal }).catch(() => false);
  if (await Promise.race([exit.then(() => false), isDue])) process.kill(-(child.pid ?? 0), "SIGKILL");
  stop.abort();
  await exit;
  return child.signalCode === "SIGKILL";
}
