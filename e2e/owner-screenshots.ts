import { chromium, expect } from "@playwright/test";
import { startMailServer } from "../enquiries/testing/mail-server.ts";
import { chromiumArgs, findChromium } from "../tools/install-browser/chromium.ts";
import { startDev } from "./dev-process.ts";
import { startSite } from "./site-process.ts";

const folder = "docs/screenshots";
const browser = await chromium.launch({ executablePath: findChromium() ?? "", args: chromiumArgs });

await showMistake();
await showLetter();
await browser.close();

/** Mistakes in the content as the preview tells them. */
async function showMistake(): Promise<void> {
  const dev = await startDev();
  const page = await browser.newPage({ viewport: { width: 1000, height: 560 }, reducedMotion: "reduce" });
  await page.goto(dev.address, { waitUntil: "networkidle" });
  await dev.change("moja-tresc/oferta.yaml", "amount: 250", "amount: 250 zł");
  await dev.change("moja-tresc/galeria.yaml", "file: rope.jpg", "file: rop.jpg");
  await page.locator("#content-problems li").nth(1).waitFor();
  await page.waitForLoadState("networkidle");
  await page.screenshot({
    path: `${folder}/owner-mistake.jpg`,
    type: "jpeg",
    quality: 85,
    animations: "disabled",
  });
  await dev.stop();
}

/** An enquiry as it comes to the owner's mailbox. */
async function showLetter(): Promise<void> {
  const mailServer = await startMailServer();
  const site = await startSite({ SMTP_URL: mailServer.url });
  await fetch(`${site.baseUrl}/api/enquiries`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      name: "Ala Przykładowa",
      phone: "600 100 200",
      goal: "Plan treningowy",
      message: "Dzień dobry, wracam po dłuższej przerwie.\nCzy można zacząć od dwóch spotkań w tygodniu?",
      elapsedMs: 30_000,
    }),
  });
  await expect.poll(() => mailServer.received.length).toBe(1);
  await site.stop();
  const [letter] = mailServer.received;
  const page = await browser.newPage({ viewport: { width: 720, height: 300 } });
  await page.setContent(letter?.mail.html || "");
  await page.screenshot({
    path: `${folder}/owner-letter.jpg`,
    type: "jpeg",
    quality: 85,
    animations: "disabled",
  });
  await mailServer.stop();
}
