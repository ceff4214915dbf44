import { expect, test } from "vitest";
import { checkSettings } from "./check-settings.ts";

type Checked = Parameters<typeof checkSettings>[0];

const real: Checked = {
  siteUrl: "https://silownia.pl",
  host: "127.0.0.1",
  trustedProxies: ["127.0.0.1"],
  production: true,
  enquiryLimits: "on",
};

test.each(["0.0.0.0", "10.0.0.5"])("one that listens on %s needs no proxy", (host) => {
  expect(checkSettings(real)).toEqual([]);
  expect(checkSettings({ ...real, host, trustedProxies: [] })).toEqual([]);
});

test.each<[Partial<Checked>, string, string]>([
  [{ trustedProxies: [] }, "error", "TRUSTED_PROXIES"],
  [{ trustedProxies: [], host: "localhost" }, "error", "TRUSTED_PROXIES"],
  [{ trustedProxies: [], host: "::1" }, "error", "TRUSTED_PROXIES"],
  [{ enquiryLimits: "off" }, "error", "ENQUIRY_LIMITS"],
  [{ production: false }, "warning", "NODE_ENV"],
])("%o is found", (changed, level, where) => {
  expect(checkSettings({ ...real, ...changed })).toMatchObject([{ level, where }]);
});
