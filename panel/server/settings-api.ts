import { Hono } from "hono";
import * as z from "zod/mini";
import type { OwnerSettingName, OwnerSettings } from "../../server/owner-settings.ts";
import { jsonBody, type PanelDeps, type PanelEnv, requireFresh } from "./env.ts";

const line = z.string().check(z.trim(), z.maxLength(300));
const password = z.string().check(z.maxLength(300));
/** An empty text removes a setting; an empty password or alert address stays, because neither is shown. */
const form = z.object({
  host: line,
  port: line,
  user: line,
  password: z.optional(password),
  mailFrom: line,
  mailTo: line,
  retentionDays: line,
  alertUrl: z.optional(line),
  backupUrl: z.optional(line),
  backupUser: z.optional(line),
  backupPassword: z.optional(password),
  morningHour: z.optional(line),
  visitTags: z.optional(line),
  noAlert: z.optional(line),
});

type Typed = z.output<typeof form>;
export type SettingField = Exclude<keyof Typed, "noAlert">;

/** The form fields of each setting, of which the first shows its error, and its name in the audit log. */
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
  function read(typed: Typed) {
    const server = settings.isFixed("SMTP_URL")
      ? ({ ok: true, smtpUrl: undefined } as const)
      : readMailServer(typed, settings.ofOwner().SMTP_URL);
    if (!server.ok) return { ok: false, wrong: [server.field] } as const;
    if (typed.alertUrl && !typed.alertUrl.startsWith("https://"))
      return { ok: false, wrong: ["alertUrl" as const] } as const;
    const kept = settings.ofOwner().BACKUP_URL;
    const keepsBackups = settings.isFixed("BACKUP_URL") || typed.backupUrl === undefined;
    const backups = keepsBackups ? (kept ?? "") : readBackupServer(typed, kept);
    if (backups === undefined) return { ok: false, wrong: ["backupUrl" as const] } as const;
    const all: OwnerSettings = {
      BACKUP_URL: backups,
      SMTP_URL: server.smtpUrl,
      MAIL_FROM: typed.mailFrom,
      MAIL_TO: typed.mailTo,
      ENQUIRY_RETENTION_DAYS: typed.retentionDays,
      MORNING_HOUR: typed.morningHour ?? settings.ofOwner().MORNING_HOUR,
      VISIT_TAGS: typed.visitTags ?? settings.ofOwner().VISIT_TAGS,
      ALERT_WEBHOOK_URL: typed.noAlert ? "" : typed.alertUrl || settings.ofOwner().ALERT_WEBHOOK_URL,
    };
    const changes = Object.fromEntries(
      names.filter((name) => !settings.isFixed(name)).map((name) => [name, all[name] || undefined]),
    );
    const checked = settings.check(changes);
    if (checked.ok) return { ok: true, changes, config: checked.config } as const;
    const wrong = checked.names.map((name) => settingFields[name as OwnerSettingName].fields[0]);
    return { ok: false, wrong } as const;
  }

  return new Hono<PanelEnv>()
    .get("/settings", (c) => {
      const { smtpUrl, mailFrom, mailTo, enquiryRetentionDays } = settings.config();
      const { alertWebhookUrl, backupUrl, morningHour, visitTags } = settings.config();
      const backups = URL.parse(backupUrl ?? "");
      return c.json({
        ...mailServerOf(smtpUrl),
        hasPassword: smtpUrl !== undefined && new URL(smtpUrl).password !== "",
        mailFrom: mailFrom ?? "",
        mailTo: mailTo ?? "",
        contentEmail: site.business().email,
        morningHour: String(morningHour ?? "off"),
        visitTags: visitTags.join(", "),
        backupUser: decodeURIComponent(backups?.username ?? ""),
        hasBackupPassword: Boolean(backups?.password),
        backupUrl: backups ? Object.assign(backups, { username: "", password: "" }).href : "",
        retentionDays: String(enquiryRetentionDays),
        // The path may contain a key.
        alertHost: alertWebhookUrl === undefined ? null : new URL(alertWebhookUrl).host,
        fixed: names.filter(settings.isFixed).flatMap((name) => settingFields[name].fields),
      });
    })
    .post("/settings/server", jsonBody(z.object({ address: line })), async (c) =>
      c.json({ found: (await findMailServer(c.req.valid("json").address)) ?? null }),
    )
    .put("/settings", requireFresh, jsonBody(form), async (c) => {
      const typed = read(c.req.valid("json"));
      if (!typed.ok) return c.json({ kind: "invalid" as const, wrong: typed.wrong });
      const before = settings.ofOwner();
      const changed = names.filter((name) => name in typed.changes && typed.changes[name] !== before[name]);
      await settings.save(typed.changes);
      enquiries.onSettingsChanged();
      const detail = changed.map((name) => settingFields[name].label).join(", ");
      if (changed.length > 0) await c.var.record({ action: "settings-changed", detail });
      return c.json({ kind: "saved" as const });
    })
    .post("/settings/trial", requireFresh, jsonBody(form), async (c) => {
      const typed = read(c.req.valid("json"));
      if (!typed.ok) return c.json({ kind: "invalid" as const, wrong: typed.wrong });
      return c.json({ kind: "tried" as const, ...(await enquiries.sendTestEmail(typed.config)) });
    });
}

