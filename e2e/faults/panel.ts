import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { median } from "../../bench/median.ts";
import { codeFiles } from "../../publishing/code-build.ts";
import { createPhotoIntake } from "../../publishing/photos/take-photo.ts";
import type { PublicationOutcome } from "../../publishing/protocol.ts";
import { requestOf } from "../../publishing/request.ts";
import { startPublication } from "../../publishing/start-publication.ts";
import { loadConfig } from "../../server/config.ts";
import { until } from "./evidence.ts";
import type { Extent } from "./extent.ts";
import { fill, signIn } from "./owner.ts";
import { startSite, withFolder } from "./site.ts";

/**
 * Exports, publications, ten uploads at a time and 60 calls of the panel at once, with the processes of all killed again and again:
 * every public page is answered whole.
 */
export async function workBesideVisitors({ short }: Extent): Promise<string> {
  const { enquiries, loadMs } = short
    ? { enquiries: 2_000, loadMs: 6_000 }
    : { enquiries: 10_000, loadMs: 30_000 };
  return withFolder(async (dataDir) => {
    const site = await startSite({ dataDir });
    await fill(dataDir, enquiries);
    const owner = await signIn(site.baseUrl, dataDir);
    const whole = await (await exportOnce()).text();
    assert.equal(JSON.parse(whole).length, enquiries);

    const quiet = await readPages(site.baseUrl, sleep(short ? 1_500 : 5_000));
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
    let isOn = true;
    const load = Promise.all([exportOn(), publishOn(), uploadOn(), crowdOn(), killOn()]);
    const busy = await readPages(site.baseUrl, sleep(loadMs));
    isOn = false;
    await load;

    await until("the panel goes on", async () => (await owner.get("/panel/api/enquiries/counts")).ok);
    await until("an export is whole again", async () => {
      const answer = await exportOnce();
      return answer.ok && JSON.parse(await answer.text()).length === enquiries;
    });
    assert.ok(done.brokenExports > 0, "an export was killed");
    assert.equal(await site.stop(), 0);
    return (
      `${quiet.length + busy.length} pages, none failed; median ${median(busy).toFixed(1)} ms, ` +
      `${(median(busy) / median(quiet)).toFixed(2)} of the quiet one; ` +
      `${done.exports} exports whole and ${done.brokenExports} killed, ` +
      `${done.publications} publications whole and ${done.brokenPublications} killed, ` +
      `${done.uploads} uploads whole and ${done.brokenUploads} killed, ` +
      `${done.panel} calls of the panel answered and ${done.busy} told to wait`
    );

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
      const request = requestOf(config, { contentDir: config.contentDir, origin: "command" });
      while (isOn) {
        const outcome: PublicationOutcome = await startPublication(request, () => {});
        if (outcome.kind === "published") done.publications += 1;
        else {
          assert.equal(outcome.kind, "failed");
          assert.match(JSON.stringify(outcome), /SIGKILL/);
          done.brokenPublications += 1;
        }
      }
    }

    async function uploadOn(): Promise<void> {
      const { contentDir } = loadConfig();
      const photos = readdirSync(join(contentDir, "photos"))
        .filter((name) => name.endsWith(".jpg"))
        .slice(0, 10);
      for (let round = 0; isOn; round += 1) {
        const folder = join(dataDir, `uploads-${round}`);
        const take = createPhotoIntake({
          photosDir: join(folder, "photos"),
          picturesDir: join(folder, "pictures"),
          now: () => new Date(),
        });
        const uploads = photos.map(async (name) => {
          const taken = await take(readFileSync(join(contentDir, "photos", name)), name);
          if (taken.kind === "stored") done.uploads += 1;
          else {
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
        kill(site.pid, codeFiles.exporter);
        if (round % 8 === 7) kill(process.pid, codeFiles.publisher);
        for (const program of ["decode-photo.ts", "make-pictures.ts"]) {
          if (round % 4 === 3) kill(process.pid, program);
        }
      }
    }
  });
}

const paths = ["/", "/oferta", "/kontakt", "/galeria"];

/** Eight visitors read until the time is over; how long each page took in milliseconds. Throws at the first that fails. */
async function readPages(baseUrl: string, time: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  void time.then(() => {
    isOver = true;
  });
  const times: number[] = [];
  const visitor = async (_: unknown, at: number) => {
    for (let turn = at; !isOver; turn += 1) {
      const startedAt = performance.now();
      const page = await fetch(baseUrl + paths[turn % paths.length]);
      assert.equal(page.status, 200);
      assert.match(await page.text(), /<\/html>\s*$/);
      times.push(performance.now() - startedAt);
      await sleep(10);
    }
  };
  await Promise.all(Array.from({ length: 8 }, visitor));
  return times;
}

/** kill -9 for the children of a process that run a program of that name. */
function kill(parent: number | undefined, program: string): void {
  for (const pid of childrenOf(parent)) {
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(`/${program}\0`))
        process.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself.
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
