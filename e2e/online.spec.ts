import { mainMenu, pageIsLoaded } from "./in-app.ts";
import { expect, openApp, test } from "./test.ts";

test.use({ allowedProblems: /ERR_INTERNET_DISCONNECTED/ });

test("B5.1 a calm notice says that there is no connection, also on a page prefetched before, and disappears when it returns; a browser that does not report the flag counts as online", async ({
  page,
  context,
}) => {
  await openApp(page, "/");
  await pageIsLoaded(page, "kontakt");
  const notice = page.getByRole("status").filter({ hasText: "Nie masz teraz połączenia z internetem" });
  await expect(notice).toHaveCount(0);
  await context.setOffline(true);
  await expect(notice).toBeVisible();
  await mainMenu(page).getByRole("link", { name: "Kontakt" }).click();
  await expect(page).toHaveURL("/kontakt");
  await expect(notice).toBeVisible();
  await context.setOffline(false);
  await expect(notice).toHaveCount(0);

  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "onLine", { get: () => undefined });
  });
  await openApp(page, "/");
  await expect(page.locator(".offline-notice")).toHaveCount(1);
  await expect(page.locator(".offline-notice")).toBeEmpty();
});
