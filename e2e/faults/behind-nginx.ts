import assert from "node:assert/strict";
import { join } from "node:path";
import { startPostgres } from "../../enquiries/testing/postgres.ts";
import { freePort } from "../../server/testing/free-port.ts";
import { assertNothingLost, readPostgres, until } from "./evidence.ts";
import { missingForProxies, startProxy } from "./proxy-process.ts";
import type { RunOptions } from "./run-options.ts";
import { startSite, withFolder } from "./site.ts";
import { newVisit, sendAll } from "./visitors.ts";

/** Two servers on one PostgreSQL behind `deploy/nginx.conf`. One is killed under load, and no request fails. */
export async function killBehindNginx({ short }: RunOptions): Promise<string> {
  const missing = missingForProxies(["nginx"]);
  if (missing) return missing;
  const postgres = await startPostgres();
  if (!postgres) return "!!! SKIPPED: no PostgreSQL can be had here";
  return withFolder(async (folder) => {
    const settings = {
      dataDir: join(folder, "data"),
      DATABASE_URL: postgres.url,
      TRUSTED_PROXIES: "127.0.0.1",
    };
    const [one, other] = [await startSite(settings), await startSite(settings)];
    const upstreams = [one, other].map(({ port }) => `127.0.0.1:${port}`);
    const proxy = await startProxy(folder, "nginx.conf", { port: await freePort(), upstreams });

    const visits = Array.from({ length: short ? 200 : 2000 }, newVisit);
    const isConfirmed = ({ references }: (typeof visits)[number]) => references.size > 0;
    let isLoadOn = true;
    let pages = 0;
    const readPages = async () => {
      for (; isLoadOn; pages += 1) {
        const page = await fetch(`${proxy.openUrl}/oferta`);
        assert.equal(page.status, 200);
        assert.match(await page.text(), /<\/html>$/);
      }
    };
    const reading = Promise.all(Array.from({ length: 8 }, readPages));
    const sending = sendAll(visits, () => proxy.openUrl);
    await until("the load is on", () => visits.filter(isConfirmed).length > visits.length / 4);
    const pagesBefore = pages;
    await one.kill();
    await sending;
    await until("pages go on", () => pages > pagesBefore + 50);
    isLoadOn = false;
    await reading;
    assert.ok(visits.every(isConfirmed), "every enquiry was confirmed the first time it was sent");
    assertNothingLost(await readPostgres(postgres.url), visits);
    await proxy.stop();
    assert.equal(await other.stop(), 0);
    await postgres.stop();
    return `${visits.length} enquiries confirmed at the first attempt, ${pages} pages without a failure, one server killed among them`;
  });
}
