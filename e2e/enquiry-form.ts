import type { Locator, Page } from "@playwright/test";
import { holdRequests } from "./test.ts";

export const enquiry = {
  name: "Ola Próbna",
  email: "ola@example.com",
  message: "Dzień dobry, chcę zacząć od podstaw.\nDwa razy w tygodniu.",
};

export const form = (page: Page): Locator => page.locator("form.form");
export const sendButton = (page: Page): Locator => form(page).getByRole("button", { name: /^Wyślij/ });

/** A field of the form by its exact label, which may be part of other names on the page. */
export const field = (page: Page, label: string): Locator => form(page).getByRole("textbox", { name: label });

/** Fills the required fields. */
export async function fillForm(page: Page, values: Partial<typeof enquiry> = {}): Promise<void> {
  const { name, email, message } = { ...enquiry, ...values };
  await field(page, "Imię").fill(name);
  await field(page, "E-mail").fill(email);
  await field(page, "Wiadomość").fill(message);
}

/** The form's own notice after a failed send. */
export const alert = (page: Page): Locator => form(page).getByRole("alert");

/** Holds back the app's scripts until the returned function is called. */
export const holdScripts = (page: Page) => holdRequests(page, "**/assets/*.js");
