import { existsSync } from "node:fs";
import { isIP } from "node:net";
import { loadEnvFile } from "node:process";
import * as z from "zod";

/** Every setting of the program, checked; README and `.env.example` describe them for the owner. */
export type Config = {
  port: number;
  host: string;
  /** Public address of the site, without a slash at the end. */
  siteUrl: string;
  /** What `/runtime-config.json` tells the browser about the enquiry service; null when unset. */
  api: { browserBaseUrl: string | null; baseUrl: string | null };
  contentDir: string;
  dataDir: string;
  /** Undefined means SQLite in `dataDir`. */
  databaseUrl: string | undefined;
  /** Undefined means that e-mails wait in the outbox. */
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  /** Undefined means the e-mail of the content. */
  mailTo: string | undefined;
  alertWebhookUrl: string | undefined;
  /** IP addresses and CIDR ranges whose `X-Forwarded-For` is believed. */
  trustedProxies: string[];
  /** Origins whose pages may call the enquiry service. */
  corsOrigins: string[];
  enquiryRetentionDays: number;
  canary: boolean;
  /** Off for measurements and tests, which send more than any visitor may. */
  enquiryLimits: "on" | "off";
  logLevel: (typeof logLevels)[number];
};

export type ParsedConfig = { ok: true; config: Config } | { ok: false; problems: string[] };

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** Reads `.env` and the environment; a bad value prints one line per problem and ends the process with status 1. */
export function loadConfig(): Config {
  if (existsSync(".env")) loadEnvFile(".env");
  const parsed = parseConfig(process.env);
  if (parsed.ok) return parsed.config;
  for (const problem of parsed.problems) console.error(problem);
  process.exit(1);
}

/** Checks the environment; an empty value counts as unset, and all problems are told at once, in Polish. */
export function parseConfig(env: Record<string, string | undefined>): ParsedConfig {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const result = environment.safeParse(given);
  if (!result.success) {
    const problems = result.error.issues.map(({ path: [name], message }) => {
      const value = secrets.has(String(name)) ? "" : ` Jest: „${given[String(name)]}”.`;
      return `Ustawienie ${String(name)}: ${message}${value}`;
    });
    return { ok: false, problems };
  }
  const set = result.data;
  const config: Config = {
    port: set.PORT,
    host: set.HOST,
    siteUrl: set.SITE_URL ?? `http://localhost:${set.PORT}`,
    api: {
      browserBaseUrl: set.API_BROWSER_BASE_URL ?? (set.API_BASE_URL === undefined ? "/" : null),
      baseUrl: set.API_BASE_URL ?? null,
    },
    contentDir: set.CONTENT_DIR,
    dataDir: set.DATA_DIR,
    databaseUrl: set.DATABASE_URL,
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM,
    mailTo: set.MAIL_TO,
    alertWebhookUrl: set.ALERT_WEBHOOK_URL,
    trustedProxies: set.TRUSTED_PROXIES,
    corsOrigins: set.CORS_ORIGINS,
    enquiryRetentionDays: set.ENQUIRY_RETENTION_DAYS,
    canary: set.CANARY === "on",
    enquiryLimits: set.ENQUIRY_LIMITS,
    logLevel: set.LOG_LEVEL,
  };
  return { ok: true, config };
}

/** Their values may hold passwords and are never printed. */
const secrets = new Set(["DATABASE_URL", "SMTP_URL", "ALERT_WEBHOOK_URL"]);

const environment = z.object({
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  SITE_URL: originAddress("adres strony bez ścieżki, na przykład https://www.example.pl").optional(),
  API_BROWSER_BASE_URL: baseAddress().optional(),
  API_BASE_URL: baseAddress().optional(),
  CONTENT_DIR: z.string().default("content"),
  DATA_DIR: z.string().default("data"),
  DATABASE_URL: address(["postgres:", "postgresql:"], "postgres://użytkownik:hasło@serwer/baza").optional(),
  SMTP_URL: address(["smtp:", "smtps:"], "smtps://użytkownik:hasło@serwer:465").optional(),
  MAIL_FROM: mailbox().optional(),
  MAIL_TO: mailbox().optional(),
  ALERT_WEBHOOK_URL: address(["https:", "http:"], "https://example.pl/alarm").optional(),
  TRUSTED_PROXIES: list(
    isAddressOrRange,
    "adresy IP lub zakresy CIDR po przecinku, na przykład 127.0.0.1, 10.0.0.0/8",
  ),
  CORS_ORIGINS: list(isOrigin, "adresy stron bez ścieżki, po przecinku, na przykład https://www.example.pl"),
  ENQUIRY_RETENTION_DAYS: wholeNumber(1, 36_500).default(365),
  CANARY: oneOf(["on", "off"]).default("off"),
  ENQUIRY_LIMITS: oneOf(["on", "off"]).default("on"),
  LOG_LEVEL: oneOf(logLevels).default("info"),
});

function wholeNumber(min: number, max: number) {
  return z
    .string()
    .refine((text) => /^\d{1,6}$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: `podaj liczbę całkowitą od ${min} do ${max}.`,
    })
    .transform(Number);
}

function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, { error: `podaj jedną z wartości: ${values.join(", ")}.` });
}

function address(protocols: string[], example: string) {
  return z.string().refine((text) => protocols.includes(URL.parse(text)?.protocol ?? ""), {
    error: `podaj adres w postaci ${example}.`,
  });
}

function originAddress(what: string) {
  return z
    .string()
    .transform((text) => text.replace(/\/$/, ""))
    .refine(isOrigin, { error: `podaj ${what}.` });
}

/** The browser resolves paths against it, so it ends with a slash. */
function baseAddress() {
  return z
    .string()
    .refine((text) => text === "/" || isWebAddress(text), {
      error: "podaj „/” albo pełny adres usługi, na przykład https://api.example.pl/.",
    })
    .transform((text) => (text.endsWith("/") ? text : `${text}/`));
}

function mailbox() {
  return z.string().refine((text) => /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text), {
    error: "podaj adres e-mail, na przykład kontakt@example.pl lub Imię Nazwisko <kontakt@example.pl>.",
  });
}

function list(isEntry: (entry: string) => boolean, what: string) {
  return z
    .string()
    .default("")
    .transform((text) =>
      text
        .split(/[\s,]+/)
        .filter(Boolean)
        .map((entry) => entry.replace(/\/$/, "")),
    )
    .refine((entries) => entries.every(isEntry), { error: `podaj ${what}.` });
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash;
}

function isOrigin(text: string): boolean {
  return isWebAddress(text) && URL.parse(text)?.origin === text;
}

function isAddressOrRange(text: string): boolean {
  const [ip = "", bits, ...rest] = text.split("/");
  const version = isIP(ip);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
