import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { smallestContent, writeContentFolder } from "../../content-model/testing/content-folder.ts";
import { isError } from "../../publishing/checks/problem.ts";
import { writeRelease } from "../../publishing/testing/release-fixture.ts";
import { temporaryFolder } from "../../publishing/testing/temporary-folder.ts";
import { parseConfig } from "../../server/config.ts";
import { checkSettings, runLaunchChecks } from "./run-checks.ts";

const ownSite = smallestContent.site
  .replace("ja@example.com", "ja@silownia.pl")
  .replace("Jan Nowak }", 'Jan Nowak, nip: "1234563218" }');

/** Checks a complete site without sample data offline, with optional changes of settings. */
function check(env: Record<string, string> = {}) {
  const buildDir = join(temporaryFolder(), "build");
  writeRelease(join(buildDir, "site"), { mark: "1a" });
  const contentDir = writeContentFolder({
    site: `${ownSite}openingHours: [{ days: [Mo], opens: "6:00", closes: "21:00" }]\n`,
    prywatnosc: `objection: Sprzeciw.\n${smallestContent.prywatnosc.replace(
      "Ja.",
      "'{controller}, {email}, {retentionDays} dni, UODO, art. 6 ust. 1 lit. b, dobrowolne'",
    )}`,
    kontakt: smallestContent.kontakt.replace("Klauzula.", "'{controller}'"),
  });
  const parsed = parseConfig({
    NODE_ENV: "production",
    SITE_URL: "https://silownia.pl",
    TRUSTED_PROXIES: "127.0.0.1",
    SMTP_URL: "smtps://poczta.silownia.pl",
    CONTENT_DIR: contentDir,
    BUILD_DIR: buildDir,
    DATA_DIR: temporaryFolder(),
    ...env,
  });
  if (!parsed.ok) throw new Error("The fixture is broken");
  return runLaunchChecks(
    { config: parsed.config },
    {
      lookUp: { txt: async () => [], isOnline: async () => false, nodeReleases: async () => [] },
      now: new Date("2026-11-22"),
      nodeVersion: "24.21.0",
    },
  );
}

test("a complete site is ready; checks that need the internet are reported as unchecked", async () => {
  const checks = await check();
  expect(checks.flatMap(({ problems }) => problems).filter(isError)).toEqual([]);
  const unchecked = checks.filter(({ problems }) => problems.some(({ level }) => level === "unchecked"));
  expect(unchecked.map(({ name }) => name)).toEqual([
    "Program",
    "Domena poczty",
    "Odnośniki do innych stron",
  ]);
});

test("a release without its description is reported as an error, not thrown", async () => {
  const checks = await check({ BUILD_DIR: temporaryFolder() });
  expect(checks.find(({ name }) => name === "Strony")?.problems).toMatchObject([{ level: "error" }]);
});

describe("settings of the server", () => {
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
});
