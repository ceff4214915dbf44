import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createPhotoImporter } from "../../publishing/photos/import-photo.ts";
import { replaceContent } from "../../publishing/replace-content.ts";
import { createSchedule } from "../../publishing/schedule.ts";
import { type Publication, startPublication } from "../../publishing/start-publication.ts";
import { hasSameFiles } from "../../publishing/testing/has-same-files.ts";
import { withFolder } from "./site.ts";
import { assertPublished, createTrainerFolder } from "./trainer-folder.ts";

const silent = { info() {}, error() {} };

/** A full disk stops a publication, a photograph and the way back to older content; each leaves all as it was. */
export async function fillDiskWhilePublishing(): Promise<string> {
  return withFolder(async (dataDir) => {
    if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=192m", "tmpfs", dataDir]).status !== 0) {
      return "!!! SKIPPED: only root can mount a tiny disk";
    }
    try {
      const trainer = createTrainerFolder(dataDir);
      const { contentDir, config } = trainer;
      trainer.write("Przed");
      assertPublished(await trainer.publish());
      const kept = join(config.releasesDir, trainer.history()[0]?.name ?? "", "content");
      trainer.write("Po");
      const importPhoto = createPhotoImporter({ ...config, ownContentDir: contentDir });
      const photo = readFileSync("content/photos/rings.jpg");
      const listed = () => readdirSync(dataDir, { recursive: true }).sort();
      const ballast = join(dataDir, "ballast");
      const leave = (bytes: number) => {
        const { bavail, bsize } = statfsSync(dataDir);
        appendFileSync(ballast, Buffer.alloc(bavail * bsize - bytes));
      };
      leave(128 * 1024);
      const before = listed();

      assert.deepEqual(await trainer.publish(), { kind: "failed", reason: "na dysku nie ma miejsca" });
      assert.equal(trainer.shownHeading(), "Przed");
      assert.deepEqual(await importPhoto(photo, "rings.jpg").then(({ kind }) => kind), "refused");
      // Texts are small: only a disk without any room refuses them, and the lock with them.
      leave(0);
      await assert.rejects(replaceContent(kept, contentDir), { code: "ENOSPC" });
      assert.deepEqual(await trainer.publish(), { kind: "failed", reason: "na dysku nie ma miejsca" });
      assert.equal(trainer.draftHeading(), "Po");
      assert.deepEqual(listed(), before, "nothing is left behind");

      rmSync(ballast);
      await trainer.assertLockIsFree();
      assertPublished(await trainer.publish());
      assert.equal(trainer.shownHeading(), "Po");
      assert.equal((await importPhoto(photo, "rings.jpg")).kind, "stored");
      await replaceContent(kept, contentDir);
      assert.ok(await hasSameFiles(contentDir, kept));
      trainer.assertTidy();
      return "publication, photograph and older content refused whole, done with room";
    } finally {
      execFileSync("umount", ["--lazy", dataDir]);
    }
  });
}

/** Two commands at once: one waits for the other, both are published. */
export async function publishTwiceAtOnce(): Promise<string> {
  return withFolder(async (dataDir) => {
    const trainer = createTrainerFolder(dataDir);
    trainer.write("Zero");
    assertPublished(await trainer.publish());
    const before = trainer.history();
    trainer.write("Jeden");
    const commands = [["tools/publish.ts"], ["tools/rollback.ts", before[0]?.name ?? ""]];
    const ends = commands.map((words) =>
      once(spawn(process.execPath, words, { env: trainer.env, stdio: "ignore" }), "exit"),
    );
    assert.deepEqual((await Promise.all(ends)).flat(), [0, null, 0, null]);
    const [last, ...others] = trainer.history();
    assert.equal(others.length, before.length + 1);
    assert.equal(trainer.shownHeading(), last?.origin === "restore" ? "Zero" : "Jeden");
    trainer.assertTidy();
    return `both published, ${last?.origin === "restore" ? "the older content" : "the newer content"} last`;
  });
}

