import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { type SiteProcess, startSite } from "../e2e/site-process.ts";
import { startPublication } from "../publishing/start-publication.ts";
import { loadConfig } from "../server/config.ts";
import { writeAtomically } from "../server/durable-files.ts";
import { median, quantile, round } from "./median.ts";
import { residentMegabytes } from "./serving.ts";

export interface PublishingFigures {
  readonly what: string;
  readonly medianMs?: number;
  readonly p99Ms?: number;
  readonly megabytes?: number;
}

const photosDir = "content/photos";

/** Time and memory of publishing, and its effect on visitors' response times. */
export async function measurePublishing(): Promise<PublishingFigures[]> {
  const sample = await startTrainer("content");
  const rows = [await measureWords("changed words, sample content", sample)];
  rows.push(...(await measureVisitors(sample)));
  rows.push(...(await measureServerMemory(sample)));
  await sample.site.stop();

  const second = await startTrainer("examples/drugi-trener");
  await addToGallery(second.contentDir, 50, { width: 1600 });
  rows.push(await measureWords("changed words, second sample with 50 photographs in the gallery", second));
  await addToGallery(second.contentDir, 10, { width: 4000, height: 3000 });
  rows.push({ what: "ten new photographs of 12 megapixels", ...(await second.publish("Nowe zdjęcia")) });
  await second.site.stop();
  return rows;
}

type Trainer = Awaited<ReturnType<typeof startTrainer>>;

/** Starts a site with its own editable content. */
async function startTrainer(sample: string) {
  const site = await startSite();
  const { dataDir } = site;
  const contentDir = join(dataDir, "content");
  await cp(sample, contentDir, { recursive: true });
  const offer = join(contentDir, "oferta.yaml");
  const text = await readFile(offer, "utf8");
  const config = {
    ...loadConfig(),
    ...{
      siteUrl: site.baseUrl,
      releasesDir: join(dataDir, "releases"),
      historyDir: join(dataDir, "history"),
    },
  };

  /** Publishes a new heading. Returns the time until visitors get it and the process's peak memory. */
  async function publish(heading: string): Promise<{ medianMs: number; megabytes: number }> {
    // As the panel writes it: a backup must not read half a file.
    await writeAtomically(offer, text.replace(/^heading: .*/m, `heading: ${heading}`));
    const startedAt = performance.now();
    const publishing = startPublication(config, { contentDir, origin: "command" }, () => {});
    const peak = watchMemory(publishing);
    const outcome = await publishing;
    if (outcome.kind !== "published") throw new Error(JSON.stringify(outcome));
    const isShown = async () => (await (await fetch(`${site.baseUrl}/oferta`)).text()).includes(heading);
    const deadline = performance.now() + 30_000;
    while (!(await isShown())) {
      if (performance.now() > deadline) throw new Error(`The page does not show ${heading}`);
      await sleep(5);
    }
    return { medianMs: Math.round(performance.now() - startedAt), megabytes: await peak };
  }

  return { site, contentDir, publish };
}

async function measureWords(what: string, { publish }: Trainer): Promise<PublishingFigures> {
  await publish("Pierwszy raz");
  const runs = [];
  for (let run = 0; run < 7; run += 1) runs.push(await publish(`Nagłówek numer ${run}`));
  return {
    what,
    medianMs: Math.round(median(runs.map(({ medianMs }) => medianMs))),
    megabytes: Math.max(...runs.map(({ megabytes }) => megabytes)),
  };
}

/** Response times for four visitors, alternately without publications and during consecutive ones. */
async function measureVisitors({ site, publish }: Trainer): Promise<PublishingFigures[]> {
  const quiet: number[] = [];
  const busy: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    quiet.push(...(await readPages(site, sleep(4_000))));
    const publications = publish(`Zmiana ${turn}a`).then(() => publish(`Zmiana ${turn}b`));
    busy.push(...(await readPages(site, publications)));
  }
  const row = (what: string, times: readonly number[]) => ({
    what,
    medianMs: round(median(times)),
    p99Ms: round(quantile(times, 0.99)),
  });
  return [row("a page in quiet", quiet), row("a page during ten publications", busy)];
}

async function readPages({ baseUrl }: SiteProcess, time: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  void time.then(() => {
    isOver = true;
  });
  const times: number[] = [];
  const visitor = async () => {
    while (!isOver) {
      const startedAt = performance.now();
      const page = await fetch(`${baseUrl}/kontakt`);
      if (!page.ok) throw new Error(`/kontakt responded with ${page.status}`);
      await page.text();
      times.push(performance.now() - startedAt);
      await sleep(10);
    }
  };
  await Promise.all([time, ...Array.from({ length: 4 }, visitor)]);
  return times;
}

/** Continues the count of the earlier publications. */
async function measureServerMemory({ site, publish }: Trainer): Promise<PublishingFigures[]> {
  const rows: PublishingFigures[] = [];
  for (let count = 19; count <= 200; count += 1) {
    await publish(`Kolejna zmiana ${count}`);
    if (count % 20 > 0) continue;
    const megabytes = Math.round(await residentMegabytes(site.pid));
    rows.push({ what: `the server after ${count} publications`, megabytes });
  }
  return rows;
}

/** Adds photographs that are in no cache, because no earlier run had their brightness. */
async function addToGallery(
  contentDir: string,
  count: number,
  size: { width: number; height?: number },
): Promise<void> {
  const originals = (await readdir(photosDir)).filter((name) => name.endsWith(".jpg"));
  const gallery = join(contentDir, "galeria.yaml");
  let text = (await readFile(gallery, "utf8")).replace("published: false", "published: true");
  const category = /categories:\s*\n\s+- id: (\S+)/.exec(text)?.[1] ?? "";
  await mkdir(join(contentDir, "photos"), { recursive: true });
  for (let at = 0; at < count; at += 1) {
    const file = `pomiar-${size.width}-${at}.jpg`;
    const original = join(photosDir, originals[at % originals.length] ?? "");
    await sharp(original)
      .resize({ ...size, fit: "cover" })
      .modulate({ hue: at + 1, brightness: 0.95 + Math.random() / 10 })
      .jpeg({ quality: 90 })
      .toFile(join(contentDir, "photos", file));
    const entry = `  - { photo: { file: ${file}, alt: Zdjęcie ${at + 1}. }, caption: Zdjęcie ${at + 1}, category: ${category} }\n`;
    text = text.replace(/^photos:\n/m, `photos:\n${entry}`);
  }
  await writeFile(gallery, text);
}

/** The peak memory of the publishing process in megabytes, on Linux. */
async function watchMemory(publishing: Promise<unknown>): Promise<number> {
  let isOver = false;
  void publishing.then(() => {
    isOver = true;
  });
  let peak = 0;
  while (!isOver) {
    const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, "utf8");
    for (const pid of children.split(" ").filter(Boolean)) {
      const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      if (command.includes("publish.js"))
        peak = Math.max(peak, await residentMegabytes(Number(pid), "VmHWM"));
    }
    await sleep(20);
  }
  return Math.round(peak);
}
