import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

/** The error page is shown in place of the page, with the error's message in the title. */
export async function expectErrorPage(
  page: Page,
  error: { statusCode: number; message: string },
): Promise<void> {
  await expect(page.locator(".error-code")).toHaveText(String(error.statusCode));
  await expect(page.locator(".error-details")).toContainText(error.message);
  await expect(page).toHaveTitle(error.message);
  await expect(page.getByRole("banner")).toBeVisible();
  await expect(page.getByRole("contentinfo")).toBeVisible();
}
