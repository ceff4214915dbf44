import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Config, isThisMachine, noSettings, parseConfig } from "./config.ts";

const parse = (env: Record<string, string | undefined>) => parseConfig(env, {}, () => false);

test("the owner's content is used as soon as it exists", () => {
  const own = parseConfig({ DATA_DIR: "/srv/data" }, {}, (folder) => folder === "/srv/data/content");
  expect(own).toMatchObject({
    config: { contentDir: "/srv/data/content", ownContentDir: "/srv/data/content" },
  });
});

test.each([
  ["/srv/tresc/", "/srv/tresc"],
  ["./tresc", "tresc"],
  ["../tresc//", "../tresc"],
])("CONTENT_DIR=%s is the folder %s, beside which restores keep theirs", (CONTENT_DIR, folder) => {
  expect(configOf({ CONTENT_DIR })).toMatchObject({ contentDir: folder, ownContentDir: folder });
});

function configOf(env: Record<string, string>): Config {
  const parsed = parse(env);
  if (!parsed.ok) throw new Error(parsed.problems.join("\n"));
  return parsed.config;
}

function problemsOf(env: Record<string, string>): string[] {
  const parsed = parse(env);
  return parsed.ok ? [] : parsed.problems;
}

describe("B11 configuration", () => {
  test("B11.1 has a default for everything", () => {
    expect(configOf({})).toEqual({
      port: 3000,
      host: "127.0.0.1",
      siteUrl: "http://localhost:3000",
      serviceUrl: "http://localhost:3000",
      isPublic: false,
      api: { browserBaseUrl: "/", baseUrl: null },
      contentDir: "content",
      ownContentDir: "data/content",
      codeDir: "build/code",
      siteDir: "build/site",
      releasesDir: "data/releases",
      historyDir: "data/history",
      cacheDir: "data/cache",
      dataDir: "data",
      updatesDir: undefined,
      databaseUrl: undefined,
      smtpUrl: undefined,
      mailFrom: undefined,
      mailTo: undefined,
      backupUrl: undefined,
      alertWebhookUrl: undefined,
      trustedProxies: [],
      corsOrigins: [],
      enquiryRetentionDays: 365,
      morningHour: 7,
      visitTags: [],
      canary: true,
      panel: true,
      enquiryLimits: "on",
      logLevel: "info",
      production: false,
      serviceManager: undefined,
    } satisfies Config);
  });

  test("B11.1 reads every setting", () => {
    expect(
      configOf({
        PORT: "8080",
        HOST: "::1",
        SITE_URL: "https://www.example.pl/",
        API_BROWSER_BASE_URL: "https://api.example.pl",
        API_BASE_URL: "http://10.0.0.2:3000/",
        CONTENT_DIR: "/srv/content",
        BUILD_DIR: "/srv/build",
        RELEASES_DIR: "/var/releases",
        CACHE_DIR: "/var/cache",
        DATA_DIR: "/srv/data",
        UPDATES_DIR: "/srv/updates",
        DATABASE_URL: "postgres://user:secret@db/site",
        SMTP_URL: "smtps://user:secret@mail.example.pl:465",
        MAIL_FROM: "Trening <kontakt@example.pl>",
        MAIL_TO: "kontakt@example.pl",
        ALERT_WEBHOOK_URL: "https://alerts.example.pl/hook?key=1",
        TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8 ::1,fd00::/8",
        CORS_ORIGINS: "https://www.Example.pl, http://localhost:4000/",
        ENQUIRY_RETENTION_DAYS: "30",
        MORNING_HOUR: "off",
        VISIT_TAGS: "ulotka, wizytowka-2",
        CANARY: "off",
        ENQUIRY_LIMITS: "off",
        LOG_LEVEL: "debug",
        NODE_ENV: "production",
      }),
    ).toEqual({
      port: 8080,
      host: "::1",
      siteUrl: "https://www.example.pl",
      serviceUrl: "https://api.example.pl",
      isPublic: true,
      api: { browserBaseUrl: "https://api.example.pl/", baseUrl: "http://10.0.0.2:3000/" },
      contentDir: "/srv/content",
      ownContentDir: "/srv/content",
      codeDir: "/srv/build/code",
      siteDir: "/srv/build/site",
      releasesDir: "/var/releases",
      historyDir: "/srv/data/history",
      cacheDir: "/var/cache",
      dataDir: "/srv/data",
      updatesDir: "/srv/updates",
      databaseUrl: "postgres://user:secret@db/site",
      smtpUrl: "smtps://user:secret@mail.example.pl:465",
      mailFrom: "Trening <kontakt@example.pl>",
      mailTo: "kontakt@example.pl",
      backupUrl: undefined,
      alertWebhookUrl: "https://alerts.example.pl/hook?key=1",
      trustedProxies: ["127.0.0.1", "10.0.0.0/8", "::1", "fd00::/8"],
      corsOrigins: ["https://www.example.pl", "http://localhost:4000"],
      enquiryRetentionDays: 30,
      morningHour: undefined,
      visitTags: ["ulotka", "wizytowka-2"],
      canary: false,
      panel: true,
      enquiryLimits: "off",
      logLevel: "debug",
      production: true,
      serviceManager: undefined,
    } satisfies Config);
  });

  test("the site's address follows the port", () => {
    expect(configOf({ PORT: "4321" }).siteUrl).toBe("http://localhost:4321");
  });

  test("an empty value counts as unset", () => {
    expect(configOf({ PORT: "", SMTP_URL: " ", LOG_LEVEL: "" })).toEqual(configOf({}));
  });

  test.each([
    ["https://żółw.pl", "https://xn--w-uga1v8h.pl"],
    ["HTTPS://WWW.Example.PL/", "https://www.example.pl"],
    ["https://example.pl:443", "https://example.pl"],
  ])("B11.1 the address of the site may be typed as %s", (typed, siteUrl) => {
    expect(configOf({ SITE_URL: typed }).siteUrl).toBe(siteUrl);
  });

  test("if only the general service address is set, the browser gets it", () => {
    expect(configOf({ API_BASE_URL: "https://api.example.pl/v1" }).api).toEqual({
      browserBaseUrl: null,
      baseUrl: "https://api.example.pl/v1/",
    });
  });

  test.each([
    ["PORT", "abc"],
    ["PORT", "0"],
    ["PORT", "65536"],
    ["SITE_URL", "example.pl"],
    ["SITE_URL", "https://example.pl/blog"],
    ["SITE_URL", "https://:haslo@example.pl"],
    ["SITE_URL", "https://example.pl/?z=1"],
    ["SITE_URL", "https://studio:haslo@example.pl"],
    ["API_BROWSER_BASE_URL", "api.example.pl"],
    ["API_BASE_URL", "ftp://api.example.pl/"],
    ["DATABASE_URL", "mysql://db/site"],
    ["SMTP_URL", "mail.example.pl"],
    ["MAIL_FROM", "nobody"],
    ["MAIL_TO", "a@b@c"],
    ["ALERT_WEBHOOK_URL", "alerts"],
    ["BACKUP_URL", "https://studio:100%@pliki.example.pl/kopie/"],
    ["BACKUP_URL", "https://50%ff:haslo@pliki.example.pl/kopie/"],
    ["RELEASES_DIR", "package.json"],
    ["CACHE_DIR", "package.json"],
    ["TRUSTED_PROXIES", "localhost"],
    ["TRUSTED_PROXIES", "10.0.0.0/33"],
    ["TRUSTED_PROXIES", "10.0.0.1/8/8"],
    ["TRUSTED_PROXIES", "0.0.0.0/0"],
    ["TRUSTED_PROXIES", "::/0"],
    ["TRUSTED_PROXIES", "127.0.0.1, ::/00"],
    ["CORS_ORIGINS", "*"],
    ["CORS_ORIGINS", "https://example.pl/page"],
    ["ENQUIRY_RETENTION_DAYS", "0"],
    ["ENQUIRY_RETENTION_DAYS", "1.5"],
    ["CANARY", "yes"],
    ["ENQUIRY_LIMITS", "no"],
    ["LOG_LEVEL", "loud"],
  ])("refuses %s=%s in one line that names it", (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^Ustawienie ${name}: podaj .+$`));
  });

  test("B11.2 reports all problems at once, with the values found", () => {
    expect(problemsOf({ PORT: "abc", LOG_LEVEL: "loud" })).toEqual([
      "Ustawienie PORT: podaj liczbę całkowitą od 1 do 65535. Jest: „abc”.",
      "Ustawienie LOG_LEVEL: podaj jedną z wartości: fatal, error, warn, info, debug, trace, silent. Jest: „loud”.",
    ]);
  });

  test("B11.1 the owner's settings apply where the environment sets nothing", () => {
    const owner = { MAIL_TO: "panel@example.pl", ENQUIRY_RETENTION_DAYS: "180" };
    const parsed = parseConfig({ MAIL_TO: "env@example.pl", ENQUIRY_RETENTION_DAYS: "" }, owner);
    expect(parsed).toMatchObject({ config: { mailTo: "env@example.pl", enquiryRetentionDays: 180 } });
  });

  test("does not print values that may hold a password", () => {
    const env = { DATABASE_URL: "secret-1", SMTP_URL: "secret-2", ALERT_WEBHOOK_URL: "secret-3" };
    expect(problemsOf(env)).toHaveLength(3);
    expect(problemsOf(env).join()).not.toContain("secret");
  });

  test(".env.example shows every setting, each with a value that is accepted", () => {
    const example = readFileSync(".env.example", "utf8");
    const shown = Object.fromEntries(
      [...example.matchAll(/^#([A-Z_]+)=(.+)$/gm)].map(([, name = "", value = ""]) => [name, value]),
    );
    expect(Object.keys(shown).sort()).toEqual(Object.keys(noSettings).sort());
    expect(problemsOf(shown)).toEqual([]);
  });
});

test.each([
  ["http://localhost:3000", true],
  ["https://strona.localhost", true],
  ["http://127.0.0.2:8080", true],
  ["http://[::1]:3000", true],
  ["http://192.168.0.10:3000", false],
  ["https://localhost.example.pl", false],
])("C7.1 %s leads to this machine: %s", (address, expected) => {
  expect(isThisMachine(address)).toBe(expected);
});
