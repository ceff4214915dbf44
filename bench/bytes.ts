import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import { routes } from "../app/routes.ts";

/**
 * Bytes transferred by the first view of each page, without scrolling, at 390 px (device pixel ratio 2) and at 1440 px. Compressed
 * sizes, with style sheets counted as part of the document.
 */
export async function measureBytes(browser: Browser, baseUrl: string) {
  const result = [];
  for (const { path } of routes) {
    const phone = await firstView(browser, baseUrl + path, { width: 390, height: 844 }, 2);
    const desktop = await firstView(browser, baseUrl + path, { width: 1440, height: 900 }, 1);
    result.push({
      path,
      document: phone.sum((type) => type === "Document"),
      fonts: phone.sum((type) => type === "Font"),
      scriptsBeforeLoad: phone.sum((type, beforeLoad) => type === "Script" && beforeLoad),
      scripts: phone.sum((type) => type === "Script"),
      picturesPhone: phone.sum((type) => type === "Image"),
      picturesDesktop: desktop.sum((type) => type === "Image"),
    });
  }
  return result;
}

async function firstView(
  browser: Browser,
  address: string,
  viewport: { width: number; height: number },
  deviceScaleFactor: number,
) {
  const context = await browser.newContext({ viewport, deviceScaleFactor, serviceWorkers: "block" });
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  const parts = new Map<string, { type: string; beforeLoad: boolean; bytes: number }>();
  let loaded = false;
  await line.send("Network.enable");
  line.on("Network.requestWillBeSent", ({ requestId, type = "Other" }) =>
    parts.set(requestId, { type, beforeLoad: !loaded, bytes: 0 }),
  );
  line.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const part = parts.get(requestId);
    if (part) part.bytes = encodedDataLength;
  });
  page.on("load", () => {
    loaded = true;
  });
  await page.goto(address);
  await page.waitForFunction(() => history.scrollRestoration === "manual");
  await page.waitForLoadState("networkidle");
  await context.close();
  return {
    sum: (counts: (type: string, beforeLoad: boolean) => boolean) =>
      [...parts.values()].reduce(
        (sum, part) => sum + (counts(part.type, part.beforeLoad) ? part.bytes : 0),
        0,
      ),
  };
}

/** The brotli size of each built script. */
export async function scriptFiles(codeDir: string): Promise<Record<string, number>> {
  const folder = join(codeDir, "client/assets");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".js"));
  const sizes = await Promise.all(
    names.map(async (name) => {
      const packed = await stat(join(folder, `${name}.br`)).catch(() => undefined);
      return [name, packed?.size ?? (await readFile(join(folder, name))).length] as const;
    }),
  );
  return Object.fromEntries(sizes);
}
