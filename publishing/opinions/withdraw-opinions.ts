import type { ContentName } from "../../content-model/content.ts";
import { shorten } from "../../content-model/describe-changes.ts";
import { readContentFile } from "../../content-model/read-content.ts";
import { textIn } from "../compare-content.ts";
import { withLock } from "../lock.ts";
import { replacedContents } from "../replace-content.ts";
import { changeTexts, forgetEarlier, publishWithout, type Quote, type WithdrawDeps } from "../withdraw.ts";
import { provenIn, removalsOf } from "./find-altered.ts";

/**
 * Removes opinions from the site, the draft, earlier publications and replaced content (C5.3). False if a publication was running or
 * failed, or the draft could not be read or changed: then call it again.
 */
export async function withdrawOpinions(ids: readonly string[], deps: WithdrawDeps): Promise<boolean> {
  const { config, draft } = deps;
  const outcome = await publishWithout((name, value) => removal(name, value, ids), deps);
  if (outcome && outcome.kind !== "published") return false;
  const changes = removal("osiagniecia", draft.read().files.osiagniecia.value, ids);
  if (changes.length > 0 && (await draft.change("osiagniecia", changes)).length > 0) return false;
  const isForgotten = await withLock(config.releasesDir, {}, () =>
    forgetEarlier(config, {
      isIn: (content) => hasAny(ids, content),
      quotesIn: (content) => quotesOf(ids, content),
      forgetIn: (content) => removeOpinions(ids, content),
    }),
  );
  if (!isForgotten) return false;
  for (const folder of replacedContents(config.ownContentDir)) await removeOpinions(ids, folder);
  // A draft that cannot be read still holds them.
  return !hasAny(ids, config.ownContentDir);
}

/** Removes opinions from the texts of a content folder; returns whether there were any. */
export async function removeOpinions(ids: readonly string[], folder: string): Promise<boolean> {
  if (!hasAny(ids, folder)) return false;
  await changeTexts(folder, (name, value) => removal(name, value, ids));
  return true;
}

function hasAny(ids: readonly string[], folder: string): boolean {
  const text = textIn(folder, "osiagniecia") ?? "";
  return ids.some((id) => text.includes(id));
}

const found = (value: unknown, ids: readonly string[]) =>
  provenIn(value).filter(({ id }) => ids.includes(id));

const removal = (name: ContentName, value: unknown, ids: readonly string[]) =>
  name === "osiagniecia" ? removalsOf(found(value, ids)) : [];

function quotesOf(ids: readonly string[], content: string): Quote[] {
  const opinions = found(readContentFile(content, "osiagniecia").value, ids);
  const quoted = opinions.flatMap(({ words }) => Object.values(words).filter(Boolean));
  return quoted.map((words) => [shorten(words)]);
}
