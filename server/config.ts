import { existsSync, statSync } from "node:fs";
import { join, normalize } from "node:path";
import { loadEnvFile } from "node:process";
import * as z from "zod/mini";
import { type OwnerSettings, ownerSettingsFile, readOwnerSettings } from "./owner-settings.ts";

/** Every setting of the program, checked; README and `.env.example` describe them for the owner. */
export type Config = ReturnType<typeof configOf>;

/** `problems` are in Polish, one for each setting in `names`. */
export type ParsedConfig = { ok: true; config: Config } | { ok: false; problems: string[]; names: string[] };

export const sampleDir = "content";

export type Environment = Readonly<Record<string, string | undefined>>;

export function readEnvironment(): Environment {
  if (existsSync(".env")) loadEnvFile(".env");
  return process.env;
}

/**
 * The settings of this process: the environment, then the owner's settings from the panel. Invalid values are printed, one per line, and
 * end the process with status 1.
 */
export function loadConfig(): Config {
  const env = readEnvironment();
  const { dataDir } = configOrExit(parseConfig(env));
  try {
    return configOrExit(parseConfig(env, readOwnerSettings(dataDir)));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const problem = `Pliku ${join(dataDir, ownerSettingsFile)} nie można odczytać: ${reason}`;
    return configOrExit({ ok: false, problems: [problem], names: [] });
  }
}

/** The same from the environment alone, for root, which reads nothing in the site's folder. */
export const loadRootConfig = (): Config => configOrExit(parseConfig(readEnvironment(), {}, () => false));

function configOrExit(parsed: ParsedConfig): Config {
  if (parsed.ok) return parsed.config;
  for (const problem of parsed.problems) console.error(problem);
  process.exit(1);
}

/** Checks the settings; an empty value counts as unset. All problems are reported at once, in Polish (B11.1, B11.2). */
export function parseConfig(
  env: Environment,
  owner: OwnerSettings = {},
  isThere: (folder: string) => boolean = existsSync,
): ParsedConfig {
  const isSet = ([, value]: [string, string | undefined]) => value?.trim();
  const given = Object.fromEntries([...Object.entries(owner), ...Object.entries(env)].filter(isSet));
  const result = environment.safeParse(given);
  if (!result.success) {
    const problems = result.error.issues.map(({ path: [name], message }) => {
      const value = secrets.has(String(name)) ? "" : ` Jest: „${given[String(name)]}”.`;
      return `Ustawienie ${String(name)}: ${message}${value}`;
    });
    return { ok: false, problems, names: result.error.issues.map(({ path: [name] }) => String(name)) };
  }
  return { ok: true, config: configOf(result.data, { given, isThere }) };
}

