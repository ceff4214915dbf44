import assert from "node:assert/strict";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { setDefaultCACertificates } from "node:tls";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import type { Target } from "./ask.ts";

type Visit = Target & { forMs: number };

const paths = ["/", "/oferta", "/kontakt", "/galeria"];

if (!isMainThread) parentPort?.postMessage(await visit(workerData));

/**
 * Eight visitors read public pages, ten in a second each at most. Returns the milliseconds of each page and throws if one fails. Runs in a worker thread, so that
 * this process's other work does not delay the measurements.
 */
export async function readPages({ baseUrl, ca }: Target, forMs: number): Promise<number[]> {
  const workerData: Visit = { baseUrl, ca, forMs };
  const worker = new Worker(new URL(import.meta.url), { workerData });
  const [times] = await once(worker, "message");
  await worker.terminate();
  return times;
}

async function visit({ baseUrl, ca, forMs }: Visit): Promise<number[]> {
  if (ca) setDefaultCACertificates([ca]);
  const end = performance.now() + forMs;
  const times: number[] = [];
  const visitor = async (_: unknown, at: number) => {
    await sleep(at * 13);
    for (let turn = at; performance.now() < end; turn += 1) {
      const startedAt = performance.now();
      const page = await fetch(baseUrl + paths[turn % paths.length]);
      assert.equal(page.status, 200);
      assert.match(await page.text(), /<\/html>\s*$/);
      times.push(performance.now() - startedAt);
      await sleep(100);
    }
  };
  await Promise.all(Array.from({ length: 8 }, visitor));
  return times;
}
