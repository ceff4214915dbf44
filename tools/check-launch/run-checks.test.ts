import { join } from "node:path";
import { expect, test } from "vitest";
import { smallestContent, writeContentFolder } from "../../content-model/testing/content-folder.ts";
import { writeRelease } from "../../publishing/testing/release-fixture.ts";
import { temporaryFolder } from "../../publishing/testing/temporary-folder.ts";
import { parseConfig } from "../../server/config.ts";
import { runLaunchChecks } from "./run-checks.ts";

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
  const { ready, checks } = await check();
  expect(checks.flatMap(({ problems }) => problems).filter(({ level }) => level === "error")).toEqual([]);
  expect(ready).toBe(true);
  const unchecked = checks.filter(({ problems }) => problems.some(({ level }) => level === "unchecked"));
  expect(unchecked.map(({ name }) => name)).toEqual(["Program", "Poczta", "Odnośniki"]);
});

test("a site with an error is not ready", async () => {
  const { ready, checks } = await check({ SITE_URL: "http://silownia.pl" });
  expect(ready).toBe(false);
  expect(checks.find(({ name }) => name === "Ustawienia")?.problems).toMatchObject([{ where: "SITE_URL" }]);
});
