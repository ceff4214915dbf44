import { expect, test } from "vitest";
import { checkSettings } from "./check-settings.ts";

const real = {
  siteUrl: "https://silownia.pl",
  host: "127.0.0.1",
  trustedProxies: ["127.0.0.1"],
  production: true,
  enquiryLimits: "on",
} as const;

test.each(["0.0.0.0", "10.0.0.5"])("one that listens on %s needs no proxy", (host) => {
  expect(checkSettings(real)).toEqual([]);
  expect(checkSettings({ ...real, host, trustedProxies: [] })).toEqual([]);
});

test.each([
  [{ trustedProxies: [] }, "error", "TRUSTED_PROXIES"],
  [{ trustedProxies: [], host: "localhost" }, "error", "TRUSTED_PROXIES"],
  [{ trustedProxies: [], host: "::1" }, "error", "TRUSTED_PROXIES"],
  [{ enquiryLimits: "off" }, "error", "ENQUIRY_LIMITS"],
  [{ production: false }, "warning", "NODE_ENV"],
] as const)("%o is found", (changed, level, where) => {
  expect(checkSettings({ ...real, ...changed })).toMatchObject([{ level, where }]);
});
