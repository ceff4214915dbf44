import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { median } from "../../bench/median.ts";
import { createPhotoImporter } from "../../publishing/photos/import-photo.ts";
import { pictureName } from "../../publishing/site/pictures.ts";
import { type PublicationOutcome, startPublication } from "../../publishing/start-publication.ts";
import { loadConfig } from "../../server/config.ts";
import { currentRelease } from "../../server/releases.ts";
import { until } from "./evidence.ts";
import { fill, signIn } from "./owner.ts";
import { readPages } from "./read-pages.ts";
import type { RunOptions } from "./run-options.ts";
import { startSite, withFolder } from "./site.ts";
import { smallPhoto } from "./small-photo.ts";

/**
 * Runs exports, publications and ten uploads at a time, kills most of them, and adds 60 concurrent calls of the panel. Every public
 * page and all work that was not killed is answered completely. Quiet and busy times alternate, so that a machine that becomes
 * slower is slower for both.
 */
export async function loadPanelBesideVisitors({ short }: RunOptions): Promise<string> {
  const { enquiries, turns, quietMs, busyMs } = short
    ? { enquiries: 2_000, turns: 1, quietMs: 1_000, busyMs: 2_500 }
    : { enquiries: 10_000, turns: 6, quietMs: 3_000, busyMs: 6_000 };
  return withFolder(async (dataDir) => {
    const site = await startSite({ dataDir });
    await fill(dataDir, enquiries);
    const owner = await signIn(site.baseUrl, dataDir);
    const whole = await (await exportOnce()).text();
    assert.equal(JSON.parse(whole).length, enquiries);

    const done = {
      exports: 0,
      brokenExports: 0,
      publications: 0,
      brokenPublications: 0,
      uploads: 0,
      brokenUploads: 0,
      panel: 0,
      busy: 0,
    };
    let isOn = false;
    let uploadRound = 0;
    const quiet: number[] = [];
    const busy: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      quiet.push(...(await readPages(site, quietMs)));
      busy.push(...(await readUnder([exportOn, publishOn, uploadOn, killOn])));
    }
    const crowded = await readUnder([exportOn, publishOn, uploadOn, killOn, crowdOn]);

    await until("the panel goes on", async () => (await owner.get("/panel/api/enquiries/counts")).ok);
    await until("an export is whole again", async () => {
      const answer = await exportOnce();
      return answer.ok && JSON.parse(await answer.text()).length === enquiries;
    });
    for (const [name, count] of Object.entries(done).slice(0, 6))
      assert.ok(count > 0, `${name}: ${JSON.stringify(done)}`);
    assert.equal(await site.stop(), 0);
    const times = (pages: number[]) => (median(pages) / median(quiet)).toFixed(2);
    return (
      `${quiet.length + busy.length + crowded.length} pages, none failed; median ${median(busy).toFixed(1)} ms, ` +
      `${times(busy)} of the quiet one, with 60 calls at once ${times(crowded)}; ` +
      `${done.exports} exports whole and ${done.brokenExports} killed, ` +
      `${done.publications} publications whole and ${done.brokenPublications} killed, ` +
      `${done.uploads} uploads whole and ${done.brokenUploads} killed, ` +
      `${done.panel} calls of the panel answered and ${done.busy} told to wait`
    );

    async function readUnder(loads: readonly (() => Promise<void>)[]): Promise<number[]> {
      isOn = true;
      const load = Promise.all(loads.map((start) => start()));
      const times = await readPages(site, busyMs);
      isOn = false;
      // Work in progress must end before the next quiet time.
      const killing = setInterval(killMost, 50);
      await load.finally(() => clearInterval(killing));
      return times;
    }

    function exportOnce(): Promise<Response> {
      return owner.post("/panel/api/enquiries/export", { format: "json" });
    }

    async function exportOn(): Promise<void> {
      while (isOn) {
        const answer = await exportOnce();
        if (answer.status === 503) {
          done.busy += 1;
          await sleep(20);
          continue;
        }
        assert.equal(answer.status, 200);
        const text = await answer.text().catch(() => undefined);
        if (text === undefined) done.brokenExports += 1;
        else {
          assert.equal(text, whole, "what looks whole is whole");
          done.exports += 1;
        }
      }
    }

    async function publishOn(): Promise<void> {
      const config = { ...loadConfig(), siteUrl: site.baseUrl, releasesDir: join(dataDir, "releases") };
      Object.assign(config, { historyDir: join(dataDir, "history"), dataDir });
      const publication = { contentDir: config.contentDir, origin: "command" } as const;
      while (isOn) {
        const outcome: PublicationOutcome = await startPublication(config, publication, () => {});
        if (outcome.kind === "published") {
          assert.equal(currentRelease(config.releasesDir), outcome.name);
          done.publications += 1;
        } else {
          assert.equal(outcome.kind, "failed");
          assert.match(JSON.stringify(outcome), /SIGKILL/);
          done.brokenPublications += 1;
        }
      }
    }

    async function uploadOn(): Promise<void> {
      const { contentDir } = loadConfig();
      const names = readdirSync(join(contentDir, "photos")).filter((name) => name.endsWith(".jpg"));
      const photos = names.slice(0, 10).map(async (name) => {
        return { name, bytes: await smallPhoto(join(contentDir, "photos", name)) };
      });
      while (isOn) {
        uploadRound += 1;
        const folder = join(dataDir, `uploads-${uploadRound}`);
        const take = createPhotoImporter({
          ownContentDir: folder,
          cacheDir: folder,
          codeDir: loadConfig().codeDir,
        });
        const uploads = photos.map(async (photo) => {
          const { name, bytes } = await photo;
          const taken = await take(bytes, name);
          if (taken.kind === "stored") {
            assertTaken(folder, taken.file);
            done.uploads += 1;
          } else {
            assert.equal(taken.problem, "interrupted");
            done.brokenUploads += 1;
          }
        });
        await Promise.all(uploads);
      }
    }

    async function crowdOn(): Promise<void> {
      while (isOn) {
        const calls = Array.from({ length: 60 }, () => owner.get("/panel/api/enquiries"));
        for (const { status } of await Promise.all(calls)) {
          assert.ok([200, 503].includes(status), `the panel answered ${status}`);
          if (status === 200) done.panel += 1;
          else done.busy += 1;
        }
        await sleep(200);
      }
    }

    async function killOn(): Promise<void> {
      for (let round = 0; isOn; round += 1) {
        await sleep(round % 3 === 0 ? 150 : 1_500 * Math.random());
        killMost();
      }
    }

    /** Lets every third export and publication and one of ten uploads finish, and kills the others. */
    function killMost(): void {
      const { exports, brokenExports, publications, brokenPublications, uploads, brokenUploads } = done;
      if ((exports + brokenExports) % 3 !== 0) kill(site.pid, "export.js");
      if ((publications + brokenPublications) % 3 !== 0) kill(process.pid, "publish.js");
      if ((uploads + brokenUploads) % 10 !== 0)
        for (const program of photoPrograms) kill(process.pid, program);
    }
  });
}

/** A photograph's name contains its hash. The folder of its pictures gets its final name only when it is complete. */
function assertTaken(folder: string, file: string): void {
  const photo = readFileSync(join(folder, "photos", file));
  const hash = createHash("sha256").update(photo).digest("hex").slice(0, 12);
  assert.ok(file.endsWith(`-${hash}.jpg`), `${file} is whole`);
  const pictures = readdirSync(join(folder, "pictures", pictureName(file, photo)));
  for (const type of ["json", "avif", "webp", "jpg"])
    assert.ok(
      pictures.some((name) => name.endsWith(`.${type}`)),
      `${file} has its pictures`,
    );
}

const photoPrograms = ["decode-photo.ts", "make-pictures.ts"];

/** Sends kill -9 to the children of a process that run the named program. */
function kill(parent: number | undefined, program: string): void {
  for (const pid of childrenOf(parent)) {
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(`/${program}\0`))
        process.kill(pid, "SIGKILL");
    } catch {
      // The process has already ended.
    }
  }
}

function childrenOf(parent: number | undefined): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => parentOf(pid) === parent)
    .map(Number);
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return undefined;
  }
}
