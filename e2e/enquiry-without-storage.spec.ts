import { enquiry, field, fillForm, sendButton } from "./enquiry-form.ts";
import { mainMenu } from "./in-app.ts";
import { storedFrom } from "./stored-enquiries.ts";
import { expect, openApp, test } from "./test.ts";

/** Browsers that block site data throw as soon as the global is read. */
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          throw new DOMException("The operation is insecure.", "SecurityError");
        },
      });
    }
  }),
);

test("B10.4 with site data blocked the app starts, moves between pages and sends the form", async ({
  page,
  site,
}) => {
  await openApp(page, "/");
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await mainMenu(page).getByRole("link", { name: "Kontakt" }).click();
  await expect(page).toHaveURL("/kontakt");
  await fillForm(page, { name: "Bez Pamięci" });
  await mainMenu(page).getByRole("link", { name: "Galeria" }).click();
  await expect(page).toHaveURL("/galeria");
  await page.goBack();
  await expect(field(page, "Wiadomość")).toHaveValue(enquiry.message);
  await sendButton(page).click();
  await expect(page).toHaveURL("/dziekujemy");
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
  expect(storedFrom(site.dataDir, "Bez Pamięci")).toMatchObject([{ status: "accepted" }]);
});