/** What is saved after the content was read belongs to the next publication. */
export async function editWhilePublishing(): Promise<string> {
  return withFolder(async (dataDir) => {
    const trainer = createTrainerFolder(dataDir);
    // The first publication takes the same steps for what visitors saw before it.
    trainer.write("Zero");
    assertPublished(await trainer.publish());
    trainer.write("Przeczytane");
    const outcome = await trainer.publish((event) => {
      if (event.kind === "step" && event.step === "pictures") trainer.write("Zapisane potem");
    });
    assertPublished(outcome);
    assert.equal(trainer.shownHeading(), "Przeczytane");
    assert.equal(trainer.draftHeading(), "Zapisane potem");
    assertPublished(await trainer.publish());
    assert.equal(trainer.shownHeading(), "Zapisane potem");
    return "the release is of what was read, the edit of the next one";
  });
}

/** The clock of the schedule and of the process that publishes goes back and forth around the day of a notice. */
export async function setClockBackBeforeNotice(): Promise<string> {
  return withFolder(async (dataDir) => {
    const trainer = createTrainerFolder(dataDir);
    const { config, contentDir } = trainer;
    const site = join(contentDir, "site.yaml");
    const text = readFileSync(site, "utf8").replace(/^notice:\n(?: .*\n)*/m, "");
    writeFileSync(site, `${text}\nnotice: { text: Urlop, from: 2037-01-11, until: 2037-01-12 }\n`);

    const clock = join(dataDir, "clock");
    const program = join(dataDir, "publish-then.mjs");
    writeFileSync(program, publisherAt(clock, join(config.codeDir, "publish.js")));
    const setClock = (time: string) => writeFileSync(clock, time);
    const publishAs = (publication: Publication) =>
      startPublication(config, publication, () => {}, { program });
    const { publishDue } = createSchedule({
      folders: config,
      isOutdated: () => false,
      isClockSteady: async () => false,
      publish: publishAs,
      log: silent,
      now: () => new Date(readFileSync(clock, "utf8")),
    });
    const showsNotice = () =>
      readFileSync(join(config.releasesDir, "current/client/index.html"), "utf8").includes("Urlop");

    setClock("2037-01-10T12:00Z");
    assertPublished(await publishAs({ contentDir, origin: "command" }));
    const before = trainer.history().length;
    const times: [string, boolean, number][] = [
      ["2037-01-10T22:59Z", false, 0],
      ["2037-01-10T20:00Z", false, 0],
      ["2037-01-10T23:00Z", true, 1],
      ["2037-01-10T12:00Z", true, 1],
      ["2037-01-11T12:00Z", true, 1],
      ["2037-01-12T23:00Z", false, 2],
      ["2037-01-11T12:00Z", false, 2],
      ["2037-02-01T12:00Z", false, 2],
    ];
    for (const [time, isShown, publications] of times) {
      setClock(time);
      await publishDue();
      assert.deepEqual(
        { time, isShown: showsNotice(), publications: trainer.history().length - before },
        { time, isShown, publications },
      );
    }
    const [gone, appeared] = trainer.history();
    assert.deepEqual(appeared?.changes, ["Komunikat pojawia się: „Urlop”"]);
    assert.deepEqual(gone?.changes, ["Komunikat znika: „Urlop”"]);
    return "appeared once, went once, and the history says so";
  });
}

/** The real publisher, at the time that stands in a file. */
const publisherAt = (clock: string, publisher: string) => `
import { readFileSync as readClock } from "node:fs";
{
  const now = Date.parse(readClock(${JSON.stringify(clock)}, "utf8"));
  globalThis.Date = class extends Date {
    constructor(...parts) {
      super(...(parts.length === 0 ? [now] : parts));
    }
    static now() {
      return now;
    }
  };
}
${readFileSync(publisher, "utf8")}
`;
