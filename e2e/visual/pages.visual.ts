import { appStarted, expect, test } from "../test.ts";
import { settle, views, widths } from "./views.ts";

test.use({ deviceScaleFactor: 0.5, contextOptions: { reducedMotion: "reduce" }, allowedProblems: /404|503/ });

for (const { name, path, prepare } of views) {
  for (const width of widths) {
    test(`${name} at ${width} px looks as it did`, async ({ page }) => {
      await page.clock.setFixedTime(new Date("2026-11-21T10:00:00"));
      // The hours of the week stay in place of dates, which differ from day to day.
      await page.route("**/api/slots", (route) => route.fulfill({ status: 503 }));
      await page.setViewportSize({ width, height: width < 768 ? 844 : 900 });
      await page.goto(path);
      await appStarted(page);
      await prepare?.(page);
      await settle(page);
      await expect(page).toHaveScreenshot(`${name}-${width}.png`, { fullPage: true });
    });
  }
}
