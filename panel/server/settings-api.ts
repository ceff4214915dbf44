import { unescape as decode } from "node:querystring";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import { mailServerOf } from "../../enquiries/mail/emails.server.ts";
import type { Config } from "../../server/config.ts";
import type { OwnerSettingName, OwnerSettings } from "../../server/owner-settings.ts";
import { jsonBody, type PanelDeps, requireFresh, routes, sendError } from "./env.ts";

/** Half a character, which no address can hold, becomes a question mark. */
const wellFormed = z.overwrite((text: string) => text.toWellFormed());
const line = z.string().check(z.trim(), z.maxLength(300), wellFormed);
const password = z.string().check(z.maxLength(300), wellFormed);
/** An empty text removes a setting, but not a password or the alert address, because neither is shown. */
const form = z.object({
  host: line,
  port: line,
  user: line,
  password,
  mailFrom: line,
  mailTo: line,
  retentionDays: line,
  alertUrl: line,
  backupUrl: line,
  backupUser: line,
  backupPassword: password,
  // Browsers send no disabled choice.
  morningHour: z.optional(line),
  visitTags: line,
  noAlert: z.optional(line),
  /** The settings that the owner has seen. */
  base: z.optional(z.unknown()),
});

type Typed = z.output<typeof form>;
export type SettingField = Exclude<keyof Typed, "noAlert" | "base">;

/** The form fields of each setting, the first of which shows its error, and its name in the audit log. */
const settingFields: Record<OwnerSettingName, { fields: [SettingField, ...SettingField[]]; label: string }> =
  {
    SMTP_URL: { fields: ["host", "port", "user", "password"], label: "serwer poczty" },
    MAIL_FROM: { fields: ["mailFrom"], label: "nadawca" },
    MAIL_TO: { fields: ["mailTo"], label: "skrzynka na zapytania" },
    ENQUIRY_RETENTION_DAYS: { fields: ["retentionDays"], label: "czas przechowywania" },
    MORNING_HOUR: { fields: ["morningHour"], label: "powiadomienie rano" },
    VISIT_TAGS: { fields: ["visitTags"], label: "oznaczenia odnośników" },
    ALERT_WEBHOOK_URL: { fields: ["alertUrl"], label: "adres alarmu" },
    BACKUP_URL: { fields: ["backupUrl", "backupUser", "backupPassword"], label: "serwer kopii" },
  };
const names = Object.keys(settingFields) as OwnerSettingName[];