function configOf(
  set: z.output<typeof environment>,
  { given, isThere }: { given: Environment; isThere: (folder: string) => boolean },
) {
  // Without a slash at the end, because names are appended to it.
  const ownContentDir = withoutSlash(normalize(set.CONTENT_DIR ?? join(set.DATA_DIR, "content")));
  const hasContent = set.CONTENT_DIR !== undefined || isThere(ownContentDir);
  const siteUrl = set.SITE_URL ?? `http://localhost:${set.PORT}`;
  const browserBaseUrl = set.API_BROWSER_BASE_URL ?? (set.API_BASE_URL === undefined ? "/" : null);
  return {
    port: set.PORT,
    host: set.HOST,
    /** Public address of the site, without a trailing slash. */
    siteUrl,
    /** Address of the panel and of all private links: the site's or, if another host serves the pages, the service's. */
    serviceUrl: URL.parse(browserBaseUrl ?? "")?.origin ?? siteUrl,
    /** Whether strangers can visit the site at its address, so that nothing of the sample may be shown there (C7.1). */
    isPublic: !isThisMachine(siteUrl),
    /** What `/runtime-config.json` tells the browser about the enquiry service; null when unset. */
    api: { browserBaseUrl, baseUrl: set.API_BASE_URL ?? null },
    /** The content at the start of the program: the owner's, or the sample while the owner has none. */
    contentDir: hasContent ? ownContentDir : sampleDir,
    /** The folder of the owner's content, which may not exist yet. Nothing is ever written to the sample. */
    ownContentDir,
    /** The built code for serving and publishing. */
    codeDir: join(set.BUILD_DIR, "code"),
    /** The site that `tools/build.ts` makes; served while nothing has been published. */
    siteDir: join(set.BUILD_DIR, "site"),
    releasesDir: set.RELEASES_DIR ?? join(set.DATA_DIR, "releases"),
    /** Content of publications whose releases have been removed. */
    historyDir: join(set.DATA_DIR, "history"),
    /** Generated pictures and cards; may be deleted at any time. */
    cacheDir: set.CACHE_DIR ?? join(set.DATA_DIR, "cache"),
    dataDir: set.DATA_DIR,
    /** Where root says which version of the program there is; undefined where nothing installs updates. */
    updatesDir: set.UPDATES_DIR,
    /** Undefined means SQLite in `dataDir`. */
    databaseUrl: set.DATABASE_URL,
    /** Undefined means that e-mails wait in the outbox. */
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM,
    /** Undefined means the e-mail of the content. */
    mailTo: set.MAIL_TO,
    alertWebhookUrl: set.ALERT_WEBHOOK_URL,
    /** Where encrypted backups are sent, with name and password; undefined means nowhere. */
    backupUrl: set.BACKUP_URL,
    /** IP addresses and CIDR ranges whose `X-Forwarded-For` is trusted. */
    trustedProxies: set.TRUSTED_PROXIES,
    /** Origins whose pages may call the enquiry service. */
    corsOrigins: set.CORS_ORIGINS,
    enquiryRetentionDays: set.ENQUIRY_RETENTION_DAYS,
    /** When a notification says what the day holds, on a Polish clock; undefined means never. */
    morningHour: set.MORNING_HOUR === "off" ? undefined : Number(set.MORNING_HOUR),
    /** The owner's words for places with a link to the site, which ends with `?z=` and the word. */
    visitTags: set.VISIT_TAGS,
    canary: set.CANARY === "on",
    panel: set.PANEL === "on",
    /** Off for measurements and tests, which exceed the limits for visitors. */
    enquiryLimits: set.ENQUIRY_LIMITS,
    logLevel: set.LOG_LEVEL,
    /** Whether this is the real site: its pages then carry a warning while they show sample data. */
    production: set.NODE_ENV === "production",
    /** Undefined unless systemd expects notifications; without a watchdog it is notified only of the start. */
    serviceManager: given.NOTIFY_SOCKET
      ? { watchdogMs: given.WATCHDOG_USEC === undefined ? undefined : Number(given.WATCHDOG_USEC) / 1000 }
      : undefined,
  };
}

/** Whether a web address leads to the machine that asks for it. */
export function isThisMachine(address: string): boolean {
  return /^(?:(?:.+\.)?localhost|127\.[\d.]+|\[::1\])$/.test(new URL(address).hostname);
}

/** Their values may hold passwords and are never printed. */
const secrets = new Set(["DATABASE_URL", "SMTP_URL", "ALERT_WEBHOOK_URL", "BACKUP_URL"]);

const environment = z.object({
  PORT: z._default(wholeNumber(1, 65_535), 3000),
  HOST: z._default(z.string(), "127.0.0.1"),
  SITE_URL: z.optional(
    text(isOrigin, "podaj adres strony bez ścieżki, na przykład https://www.example.pl.").check(
      z.overwrite(originOf),
    ),
  ),
  API_BROWSER_BASE_URL: z.optional(baseAddress()),
  API_BASE_URL: z.optional(baseAddress()),
  CONTENT_DIR: z.optional(folder()),
  BUILD_DIR: z._default(z.string(), "build"),
  RELEASES_DIR: z.optional(folder()),
  CACHE_DIR: z.optional(folder()),
  DATA_DIR: z._default(z.string(), "data"),
  UPDATES_DIR: z.optional(z.string()),
  DATABASE_URL: z.optional(address(["postgres:", "postgresql:"], "postgres://użytkownik:hasło@serwer/baza")),
  SMTP_URL: z.optional(address(["smtp:", "smtps:"], "smtps://użytkownik:hasło@serwer:465")),
  MAIL_FROM: z.optional(mailbox()),
  MAIL_TO: z.optional(mailbox()),
  ALERT_WEBHOOK_URL: z.optional(address(["https:", "http:"], "https://example.pl/alarm")),
  BACKUP_URL: z.optional(
    address(["https:", "http:", "s3:", "s3+http:"], "https://nazwa:hasło@serwer/folder/").check(
      z.refine(canDecode, { error: "podaj znak % w nazwie i haśle jako %25." }),
    ),
  ),
  TRUSTED_PROXIES: list(
    isAddressOrRange,
    "adresy IP lub zakresy CIDR po przecinku, na przykład 127.0.0.1, 10.0.0.0/8",
  ),
  CORS_ORIGINS: list(
    isOrigin,
    "adresy stron bez ścieżki, po przecinku, na przykład https://www.example.pl",
  ).check(z.overwrite((addresses) => addresses.map(originOf))),
  ENQUIRY_RETENTION_DAYS: z._default(wholeNumber(1, 36_500), 365),
  MORNING_HOUR: z._default(oneOf(["off", "5", "6", "7", "8", "9", "10", "11"]), "7"),
  VISIT_TAGS: list(
    (tag) => /^[a-z0-9-]{1,30}$/.test(tag),
    "słowa po przecinku, z małych liter (bez polskich znaków), cyfr i kresek, na przykład ulotka, wizytowka",
  ),
  CANARY: z._default(oneOf(["on", "off"]), "on"),
  PANEL: z._default(oneOf(["on", "off"]), "on"),
  ENQUIRY_LIMITS: z._default(oneOf(["on", "off"]), "on"),
  LOG_LEVEL: z._default(oneOf(["fatal", "error", "warn", "info", "debug", "trace", "silent"]), "info"),
  NODE_ENV: z.optional(z.string()),
});

