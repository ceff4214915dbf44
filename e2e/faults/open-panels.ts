import assert from "node:assert/strict";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { median, quantile } from "../../bench/median.ts";
import { startPublication } from "../../publishing/start-publication.ts";
import { loadConfig } from "../../server/config.ts";
import { freePort } from "../../server/testing/free-port.ts";
import { until } from "./evidence.ts";
import { listen, openPanel } from "./proxies.ts";
import { missingForProxies, programOf, startProxy } from "./proxy-process.ts";
import { readPages } from "./read-pages.ts";
import { startSite, withFolder } from "./site.ts";
import { assertPublished } from "./trainer-folder.ts";
import { newVisit, send } from "./visitors.ts";

const panels = 20;
const publications = 3;

/**
 * Twenty panels are open behind a proxy while publications run and enquiries arrive. After each enquiry every panel hears a revision that it
 * has not heard before, and in the end all have heard the same; all pages are answered whole (C1.4).
 */
export async function openPanelsWhilePublishing(example: "nginx.conf" | "Caddyfile"): Promise<string> {
  const missing = missingForProxies([programOf(example)]);
  if (missing) return missing;
  return withFolder(async (folder) => {
    const port = await freePort();
    const dataDir = join(folder, "data");
    const SITE_URL = `https://localhost:${port}`;
    const site = await startSite({ dataDir, SITE_URL, TRUSTED_PROXIES: "127.0.0.1, ::1" });
    const proxy = await startProxy(folder, example, { port, upstreams: [`127.0.0.1:${site.port}`] });
    const session = await openPanel(proxy, dataDir);
    const memory = site.memoryBytes();
    const open = await Promise.all(Array.from({ length: panels }, () => listen(proxy, session)));
    await until("every panel hears the first word", () => open.every(({ words }) => words.length === 1));
    const quiet = await readPages(proxy, 3_000);

    let isPublishing = true;
    const publishing = publish(dataDir, proxy.baseUrl).finally(() => {
      isPublishing = false;
    });
    const busy: number[] = [];
    const reading = (async () => {
      while (isPublishing) busy.push(...(await readPages(proxy, 2_000)));
    })();
    const waits: number[] = [];
    while (isPublishing) {
      const heard = open.map(({ words }) => words.at(-1)?.revision);
      const sentAt = performance.now();
      assert.equal(await send(site.baseUrl, newVisit()), 201);
      await until("every panel hears of the enquiry", () =>
        open.every(({ words }, at) => words.at(-1)?.revision !== heard[at]),
      );
      waits.push(performance.now() - sentAt);
      await sleep(500);
    }
    await publishing;
    await reading;
    await until(
      "all have heard the same",
      () => new Set(open.map(({ words }) => words.at(-1)?.revision)).size === 1,
    );
    const grown = (site.memoryBytes() - memory) / 1024 / 1024;
    for (const { stop } of open) stop();
    await proxy.stop();
    assert.equal(await site.stop(), 0);
    const milliseconds = (times: number[]) =>
      `${median(times).toFixed(0)} ms (p99 ${quantile(times, 0.99).toFixed(0)})`;
    return (
      `${panels} panels heard of each of ${waits.length} enquiries, within ${(Math.max(...waits) / 1000).toFixed(1)} s, during ${publications} publications; ` +
      `${busy.length} pages meanwhile, none failed, median ${milliseconds(busy)}, in quiet ${milliseconds(quiet)}; ${grown.toFixed(0)} MB more in all`
    );
  });
}

async function publish(dataDir: string, siteUrl: string): Promise<void> {
  const folders = { dataDir, releasesDir: join(dataDir, "releases"), historyDir: join(dataDir, "history") };
  const config = { ...loadConfig(), siteUrl, ...folders };
  for (let left = publications; left > 0; left -= 1) {
    const outcome = await startPublication(
      config,
      { contentDir: config.contentDir, origin: "command" },
      () => {},
    );
    assertPublished(outcome);
  }
}
