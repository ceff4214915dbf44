import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type ContentName, contentNames, contentSchemas } from "../content-model/content.ts";
import { dayInWarsaw, isDated } from "../content-model/content-on-day.ts";
import { fieldAt } from "../content-model/form-field.ts";
import { formOf } from "../content-model/form-of.ts";
import { type CheckedContent, checkContent } from "../content-model/load.ts";
import { type Path, type Tree, valueAt } from "../content-model/path.ts";
import { parseContentFile, type RawContent, readContentFolder } from "../content-model/read-content.ts";
import { findOutdatedMarks } from "../content-model/samples.ts";
import { applyChanges, type Unmade } from "../content-model/writing/apply-changes.ts";
import type { Change } from "../content-model/writing/change.ts";
import { locate } from "../content-model/writing/changes.ts";
import { limitConcurrency } from "../server/concurrency-limit.ts";
import { sampleDir } from "../server/config.ts";
import { writeAtomically } from "../server/durable-files.ts";
import { type HistoryFolders, shownContent } from "./history.ts";
import { type ContentPlaces, draftDir, ensureOwnContent, mergeOwnContent, ownSample } from "./own-content.ts";

export type DraftFolders = HistoryFolders & ContentPlaces;

/** The content with which the owner's own site begins. */
const startDir = join(sampleDir, "start");

// One for the whole process, because withdrawals create a draft of their own.
const inTurn = limitConcurrency({ atOnce: 1 });

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
        return changeFile(folders.ownContentDir, name, changes);
      }),
    /** Turns the sample into the start of the owner's own site, once. May be interrupted and repeated (C7.2). */
    begin: () =>
      inTurn(async () => {
        await ensureOwnContent(folders);
        const { files } = read();
        if (valueAt(files.site.value, ["sample"]) !== true) return;
        await cp(join(startDir, "photos"), join(folders.ownContentDir, "photos"), { recursive: true });
        const [start, sample] = [readContentFolder(startDir), readContentFolder(ownSample(folders))];
        // site.yaml comes last, because its mark shows that all this is done.
        for (const name of contentNames.toReversed()) {
          const typed = (files[name].value ?? {}) as Tree;
          const own = mergeOwnContent(start.files[name].value, typed, sample.files[name].value) as Tree;
          const keys = [...new Set([...Object.keys(typed), ...Object.keys(own)])];
          const changes = keys.map(
            (key): Change => ({ do: "set", at: [key], old: typed[key], value: own[key] }),
          );
          const unmade = await changeFile(folders.ownContentDir, name, changes);
          if (unmade.length > 0) throw new Error(`${name}.yaml cannot be changed`);
        }
      }),
    /** A valid logo file, or undefined if there is none with that name. */
    async logo(file: string): Promise<Buffer | undefined> {
      const { logos } = read().media;
      const isUsable = Object.hasOwn(logos, file) && logos[file] === undefined;
      return isUsable ? readFile(join(draftDir(folders), file)) : undefined;
    },
  };
}

/** The published content; before the first publication, the sample. */
export function publishedDir(folders: HistoryFolders): string {
  return shownContent(folders) ?? sampleDir;
}

async function changeFile(
  contentDir: string,
  name: ContentName,
  changes: readonly Change[],
): Promise<readonly Unmade[]> {
  const file = join(contentDir, `${name}.yaml`);
  const form = formOf(contentSchemas[name]);
  const before = await readFile(file, "utf8");
  const keysAt = (path: Path) => Object.keys(fieldAt(form, path)?.fields ?? {});
  const { source: changed, unmade } = applyChanges(before, changes, keysAt);
  const outdated = [...outdatedMarks(name, before, changed), ...overtakenPrices(name, changes, changed)];
  const { source } = applyChanges(changed, outdated, keysAt);
  if (source === before) return unmade;
  const isWritten = await writeAtomically(file, source, {
    isStillWanted: async () => (await readFile(file, "utf8")) === before,
  });
  // An editor has just saved the file, so start again from its new text.
  return isWritten ? unmade : changeFile(contentDir, name, changes);
}

/** Turns off sample marks once the words beside them have changed (C7.2). */
function outdatedMarks(name: ContentName, before: string, after: string): Change[] {
  if (!before.includes("sample: true") || before === after) return [];
  const [old, current] = [before, after].map((source) => parseContentFile(source, name, "").value);
  return findOutdatedMarks(old, current).map((at): Change => ({ do: "set", at, old: true }));
}

/** Removes a later price that already applies once the amount beside it is changed: the newest edit counts. */
function overtakenPrices(name: ContentName, changes: readonly Change[], after: string): Change[] {
  const today = dayInWarsaw(new Date());
  return changes.flatMap((change): Change[] => {
    if (change.do !== "set" || change.at.at(-1) !== "amount") return [];
    const current = parseContentFile(after, name, "").value;
    const at = locate(current, change.at.slice(0, -1)) ?? [];
    const price = valueAt(current, at);
    if (!isDated(price) || price.amount !== change.value || price.later.from > today) return [];
    return [{ do: "set", at: [...at, "later"], old: price.later }];
  });
}
