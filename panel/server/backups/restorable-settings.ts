import { parseConfig } from "../../../server/config.ts";
import {
  type OwnerSettingName,
  type OwnerSettings,
  readOwnerSettings,
} from "../../../server/owner-settings.ts";

/** Where enquiries and alerts go is never taken from a file that somebody may have forged. */
const neverRestored: readonly OwnerSettingName[] = ["MAIL_TO", "ALERT_WEBHOOK_URL"];

export interface RestorableSettings {
  readonly kept: OwnerSettings;
  /** Names of settings that the backup has and that are not restored. */
  readonly leftOut: readonly string[];
}

/** The settings of an unpacked backup; only those that the program accepts are kept. Throws if the file is damaged. */
export function readRestorableSettings(folder: string): RestorableSettings {
  const all = Object.entries(readOwnerSettings(folder)) as [OwnerSettingName, unknown][];
  const isKept = ([name, value]: [OwnerSettingName, unknown]) =>
    typeof value === "string" && !neverRestored.includes(name) && parseConfig({}, { [name]: value }).ok;
  return {
    kept: Object.fromEntries(all.filter(isKept)),
    leftOut: all.filter((one) => !isKept(one)).map(([name]) => name),
  };
}
