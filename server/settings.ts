import { type Config, type Environment, parseConfig } from "./config.ts";
import {
  type OwnerSettingName,
  type OwnerSettings,
  readOwnerSettings,
  writeOwnerSettings,
} from "./owner-settings.ts";

export type Settings = ReturnType<typeof createSettings>;

/**
 * The settings of a running server: what the owner changes in the panel holds at once, without a restart. `started` are those that
 * the process began with.
 */
export function createSettings(started: Config, environment: Environment) {
  const { dataDir } = started;
  let current = started;

  const withChanges = (changes: OwnerSettings): OwnerSettings => ({
    ...readOwnerSettings(dataDir),
    ...changes,
  });

  /** Checks a change without keeping it: the settings with it, or what is wrong, in Polish. */
  function check(changes: OwnerSettings): ReturnType<typeof parseConfig> {
    const parsed = parseConfig(environment, withChanges(changes));
    if (!parsed.ok) return parsed;
    const { smtpUrl, mailFrom, mailTo, enquiryRetentionDays, alertWebhookUrl } = parsed.config;
    // The others stay as they were when the process started.
    const config = { ...started, smtpUrl, mailFrom, mailTo, enquiryRetentionDays, alertWebhookUrl };
    return { ok: true, config };
  }

  return {
    /** As they are at this moment. */
    config: () => current,
    /** What the owner set in the panel. */
    ofOwner: () => readOwnerSettings(dataDir),
    /** Whether the environment sets it, so that the panel cannot. */
    isFixed: (name: OwnerSettingName) => Boolean(environment[name]?.trim()),
    check,
    /** Reads again what lies in the folder of data, because somebody else has written it. */
    reload(): void {
      const checked = check({});
      if (checked.ok) current = checked.config;
    },
    /** Keeps a change that was checked. */
    async save(changes: OwnerSettings): Promise<void> {
      const checked = check(changes);
      if (!checked.ok) throw new Error("Settings that are not valid cannot be kept");
      await writeOwnerSettings(dataDir, withChanges(changes));
      current = checked.config;
    },
  };
}
