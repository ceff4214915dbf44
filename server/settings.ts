import { limitConcurrency } from "./concurrency-limit.ts";
import { type Config, type Environment, parseConfig } from "./config.ts";
import {
  type OwnerSettingName,
  type OwnerSettings,
  readOwnerSettings,
  writeOwnerSettings,
} from "./owner-settings.ts";

export type Settings = ReturnType<typeof createSettings>;

/** The settings of a running server; the owner's changes take effect at once. `started` are those at the start of the process. */
export function createSettings(started: Config, environment: Environment) {
  const { dataDir } = started;
  const inTurn = limitConcurrency({ atOnce: 1 });
  let current = started;

  const withChanges = (changes: OwnerSettings) => ({ ...readOwnerSettings(dataDir), ...changes });

  /** Validates a change without saving it: returns the resulting settings, or the problems in Polish. */
  function check(changes: OwnerSettings): ReturnType<typeof parseConfig> {
    const parsed = parseConfig(environment, withChanges(changes));
    if (!parsed.ok) return parsed;
    // Much of the program has kept the folder of the start; the environment leads elsewhere once the owner's content has begun.
    return { ok: true, config: { ...parsed.config, contentDir: started.contentDir } };
  }

  return {
    config: () => current,
    ofOwner: () => readOwnerSettings(dataDir),
    /** Whether the environment sets it, so that the panel cannot change it. */
    isFixed: (name: OwnerSettingName) => Boolean(environment[name]?.trim()),
    check,
    /** Saves a change on top of those before it; throws unless `check` accepts it. */
    save: (changes: OwnerSettings): Promise<void> =>
      inTurn(async () => {
        const checked = check(changes);
        if (!checked.ok) throw new Error("Invalid settings cannot be saved");
        await writeOwnerSettings(dataDir, withChanges(changes));
        current = checked.config;
      }),
  };
}
