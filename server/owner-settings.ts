import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writePrivateFile } from "../enquiries/storage/private-file.server.ts";
import { ifExists } from "./releases.ts";

/** Settings that the owner may make in the panel, by the names of their environment variables, which come first. */
const ownerSettingNames = [
  "SMTP_URL",
  "MAIL_FROM",
  "MAIL_TO",
  "ENQUIRY_RETENTION_DAYS",
  "ALERT_WEBHOOK_URL",
] as const;

export type OwnerSettingName = (typeof ownerSettingNames)[number];
/** One that is undefined is not set. */
export type OwnerSettings = { [Name in OwnerSettingName]?: string | undefined };

/** In the folder of data: whatever the database, one file that only its owner can read. */
export const ownerSettingsFile = "settings.json";

/** What the owner set in the panel; throws where the file is damaged. */
export function readOwnerSettings(dataDir: string): OwnerSettings {
  const text = ifExists(() => readFileSync(join(dataDir, ownerSettingsFile), "utf8"), "{}");
  const kept = JSON.parse(text) as OwnerSettings;
  return Object.fromEntries(ownerSettingNames.flatMap((name) => (kept[name] ? [[name, kept[name]]] : [])));
}

export async function writeOwnerSettings(dataDir: string, settings: OwnerSettings): Promise<void> {
  await writePrivateFile(join(dataDir, ownerSettingsFile), `${JSON.stringify(settings, null, 2)}\n`);
}

/** For a copy that leaves the server: the mail server without its password, and no alert address, which may hold a key. */
export function withoutSecrets({
  SMTP_URL,
  ALERT_WEBHOOK_URL: _,
  ...settings
}: OwnerSettings): OwnerSettings {
  const url = SMTP_URL === undefined ? null : URL.parse(SMTP_URL);
  if (url === null) return settings;
  url.password = "";
  return { ...settings, SMTP_URL: url.href };
}
