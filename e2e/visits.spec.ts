import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sqliteFile } from "../enquiries/storage/database.server.ts";
import { listenLocally } from "./local-server.ts";
import { cachedPaths, serviceWorkerReady } from "./offline.ts";
import { test as panelTest, sendEnquiry, signIn } from "./panel-site.ts";
import { startSite } from "./site-process.ts";
import { countedVisits } from "./stored-enquiries.ts";
import { appStarted, expect, openApp, test } from "./test.ts";

// Each test needs counts of its own. The second origin is a site with a link to ours.
test.use({ serviceWorkers: "allow", allowedProblems: /request: / });

test("C6.2 a visit counts once, whatever follows; C6.1 its database holds counts and nothing of the visitor", async ({
  page,
  context,
  browser,
}) => {
  const site = await startSite({ VISIT_TAGS: "ulotka" });
  const { baseUrl } = site;
  await openApp(page, `${baseUrl}/`);
  await serviceWorkerReady(page);
  for (const path of ["/oferta", "/galeria", "/osiagniecia", "/kontakt", "/oferta"]) {
    await page.locator(`header a[href="${path}"]`).first().click();
    await expect(page).toHaveURL(baseUrl + path);
  }
  await page.reload();
  await appStarted(page);
  await page.goBack();
  await expect(page).toHaveURL(`${baseUrl}/kontakt`);
  await page.goForward();
  await expect(page).toHaveURL(`${baseUrl}/oferta`);
  for (const method of ["GET", "HEAD"]) await fetch(`${baseUrl}/kontakt`, { method });

  const other = await listenLocally(
    createServer((_request, response) => {
      response.setHeader("Content-Type", "text/html");
      response.end(
        `<title>Inna</title><link rel="icon" href="data:,"><a href="${baseUrl}/galeria">Galeria</a>`,
      );
    }),
  );
  // Now through the service worker.
  await page.goto(`http://localhost:${other.port}/`);
  await page.click("a");
  await expect(page).toHaveURL(`${baseUrl}/galeria`);
  await appStarted(page);

  const flyer = await browser.newContext({ userAgent: await agentOf(page) });
  const scanned = await flyer.newPage();
  await openApp(scanned, `${baseUrl}/?z=ulotka`);
  await expect(scanned.locator("link[rel=canonical]")).not.toHaveAttribute("href", /z=/);
  await scanned.locator('header a[href="/oferta"]').first().click();
  await expect(scanned).toHaveURL(`${baseUrl}/oferta`);
  await serviceWorkerReady(scanned);
  expect(
    Object.values(await cachedPaths(scanned))
      .flat()
      .filter((path) => path.includes("z=")),
  ).toEqual([]);

  const plain = await browser.newContext({ javaScriptEnabled: false, userAgent: await agentOf(page) });
  const withoutScript = await plain.newPage();
  await withoutScript.goto(`${baseUrl}/osiagniecia`);
  await withoutScript.locator('footer a[href="/kontakt"]').first().click();
  await expect(withoutScript).toHaveURL(`${baseUrl}/kontakt`);

  await context.close();
  await flyer.close();
  await plain.close();
  // While it closes its database, that is locked, and files of it still go.
  await site.end();
  expect(countedVisits(site.dataDir)).toEqual([
    "/ inne 1",
    "/ z:ulotka 1",
    "/galeria inne 1",
    "/osiagniecia inne 1",
  ]);
  for (const name of readdirSync(site.dataDir).filter((name) => name.startsWith("enquiries.sqlite")))
    expect(readFileSync(join(site.dataDir, name), "latin1")).not.toMatch(/Mozilla|127\.0\.0\.1/);
  other.stop();
  await site.stop();
});

const agentOf = (page: import("@playwright/test").Page) => page.evaluate(() => navigator.userAgent);

panelTest(
  "C6.1 C6.3 the owner sees a week, a year, the sources and what is not counted, such as visits to pages of a static host",
  async ({ page, panelSite }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const days = [0, 100].map((ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10));
    {
      using database = new DatabaseSync(sqliteFile(panelSite.dataDir));
      const insert = database.prepare("insert into visits values (?, ?, ?, ?)");
      insert.run(days[0] ?? "", "/", "Google", 40);
      insert.run(days[0] ?? "", "/kontakt", "z:ulotka", 7);
      insert.run(days[1] ?? "", "/", "inne", 300);
    }
    await sendEnquiry(panelSite);
    await signIn(page, panelSite);
    await page.goto("/panel/zapytania/liczby");
    const answer = (question: string) => page.locator("dl > div", { hasText: question });
    await expect(answer("Czy przychodzą?")).toContainText("47");
    await expect(answer("Czy piszą?")).toContainText("1");
    await expect(page.locator(".funnel li", { hasText: "z formularzem" })).toContainText("7");
    await expect(page.getByRole("row", { name: "oznaczenie: ulotka" })).toContainText("7");
    await page.getByText("Rok", { exact: true }).click();
    await expect(answer("Czy przychodzą?")).toContainText("347");
    await expect(page.getByText("Nie liczymy robotów")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );

    const { dataDir: DATA_DIR } = panelSite;
    const elsewhere = await startSite({ DATA_DIR, CORS_ORIGINS: "https://www.example.pl" });
    await page.goto(`${elsewhere.panelUrl}/panel/zapytania/liczby`);
    await expect(answer("Czy przychodzą?")).toContainText("nie liczymy");
    await expect(page.locator(".funnel li").first()).toHaveText(/nie liczymy$/);
    await expect(answer("Czy przychodzą?")).not.toContainText("0");
    // Its stream would be refused.
    await page.close();
    await elsewhere.end();
  },
);
