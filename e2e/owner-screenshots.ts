import { expect } from "@playwright/test";
import { startMailServer } from "../enquiries/testing/mail-server.ts";
import { launchChromium } from "../tools/testing/install-browser/chromium.ts";
import { startSite } from "./site-process.ts";

const folder = "docs/screenshots";
const browser = await launchChromium();

await showMessage();
await browser.close();

/** The e-mail about an enquiry in the owner's mailbox. */
async function showMessage(): Promise<void> {
  const mailServer = await startMailServer();
  const site = await startSite({ SMTP_URL: mailServer.url });
  await fetch(`${site.baseUrl}/api/enquiries`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      name: "Ala Przykładowa",
      phone: "600 100 200",
      goal: "Plan treningowy",
      message: "Dzień dobry, wracam po dłuższej przerwie.\nCzy można zacząć od dwóch treningów w tygodniu?",
      elapsedMs: 30_000,
    }),
  });
  await expect.poll(() => mailServer.received.length).toBe(1);
  await site.stop();
  const [message] = mailServer.received;
  const page = await browser.newPage({ viewport: { width: 720, height: 300 } });
  await page.setContent(message?.mail.html || "");
  await page.screenshot({
    path: `${folder}/owner-message.jpg`,
    fullPage: true,
    type: "jpeg",
    quality: 85,
    animations: "disabled",
  });
  await mailServer.stop();
}
