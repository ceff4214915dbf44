import { existsSync } from "node:fs";
import { cp, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { ContentName } from "../content-model/content.ts";
import { findDangling } from "../content-model/cross-checks.ts";
import { formatPhone } from "../content-model/format-phone.ts";
import { isSame, isTree, valueAt } from "../content-model/path.ts";
import { type RawFile, readContentFile } from "../content-model/read-content.ts";
import { isSampleText } from "../content-model/samples.ts";
import { parsePhone } from "../content-model/schema/site.ts";
import { applyChange } from "../content-model/writing/changes.ts";
import { type Config, sampleDir } from "../server/config.ts";
import { createFolderAtomically } from "../server/durable-files.ts";
import type { OwnFacts } from "../server/preparation.ts";
import { filesIn } from "./compare-content.ts";
import { finishReplacement } from "./replace-content.ts";

export type ContentPlaces = Pick<Config, "contentDir" | "ownContentDir">;

/**
 * The folder of the draft: the owner's content, or the sample until that exists. Long-running programs must call this each time,
 * because the owner's content may appear at any moment and an interrupted replacement has to be finished first.
 */
export function draftDir({ contentDir, ownContentDir }: ContentPlaces): string {
  finishReplacement(ownContentDir);
  return existsSync(ownContentDir) ? ownContentDir : contentDir;
}

/**
 * Copies the sample to `ownContentDir` unless the owner has content there, and returns whether it did; call it before the first change.
 * Safe to repeat and to run concurrently: the folder appears in one step and is never overwritten.
 */
export async function ensureOwnContent({ ownContentDir }: Pick<Config, "ownContentDir">): Promise<boolean> {
  finishReplacement(ownContentDir);
  if ((await readdir(ownContentDir).catch(() => [])).length > 0) return false;
  return createFolderAtomically(ownContentDir, async (target) => {
    const texts = await filesIn(sampleDir);
    for (const name of [...texts, "photos"])
      await cp(join(sampleDir, name), join(target, name), { recursive: true });
    for (const name of texts) await cp(join(sampleDir, name), join(target, ".sample", name));
  });
}

/** The sample's texts as the owner's content began with them, because an update may have changed the sample since. */
export function ownSample({ ownContentDir }: Pick<Config, "ownContentDir">): string {
  const kept = join(ownContentDir, ".sample");
  return existsSync(kept) ? kept : sampleDir;
}

/** Creates the function that reads from the draft what the owner has typed in place of the sample's name, phone and e-mail (C7.1). */
export function createOwnFacts(places: ContentPlaces): () => OwnFacts {
  let own: RawFile | undefined;
  let sample: RawFile | undefined;
  return () => {
    own = readContentFile(draftDir(places), "site", own);
    sample = readContentFile(ownSample(places), "site", sample);
    const [site, sampleSite] = [own.value, sample.value];
    const typed = (...path: string[]) => {
      const value = valueAt(site, path);
      const isOwn = typeof value === "string" && !isSampleText(value) && value !== valueAt(sampleSite, path);
      return isOwn ? value.trim() : "";
    };
    const phone = parsePhone(typed("telephone"));
    return {
      name: typed("name") || typed("trainer", "name"),
      phone: phone ? formatPhone(phone) : "",
      email: typed("email"),
    };
  };
}

/**
 * Replaces the sample by the start of the owner's own site, keeping what the owner has changed: whole list entries, whole lists that
 * say one thing, and single words in a list that is as long in the start (C7.2).
 */
export function mergeOwnContent(start: unknown, typed: unknown, sample: unknown, key = ""): unknown {
  if (isSame(typed, sample)) return start;
  if (["headline", "openingHours"].includes(key)) return typed;
  if (Array.isArray(typed)) {
    if ([start, sample].every((list) => Array.isArray(list) && list.length === typed.length))
      return typed.map((entry, at) => mergeOwnContent(valueAt(start, [at]), entry, valueAt(sample, [at])));
    const own = typed.filter((entry) => !(Array.isArray(sample) && sample.some((one) => isSame(one, entry))));
    return own.length > 0 ? own : start;
  }
  if (!isTree(typed) || !isTree(start)) return typed;
  const keys = [...new Set([...Object.keys(start), ...Object.keys(typed)])];
  const own = (key: string) => mergeOwnContent(start[key], typed[key], valueAt(sample, [key]), key);
  return Object.fromEntries(keys.map((key) => [key, own(key)]).filter(([, value]) => value !== undefined));
}

/** Replaces what points to an entry that went with the sample, because it would prevent publishing; mutates `own`. */
export function dropDangling(own: Record<ContentName, unknown>): void {
  const idsIn = (name: ContentName, list: string) =>
    ((valueAt(own[name], [list]) ?? []) as { id: string }[]).map(({ id }) => id);
  const ids = { services: idsIn("oferta", "services"), categories: idsIn("galeria", "categories") };
  // From the last, so that removed entries leave the places of the others.
  for (const { name, path } of findDangling(own, ids).toReversed()) {
    const old = valueAt(own[name], path);
    const value = path.at(-1) === "category" ? ids.categories[0] : undefined;
    const isEntry = typeof path.at(-1) === "number";
    const applied = applyChange(
      own[name],
      isEntry ? { do: "remove", at: path, old } : { do: "set", at: path, old, value },
    );
    if ("root" in applied) own[name] = applied.root;
  }
}
