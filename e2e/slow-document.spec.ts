import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { countLayoutShifts, layoutShiftOf } from "./layout-shift.ts";
import { listenLocally } from "./local-server.ts";
import { pagePaths } from "./pages.ts";
import { expect, test } from "./test.ts";

const screens = [
  { width: 412, limit: 0.01 },
  // On a wide screen the columns of a row shrink when one more arrives.
  { width: 1440, limit: 0.05 },
];

test("B8.2 a document that arrives in pieces shifts nothing already visible, on a phone and a wide screen", async ({
  browser,
  site,
}) => {
  const line = await startSlowLine(site.baseUrl);
  const page = await browser.newPage({ baseURL: line.baseUrl, serviceWorkers: "block" });
  await countLayoutShifts(page);
  for (const { width, limit } of screens) {
    await page.setViewportSize({ width, height: 850 });
    for (const path of pagePaths) {
      await page.goto(path);
      expect.soft(await layoutShiftOf(page), `${path} at ${width} px`).toBeLessThanOrEqual(limit);
    }
  }
  await page.close();
  line.stop();
});

/** Forwards the site's responses. Documents arrive in pieces, with time for the browser to show each. */
async function startSlowLine(siteUrl: string): Promise<{ baseUrl: string; stop(): void }> {
  const server = createServer(async ({ url = "/" }, response) => {
    const answer = await fetch(siteUrl + url);
    const type = answer.headers.get("Content-Type") ?? "";
    response.writeHead(answer.status, { "Content-Type": type });
    if (!type.startsWith("text/html")) return response.end(Buffer.from(await answer.arrayBuffer()));
    for (const piece of pieces(await answer.text())) {
      response.write(piece);
      await pause(80);
    }
    response.end();
  });
  const { port, stop } = await listenLocally(server);
  return { baseUrl: `http://127.0.0.1:${port}`, stop };
}

/** Splits HTML where elements begin, into smaller pieces in the first screen. */
function pieces(html: string): string[] {
  const main = html.indexOf("<main");
  const cuts = Array.from({ length: 8 }, (_, index) => html.indexOf("<", main + 500 + index * 600));
  return [...cuts, html.length].map((cut, index) => html.slice(cuts[index - 1] ?? 0, cut));
}
