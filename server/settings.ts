import { type Config, type Environment, parseConfig } from "./config.ts";
import {
  type OwnerSettingName,
  type OwnerSettings,
  readOwnerSettings,
  writeOwnerSettings,
} from "./owner-settings.ts";

export type Settings = ReturnType<typeof createSettings>;

/**
 * The settings of a running server. What the owner changes in the panel takes effect at once. `started` are the settings with which
 * the process began.
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
    /** Reads the owner's settings again, after something other than `save` has written them. */
    reload(): void {
      const checked = check({});
      if (checked.ok) current = checked.config;
    },
    /** Saves a change; throws unless `check` accepts it. */
    async save(changes: OwnerSettings): Promise<void> {
      const checked = check(changes);
      if (!checked.ok) throw new Error("Settings that are not valid cannot be kept");
      await writeOwnerSettings(dataDir, withChanges(changes));
      current = checked.config;
    },
  };
}
