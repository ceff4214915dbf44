import { join } from "node:path";
import { readJson, writePrivateJson } from "../enquiries/storage/private-file.server.ts";

/** Settings that the owner can change in the panel, by the names of their environment variables, which take precedence. */
const ownerSettingNames = [
  "SMTP_URL",
  "MAIL_FROM",
  "MAIL_TO",
  "ENQUIRY_RETENTION_DAYS",
  "ALERT_WEBHOOK_URL",
  "BACKUP_URL",
  "MORNING_HOUR",
  "VISIT_TAGS",
] as const;

export type OwnerSettingName = (typeof ownerSettingNames)[number];
/** Undefined means not set. */
export type OwnerSettings = { [Name in OwnerSettingName]?: string | undefined };

/** In the data folder, readable by its owner only, with either database. */
export const ownerSettingsFile = "settings.json";

/** Reads the owner's settings; throws if the file is damaged. */
export function readOwnerSettings(dataDir: string): OwnerSettings {
  const kept = readJson<OwnerSettings>(join(dataDir, ownerSettingsFile), {});
  return Object.fromEntries(ownerSettingNames.flatMap((name) => (kept[name] ? [[name, kept[name]]] : [])));
}

export const writeOwnerSettings = (dataDir: string, settings: OwnerSettings) =>
  writePrivateJson(join(dataDir, ownerSettingsFile), settings);

/** For a backup, which leaves the server: the mail server without its password, and no address that may contain a key. */
export function withoutSecrets(all: OwnerSettings): OwnerSettings {
  const { SMTP_URL = "", ALERT_WEBHOOK_URL: _, BACKUP_URL: __, ...settings } = all;
  const url = URL.parse(SMTP_URL);
  if (url === null) return settings;
  url.password = "";
  return { ...settings, SMTP_URL: url.href };
}
