import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { smallestContent, writeContentFolder } from "../../content-model/testing/content-folder.ts";
import { isError } from "../../publishing/checks/problem.ts";
import { writeRelease } from "../../publishing/testing/release-fixture.ts";
import { temporaryFolder } from "../../publishing/testing/temporary-folder.ts";
import { parseConfig } from "../../server/config.ts";
import { checkOtherLinks, checkSettings, runLaunchChecks } from "./run-checks.ts";

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
      lookUp: { txt: async () => [], isOnline: async () => false },
      get: () => Promise.reject(new TypeError("fetch failed")),
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

const siteUrl = "https://silownia.pl";

/** Another site with these pages: `/500` fails, `/away` redirects to the first page, anything else is missing. */
async function serve(...pages: string[]): Promise<string> {
  const server = createServer((request, response) => {
    const { url = "" } = request;
    const status = url === "/500" ? 500 : url === "/away" ? 302 : pages.includes(url) ? 200 : 404;
    response.writeHead(status, { "Content-Type": "text/html", Location: "/" }).end("<p>Here</p>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const linksTo = (addresses: readonly string[]) =>
  addresses.map((address) => `<a href="${address}">x</a>`).join("");

function follow(addresses: readonly string[], isOnline = true) {
  const html = linksTo(addresses);
  const documents = ["/", "/oferta"].map((path) => ({ path, html }));
  return checkOtherLinks(documents, { siteUrl, isOnline });
}

test("internal links, telephone numbers and e-mail addresses are not external links", async () => {
  const own = ["/cennik", "#plan", siteUrl, `${siteUrl}/cennik`, "tel:+48600100200", "mailto:a@silownia.pl"];
  expect(await follow(own)).toEqual([]);
  expect(await follow(own, false)).toEqual([]);
});

test("offline, external links are counted but not followed", async () => {
  expect(await follow(["https://a.example/x", "https://b.example"], false)).toEqual([
    { level: "unchecked", text: "odnośniki do innych stron (2): brak połączenia z internetem" },
  ]);
});

test("online, a missing page is an error and an unreachable one a warning, each reported once", async () => {
  const other = await serve("/");
  const closed = "http://127.0.0.1:1/";
  expect(await follow([`${other}/`, `${other}/away`, `${other}/gone`, `${other}/500`, closed])).toEqual([
    { level: "error", text: `odnośnik prowadzi donikąd: ${other}/gone`, where: "/" },
    { level: "warning", text: expect.stringMatching(/odpowiedź 500.*\/500$/), where: "/" },
    { level: "warning", text: expect.stringMatching(/nie odpowiedziała.*:1\/$/), where: "/" },
  ]);
});
