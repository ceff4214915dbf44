import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type ContentName, contentNames, contentSchemas } from "../content-model/content.ts";
import { dayInWarsaw } from "../content-model/content-on-day.ts";
import { fieldAt } from "../content-model/form-field.ts";
import { formOf } from "../content-model/form-of.ts";
import { isDue } from "../content-model/later-price.ts";
import { type CheckedContent, checkContent } from "../content-model/load.ts";
import { isSame, type Path, type Tree, valueAt } from "../content-model/path.ts";
import {
  parseContentFile,
  type RawContent,
  readContentFile,
  readContentFolder,
} from "../content-model/read-content.ts";
import { findOutdatedMarks } from "../content-model/samples.ts";
import { applyChanges, type Unmade } from "../content-model/writing/apply-changes.ts";
import type { Change } from "../content-model/writing/change.ts";
import { locate } from "../content-model/writing/changes.ts";
import { sampleDir } from "../server/config.ts";
import { writeAtomically } from "../server/durable-files.ts";
import { type HistoryFolders, shownContent } from "./history.ts";
import {
  type ContentPlaces,
  draftDir,
  dropDangling,
  ensureOwnContent,
  mergeOwnContent,
  ownSample,
} from "./own-content.ts";
import { inTurn } from "./replace-content.ts";

export type DraftFolders = HistoryFolders & ContentPlaces;

/** The content with which the owner's own site begins. */
const startDir = join(sampleDir, "start");

export type Draft = ReturnType<typeof createDraft>;

/** The owner's content folder with its unpublished changes, whether they were made in the panel or by hand. */
export function createDraft(folders: DraftFolders) {
  let draft: RawContent | undefined;

  function read(): RawContent {
    draft = readContentFolder(draftDir(folders), draft);
    return draft;
  }

  return {
    read,
    isPublished: () => shownContent(folders) !== undefined,
    check: (): CheckedContent => checkContent(read()),
    /** Applies what can be applied and returns the rest. Concurrent calls are queued. */
    change: (name: ContentName, changes: readonly Change[]): Promise<readonly Unmade[]> =>
      inTurn(async () => {
        await ensureOwnContent(folders);
        return changeFile(folders, name, changes);
      }),
    /** Turns the sample into the start of the owner's own site, once. May be interrupted and repeated (C7.2). */
    begin: () =>
      inTurn(async () => {
        await ensureOwnContent(folders);
        const { files } = read();
        if (valueAt(files.site.value, ["sample"]) !== true) return;
        await cp(join(startDir, "photos"), join(folders.ownContentDir, "photos"), { recursive: true });
        const [start, sample] = [readContentFolder(startDir), readContentFolder(ownSample(folders))];
        const typedIn = (name: ContentName) => (files[name].value ?? {}) as Tree;
        const own = {} as Record<ContentName, unknown>;
        for (const name of contentNames)
          own[name] = mergeOwnContent(start.files[name].value, typedIn(name), sample.files[name].value);
        dropDangling(own);
        // site.yaml comes last, because its mark shows that all this is done.
        for (const name of contentNames.toReversed()) {
          const [typed, next] = [typedIn(name), own[name] as Tree];
          const changes = Object.keys({ ...typed, ...next }).map(
            (key): Change => ({ do: "set", at: [key], old: typed[key], value: next[key] }),
          );
          const unmade = await changeFile(folders, name, changes);
          if (unmade.length > 0) throw new Error(`${name}.yaml cannot be changed`);
        }
      }),
  };
}

/** The published content; before the first publication, the sample. */
export const publishedDir = (folders: HistoryFolders): string => shownContent(folders) ?? sampleDir;

async function changeFile(
  folders: DraftFolders,
  name: ContentName,
  changes: readonly Change[],
): Promise<readonly Unmade[]> {
  const file = join(folders.ownContentDir, `${name}.yaml`);
  const form = formOf(contentSchemas[name]);
  const { source: before = "", value: old, problems } = readContentFile(folders.ownContentDir, name);
  // Written back, a file that is missing or in another encoding would lose what it had.
  if (problems.length > 0) return changes.map((_, at) => ({ at, reason: "refused" }));
  const published = await readFile(join(publishedDir(folders), `${name}.yaml`), "utf8").catch(() => "");
  const keysAt = (path: Path) => Object.keys(fieldAt(form, path)?.fields ?? {});
  const { source: changed, unmade } = applyChanges(before, changes, keysAt);
  const read = (source: string) => parseContentFile(source, name, "").value;
  const current = read(changed);
  // Sample marks turn off once the words beside them have changed (C7.2).
  const marks = findOutdatedMarks(old, current).map((at): Change => ({ do: "set", at, old: true }));
  const outdated = [...marks, ...overtakenPrices(changes, { shown: () => read(published), old, current })];
  const { source } = applyChanges(changed, outdated, keysAt);
  if (source === before) return unmade;
  const isWritten = await writeAtomically(file, source, {
    isStillWanted: async () => (await readFile(file, "utf8")) === before,
  });
  // An editor has just saved the file, so start again from its new text.
  return isWritten ? unmade : changeFile(folders, name, changes);
}

/**
 * Of a price whose later amount already applies, the newest edit counts: a new amount replaces both. When the later price itself is
 * changed or removed, the amount that visitors see stays (P4.6).
 */
function overtakenPrices(
  changes: readonly Change[],
  contents: { shown: () => unknown; old: unknown; current: unknown },
) {
  const today = dayInWarsaw(new Date());
  return changes.flatMap((change): Change[] => {
    const steps = change.do === "set" ? change.at : [];
    const key = steps.findIndex((step) => step === "amount" || step === "later");
    if (key < 0) return [];
    const at = steps.slice(0, key);
    const priceIn = (content: unknown) => (valueAt(content, locate(content, at) ?? []) ?? {}) as Tree;
    const [old, { amount, later }] = [priceIn(contents.old), priceIn(contents.current)];
    if (amount !== old.amount)
      return isDue(later, today) ? [{ do: "set", at: [...at, "later"], old: later }] : [];
    // Visitors have not seen a day that is still being typed.
    const wasSeen = isDue(old.later, today) && isSame(old.later, priceIn(contents.shown()).later);
    if (!wasSeen || isSame(old.later, later)) return [];
    return [{ do: "set", at: [...at, "amount"], old: amount, value: valueAt(old, ["later", "amount"]) }];
  });
}
