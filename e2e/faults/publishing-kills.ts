import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sweepLeftovers } from "../../panel/server/backups/sweep-leftovers.ts";
import { seededRandom } from "../../tools/panel/testing/fill-demo.ts";
import type { RunOptions } from "./run-options.ts";
import { withFolder } from "./site.ts";
import { smallPhoto } from "./small-photo.ts";
import { assertPublished, createTrainerFolder, leftoversIn, type TrainerFolder } from "./trainer-folder.ts";

const works = ["publish", "restore", "photo"] as const;
type Work = (typeof works)[number];

/** kill -9 of the owner's commands and all that they started, at random moments. */
export async function killPublishing({ short, seed }: RunOptions): Promise<string> {
  const random = seededRandom(seed);
  return withFolder(async (dataDir) => {
    const trainer = createTrainerFolder(dataDir);
    trainer.write("Zero");
    assertPublished(await trainer.publish());
    const [first] = trainer.history();
    const photo = join(dataDir, "rings.jpg");
    writeFileSync(photo, await smallPhoto("content/photos/rings.jpg"));
    const commands: Record<Work, string[]> = {
      publish: ["tools/publish.ts"],
      restore: ["tools/rollback.ts", first?.name ?? ""],
      photo: ["e2e/faults/import-photo.ts", photo],
    };
    trainer.write("Jeden");
    const lasts: Partial<Record<Work, number>> = {};
    for (const work of works) lasts[work] = await runWhole(commands[work], trainer);
    assert.equal(photosOf(trainer).length, 1);

    const counts = { killed: 0, ended: 0 };
    const rounds = short ? 6 : 40;
    for (let round = 0; round < rounds; round += 1) {
      const work = works[round % works.length] ?? "publish";
      const before = { shown: trainer.shownHeading(), draft: trainer.draftHeading() };
      const next = `Runda ${round}`;
      if (work === "publish") trainer.write(next);
      const startedAt = performance.now();
      const killed = await killAt(random() * 1.1 * (lasts[work] ?? 0), commands[work], trainer);
      // The first run also filled the caches.
      if (!killed) lasts[work] = performance.now() - startedAt;
      counts[killed ? "killed" : "ended"] += 1;
      const where = `seed ${seed}, round ${round} (${work})`;
      const after = { publish: next, restore: "Zero", photo: before.shown }[work];
      assert.ok([before.shown, after].includes(trainer.shownHeading()), `${where}: old or new`);
      const draft = work === "publish" ? next : before.draft;
      assert.ok([draft, after].includes(trainer.draftHeading()), `${where}: the draft is complete`);
      for (const name of photosOf(trainer)) assertWholePhoto(join(trainer.contentDir, "photos", name));
      await trainer.assertLockIsFree();
    }

    trainer.write("Koniec");
    for (const work of ["photo", "restore", "publish"] as const) await runWhole(commands[work], trainer);
    // A publication goes on for a moment after its command has ended, so its own files may be among them.
    for (let turn = 0; turn < 50 && leftoversIn(dataDir).length > 0; turn += 1) {
      // The server removes what was left after an hour, as it may still be on its way.
      for (const name of leftoversIn(dataDir)) makeOld(join(dataDir, name));
      await sweepLeftovers(trainer.config, Date.now());
      await sleep(200);
    }
    trainer.assertTidy();
    return `seed ${seed}: ${counts.killed} killed, ${counts.ended} ended just before; old or new whole each time, drafts complete, nothing left`;
  });
}

/** Does nothing if the file has gone meanwhile. */
function makeOld(file: string): void {
  const old = Date.now() / 1000 - 7_200;
  if (existsSync(file)) utimesSync(file, old, old);
}

function start(command: readonly string[], { env }: TrainerFolder) {
  return spawn(process.execPath, command, { env, stdio: "ignore", detached: true });
}

/** How long it takes in milliseconds. */
async function runWhole(command: readonly string[], trainer: TrainerFolder): Promise<number> {
  const startedAt = performance.now();
  const [status] = await once(start(command, trainer), "exit");
  assert.equal(status, 0, command.join(" "));
  return performance.now() - startedAt;
}

/** Kills a command with all its processes after a time; false when it had ended. */
async function killAt(ms: number, command: readonly string[], trainer: TrainerFolder): Promise<boolean> {
  const child = start(command, trainer);
  const exit = once(child, "exit");
  const inTime = await Promise.race([exit.then(() => false), sleep(ms).then(() => true)]);
  if (inTime) process.kill(-(child.pid ?? 0), "SIGKILL");
  await exit;
  return inTime && child.signalCode === "SIGKILL";
}

const photosOf = ({ contentDir }: TrainerFolder) =>
  readdirSync(join(contentDir, "photos")).filter((name) => /^rings-\w+\.jpg$/.test(name));

/** JPEG from its first marker to its last. */
function assertWholePhoto(path: string): void {
  const bytes = readFileSync(path).toString("hex");
  assert.ok(bytes.startsWith("ffd8") && bytes.endsWith("ffd9"), `${path} is whole`);
}