/** A mail server in separate fields, as mailbox providers describe it; the settings hold it as one URL. */
export type MailServer = { host: string; port: string; user: string };

type ReadServer =
  | { ok: true; smtpUrl: string | undefined }
  | { ok: false; field: "host" | "port" | "password" };

/** TLS from the first byte. On other ports the mailer requires STARTTLS. */
const tlsPort = "465";

/** Leaves the password out. */
function mailServerOf(smtpUrl: string | undefined): MailServer {
  if (smtpUrl === undefined) return { host: "", port: tlsPort, user: "" };
  const { protocol, hostname, port, username } = new URL(smtpUrl);
  const usualPort = protocol === "smtps:" ? tlsPort : "587";
  return { host: hostname, port: port || usualPort, user: decodeURIComponent(username) };
}

/** The URL of the typed server; undefined without a host. The saved password is reused only for the host and user it was typed for. */
function readMailServer(
  { host, port, user, password }: Pick<Typed, "host" | "port" | "user" | "password">,
  kept: string | undefined,
): ReadServer {
  if (host === "") return { ok: true, smtpUrl: undefined };
  if (!/^[\w.-]+$/.test(host)) return { ok: false, field: "host" };
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return { ok: false, field: "port" };
  const url = new URL(`${port === tlsPort ? "smtps" : "smtp"}://${host.toLowerCase()}:${port}`);
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(password || keptPassword({ host: url.hostname, user }, kept));
  if (user !== "" && url.password === "") return { ok: false, field: "password" };
  return { ok: true, smtpUrl: url.href };
}

/** The URL of the typed server for backups; undefined if it is wrong. The saved password is reused as that of the mail server. */
function readBackupServer({ backupUrl = "", backupUser = "", backupPassword }: Typed, kept = "") {
  const url = URL.parse(backupUrl);
  if (!url || !/^(?:https|s3):$/.test(url.protocol) || url.username) return backupUrl === "" ? "" : undefined;
  url.username = encodeURIComponent(backupUser);
  const known = URL.parse(kept);
  const isSame = known?.host === url.host && known.username === url.username;
  url.password = encodeURIComponent(backupPassword ?? "") || (isSame ? known.password : "");
  return url.href;
}

function keptPassword({ host, user }: Pick<MailServer, "host" | "user">, kept: string | undefined): string {
  const known = mailServerOf(kept);
  if (kept === undefined || known.host !== host || known.user !== user) return "";
  return decodeURIComponent(new URL(kept).password);
}