/** Empty settings for a process that must not see those of this machine. They count as unset and override an `.env` file. */
export const noSettings = Object.fromEntries(Object.keys(environment.shape).map((name) => [name, ""]));

function text(isGood: (text: string) => boolean, error: string) {
  return z.string().check(z.refine(isGood, { error }));
}

/** Nothing writes there before the first publication, which would fail. */
function folder() {
  return text((path) => !existsSync(path) || statSync(path).isDirectory(), "podaj folder, a nie plik.");
}

function wholeNumber(min: number, max: number) {
  const isInRange = (text: string) => /^\d{1,6}$/.test(text) && Number(text) >= min && Number(text) <= max;
  return z.pipe(text(isInRange, `podaj liczbę całkowitą od ${min} do ${max}.`), z.transform(Number));
}

function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, { error: `podaj jedną z wartości: ${values.join(", ")}.` });
}

function address(protocols: string[], example: string) {
  const isGood = (text: string) => protocols.includes(URL.parse(text)?.protocol ?? "");
  return text(isGood, `podaj adres w postaci ${example}.`);
}

/** Whether name and password can be decoded; an address that is none is refused elsewhere. */
function canDecode(text: string): boolean {
  const { username = "", password = "" } = URL.parse(text) ?? {};
  try {
    return Boolean(decodeURIComponent(`${username}:${password}`));
  } catch {
    return false;
  }
}

/** The browser resolves paths against it, so it ends with a slash. */
function baseAddress() {
  return text(
    (text) => text === "/" || isWebAddress(text),
    "podaj „/” albo pełny adres usługi, na przykład https://api.example.pl/.",
  ).check(z.overwrite((text) => `${withoutSlash(text)}/`));
}

function mailbox() {
  return text(
    (text) => /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text),
    "podaj adres e-mail, na przykład kontakt@example.pl lub Imię Nazwisko <kontakt@example.pl>.",
  );
}

function list(isEntry: (entry: string) => boolean, what: string) {
  const entriesOf = (text: string) => (text.match(/[^\s,]+/g) ?? []).map(withoutSlash);
  const areGood = (text: string) => entriesOf(text).every(isEntry);
  return z._default(z.pipe(text(areGood, `podaj ${what}.`), z.transform(entriesOf)), []);
}

const withoutSlash = (text: string) => text.replace(/\/$/, "");

function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username || url.password) return false;
  return /^https?:$/.test(url.protocol) && !url.search && !url.hash;
}

function isOrigin(text: string): boolean {
  return isWebAddress(text) && URL.parse(text)?.pathname === "/";
}

/** As browsers write it: without Polish letters, capitals and the usual port. */
function originOf(text: string): string {
  return URL.parse(text)?.origin ?? text;
}

function isAddressOrRange(text: string): boolean {
  // Not /0: anybody could then forge an address.
  return addressOrRange.safeParse(text).success && !text.endsWith("/0");
}

const addressOrRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
