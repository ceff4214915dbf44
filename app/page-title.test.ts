import { expect, test } from "vitest";
import type { SitePayload } from "./payloads.ts";
import { pageTitle } from "./shell/page.ts";
import { toPageError } from "./shell/page-error.ts";

const site = { name: "Mocna Strona" } as SitePayload;

test("B8.4 the title is the page's title followed by the brand", () => {
  expect(pageTitle(site, { title: "Oferta" })).toBe("Oferta – Mocna Strona");
});

test("B6.2 the title is the error's message while an error is set", () => {
  expect(pageTitle(site, { title: "Oferta" }, { statusCode: 500, message: "Awaria", at: 0 })).toBe("Awaria");
});

test("B6.2 the title is `Error` when the error has no message", () => {
  expect(pageTitle(site, undefined, toPageError(new Error()))).toBe("Error");
});