/** Mail, retention and alerts, unless the environment sets them. Secrets are never sent to the browser (P8.2, T19). */
export function createSettingsApi({ settings, enquiries, site, findMailServer }: PanelDeps) {
  /** Turns the form into validated settings, or returns the invalid fields. */
  function read(typed: Typed): { wrong: SettingField[] } | { changes: OwnerSettings; config: Config } {
    const saved = settings.ofOwner();
    const server = settings.isFixed("SMTP_URL") ? {} : readMailServer(typed, saved.SMTP_URL);
    if ("wrong" in server) return { wrong: [server.wrong] };
    if (typed.alertUrl && !typed.alertUrl.startsWith("https://")) return { wrong: ["alertUrl"] };
    const backups = settings.isFixed("BACKUP_URL") ? "" : readBackupServer(typed, saved.BACKUP_URL);
    if (backups === undefined) return { wrong: ["backupUrl"] };
    const all: OwnerSettings = {
      ...Object.fromEntries(names.map((name) => [name, typed[settingFields[name].fields[0]]])),
      BACKUP_URL: backups,
      SMTP_URL: server.smtpUrl,
      ALERT_WEBHOOK_URL: typed.alertUrl || (typed.noAlert ? "" : saved.ALERT_WEBHOOK_URL),
    };
    const changes = Object.fromEntries(
      names.filter((name) => !settings.isFixed(name)).map((name) => [name, all[name] || undefined]),
    );
    const checked = settings.check(changes);
    if (!checked.ok)
      return { wrong: checked.names.map((name) => settingFields[name as OwnerSettingName].fields[0]) };
    const { config } = checked;
    // Without an e-mail on the site, mail needs both of them.
    const isUnusable = config.smtpUrl && mailServerOf(site.business(), config) === undefined;
    const wrong = isUnusable ? (["mailFrom", "mailTo"] as const).filter((name) => !config[name]) : [];
    return wrong.length > 0 ? { wrong } : { changes, config };
  }

  function shown() {
    const { smtpUrl, mailFrom, mailTo, enquiryRetentionDays } = settings.config();
    const { alertWebhookUrl, backupUrl, morningHour, visitTags } = settings.config();
    const backups = URL.parse(backupUrl ?? "");
    return {
      ...serverFieldsOf(smtpUrl),
      hasPassword: smtpUrl !== undefined && new URL(smtpUrl).password !== "",
      mailFrom: mailFrom ?? "",
      mailTo: mailTo ?? "",
      contentEmail: site.business().email,
      morningHour: String(morningHour ?? "off"),
      visitTags: visitTags.join(", "),
      backupUser: decode(backups?.username ?? ""),
      hasBackupPassword: Boolean(backups?.password),
      backupUrl: backups ? Object.assign(backups, { username: "", password: "" }).href : "",
      retentionDays: String(enquiryRetentionDays),
      // The path may contain a key.
      alertHost: alertWebhookUrl === undefined ? null : new URL(alertWebhookUrl).host,
      fixed: names.filter(settings.isFixed).flatMap((name) => settingFields[name].fields),
    };
  }

  return routes()
    .get("/settings", (c) => c.json(shown()))
    .post("/settings/server", jsonBody(z.object({ address: line })), async (c) =>
      c.json({ found: (await findMailServer(c.req.valid("json").address)) ?? null }),
    )
    .put("/settings", requireFresh, jsonBody(form), async (c) => {
      const { base, ...fields } = c.req.valid("json");
      const typed = read(fields);
      if ("wrong" in typed) return c.json({ kind: "invalid" as const, ...typed });
      const before = settings.ofOwner();
      const changed = names.filter((name) => name in typed.changes && typed.changes[name] !== before[name]);
      // Sent again after a lost response, they change nothing.
      if (base && changed.length > 0 && !isDeepStrictEqual(base, shown()))
        return sendError(c, 409, "changed");
      await settings.save(typed.changes);
      enquiries.onSettingsChanged();
      const detail = changed.map((name) => settingFields[name].label).join(", ");
      if (changed.length > 0) await c.var.record({ action: "settings-changed", detail });
      return c.json({ kind: "saved" as const });
    })
    .post("/settings/trial", requireFresh, jsonBody(form), async (c) => {
      const typed = read(c.req.valid("json"));
      if ("wrong" in typed) return c.json({ kind: "invalid" as const, ...typed });
      return c.json({ kind: "tried" as const, ...(await enquiries.sendTestEmail(typed.config)) });
    });
}

/** Implicit TLS. On other ports the mailer requires STARTTLS. */
const tlsPort = "465";

/** The mail server in separate fields, as providers describe it, without the password; the settings hold it as one URL. */
function serverFieldsOf(smtpUrl: string | undefined) {
  if (smtpUrl === undefined) return { host: "", port: tlsPort, user: "" };
  const { protocol, hostname, port, username } = new URL(smtpUrl);
  return { host: hostname, port: port || (protocol === "smtps:" ? tlsPort : "587"), user: decode(username) };
}

/** The URL of the typed server; none if nothing of it is typed. */
function readMailServer(
  { host, port, user, password }: Typed,
  kept: string | undefined,
): { smtpUrl?: string } | { wrong: SettingField } {
  if (host === "") return user || password ? { wrong: "host" } : {};
  if (!/^[\w.-]+$/.test(host)) return { wrong: "host" };
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return { wrong: "port" };
  const url = new URL(`${port === tlsPort ? "smtps" : "smtp"}://${host.toLowerCase()}:${port}`);
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(password) || keptPassword(url, kept, "hostname");
  return user !== "" && url.password === "" ? { wrong: "password" } : { smtpUrl: url.href };
}

/** The URL of the typed server for backups; undefined if it is wrong. */
function readBackupServer({ backupUrl, backupUser, backupPassword }: Typed, kept?: string) {
  const url = URL.parse(backupUrl);
  if (!url || !/^(?:https|s3):$/.test(url.protocol) || url.username) return backupUrl === "" ? "" : undefined;
  url.username = encodeURIComponent(backupUser);
  url.password = encodeURIComponent(backupPassword) || keptPassword(url, kept, "host");
  return url.href;
}

/** The saved password, encoded; reused only for the server and user it was typed for. */
function keptPassword(url: URL, kept = "", server: "host" | "hostname"): string {
  const known = URL.parse(kept);
  return known?.[server] === url[server] && known.username === url.username ? known.password : "";
}
