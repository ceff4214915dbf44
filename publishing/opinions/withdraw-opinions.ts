import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ContentName } from "../../content-model/content.ts";
import { shorten } from "../../content-model/describe-changes.ts";
import { readContentFile } from "../../content-model/read-content.ts";
import { ignoreMissing } from "../../server/durable-files.ts";
import { currentRelease, releaseDirs } from "../../server/releases.ts";
import { withLock } from "../lock.ts";
import { clearUnfinished, moveToHistory } from "../release-store.ts";
import { replacedContents } from "../replace-content.ts";
import { changeTexts, keptContents, publishWithout, removeQuotes, type WithdrawDeps } from "../withdraw.ts";
import { provenIn, removalsOf } from "./find-altered.ts";

/**
 * Removes opinions from the site, the draft, older releases, the history and replaced content (C5.3). Releases that showed one become
 * history, because their pages hold its words. False if a publication was running or failed, or the draft could not be read or
 * changed: then call it again.
 */
export async function withdrawOpinions(ids: readonly string[], deps: WithdrawDeps): Promise<boolean> {
  const { config, draft } = deps;
  const { releasesDir, ownContentDir } = config;
  const traces = new Set<string>();
  const outcome = await publishWithout((name, value) => removal(name, value, ids, traces), deps);
  if (outcome && outcome.kind !== "published") return false;
  const changes = removal("osiagniecia", draft.read().files.osiagniecia.value, ids, traces);
  if (changes.length > 0 && (await draft.change("osiagniecia", changes)).length > 0) return false;
  const isDone = await withLock(releasesDir, {}, async () => {
    await clearUnfinished(releasesDir);
    const current = join(releasesDir, currentRelease(releasesDir) ?? "");
    // A publication that was running meanwhile may have shown one.
    const { value } = readContentFile(join(current, "content"), "osiagniecia");
    if (removal("osiagniecia", value, ids, traces).length > 0) return false;
    const contents = async () => {
      const kept = (await keptContents(config)).map((one) => join(one, "content"));
      return [...kept, ...replacedContents(ownContentDir)];
    };
    for (const folder of await contents())
      if (await hasAny(ids, folder))
        removal("osiagniecia", readContentFile(folder, "osiagniecia").value, ids, traces);
    for (const folder of await keptContents(config))
      await removeQuotes(
        [...traces].map((words) => [words]),
        join(folder, "entry.json"),
      );
    for (const release of releaseDirs(releasesDir).filter((one) => one !== current)) {
      const content = join(release, "content");
      // Without content it was being moved when a withdrawal was interrupted.
      if (!existsSync(content) || (await hasAny(ids, content))) await moveToHistory(config, release);
    }
    // The texts last: they say what is left to do after an interruption.
    for (const folder of await contents()) await removeOpinions(ids, folder);
    return true;
  });
  // A draft that cannot be read still holds them.
  return isDone === true && !(await hasAny(ids, ownContentDir));
}

/** Removes opinions from the texts of a content folder; returns whether there were any. */
export async function removeOpinions(ids: readonly string[], folder: string): Promise<boolean> {
  if (!(await hasAny(ids, folder))) return false;
  await changeTexts(folder, (name, value) => removal(name, value, ids));
  return true;
}

async function hasAny(ids: readonly string[], folder: string): Promise<boolean> {
  const text = await readFile(join(folder, "osiagniecia.yaml"), "utf8").catch(ignoreMissing);
  return ids.some((id) => text?.includes(id));
}

/** Plans the removal, and adds to `traces` how lists of changes quote the opinions. */
function removal(name: ContentName, value: unknown, ids: readonly string[], traces = new Set<string>()) {
  const found = name === "osiagniecia" ? provenIn(value).filter(({ id }) => ids.includes(id)) : [];
  for (const word of found.flatMap(({ words }) => Object.values(words))) if (word) traces.add(shorten(word));
  return removalsOf(found);
}
