import { expect, test } from "vitest";
import { checkSettings } from "./check-settings.ts";

const real = {
  siteUrl: "https://silownia.pl",
  smtpUrl: "smtps://poczta.silownia.pl",
  production: true,
  enquiryLimits: "on",
} as const;

test("settings of a real site pass", () => {
  expect(checkSettings(real)).toEqual([]);
});

test.each([
  [{ siteUrl: "http://silownia.pl" }, "error", "SITE_URL"],
  [{ smtpUrl: undefined }, "error", "SMTP_URL"],
  [{ enquiryLimits: "off" }, "error", "ENQUIRY_LIMITS"],
  [{ production: false }, "warning", "NODE_ENV"],
] as const)("%o is found", (changed, level, where) => {
  expect(checkSettings({ ...real, ...changed })).toEqual([{ level, where, text: expect.any(String) }]);
});
