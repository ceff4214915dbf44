import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSite } from "../e2e/site-process.ts";
import { startPostgres } from "../enquiries/testing/postgres.ts";
import { median, quantile, round } from "./median.ts";

const count = 1500;
const atOnce = 16;

/** Accepted enquiries per second through HTTP without rate limits, on SQLite (synchronous=FULL) and PostgreSQL (fsync on). */
export async function measureEnquiries() {
  const figures = [await measureOn("SQLite", {})];
  const postgres = await startPostgres({ fsync: true });
  if (!postgres) return figures;
  figures.push(await measureOn("PostgreSQL", { DATABASE_URL: postgres.url }));
  await postgres.stop();
  return figures;
}

async function measureOn(storage: string, settings: Record<string, string>) {
  const site = await startSite(settings);
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const times: number[] = [];
  let next = 0;
  const visitor = async () => {
    while (next < count) {
      const number = next++;
      const startedAt = performance.now();
      if ((await send(site.baseUrl, agent, number)) === 201) times.push(performance.now() - startedAt);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: atOnce }, visitor));
  const seconds = (performance.now() - startedAt) / 1000;
  agent.destroy();
  await site.stop();
  return {
    storage,
    accepted: times.length,
    perSecond: Math.round(times.length / seconds),
    p50Ms: round(median(times)),
    p99Ms: round(quantile(times, 0.99)),
  };
}

function send(baseUrl: string, agent: Agent, number: number): Promise<number | undefined> {
  const body = JSON.stringify({
    name: `Próba ${number}`,
    phone: "600 100 200",
    message: `Wiadomość pomiarowa numer ${number}`,
    key: `pomiar-${number.toString().padStart(8, "0")}`,
  });
  return new Promise((resolve, reject) => {
    const call = request(
      `${baseUrl}/api/enquiries`,
      {
        method: "POST",
        agent,
        headers: { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) },
      },
      (answer) => answer.resume().on("end", () => resolve(answer.statusCode)),
    );
    call.on("error", reject).end(body);
  });
}

/** Durable 4 KiB writes (write and fdatasync) per second on this disk: the upper limit for any durable storage. */
export function measureDisk(): number {
  const folder = mkdtempSync(join(tmpdir(), "fsync-"));
  const file = openSync(join(folder, "probe"), "w");
  const block = Buffer.alloc(4096, 1);
  const startedAt = performance.now();
  let writes = 0;
  for (; performance.now() - startedAt < 2000; writes++) {
    writeSync(file, block);
    fdatasyncSync(file);
  }
  const perSecond = Math.round(writes / ((performance.now() - startedAt) / 1000));
  closeSync(file);
  rmSync(folder, { recursive: true });
  return perSecond;
}
