import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type ContentName, contentSchemas } from "../content-model/content.ts";
import { fieldAt } from "../content-model/form-field.ts";
import { formOf } from "../content-model/form-of.ts";
import { type CheckedContent, checkContent } from "../content-model/load.ts";
import { type RawContent, readContentFolder } from "../content-model/read-content.ts";
import { applyChanges, type Unmade } from "../content-model/writing/apply-changes.ts";
import type { Change } from "../content-model/writing/changes.ts";
import { limitConcurrency } from "../server/concurrency-limit.ts";
import { sampleDir } from "../server/config.ts";
import { writeAtomically } from "../server/durable-files.ts";
import { type HistoryFolders, shownContent } from "./history.ts";
import { type ContentPlaces, draftDir, ensureOwnContent } from "./own-content.ts";

type DraftFolders = HistoryFolders & ContentPlaces;

export type Draft = ReturnType<typeof createDraft>;

/** The owner's content folder with its unpublished changes, whether they were made in the panel or by hand. */
export function createDraft(folders: DraftFolders) {
  let draft: RawContent | undefined;
  const inTurn = limitConcurrency({ atOnce: 1 });

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
    /** A valid logo file, or undefined if there is none of that name. */
    async logo(file: string): Promise<Buffer | undefined> {
      const { logos } = read().media;
      const isUsable = Object.hasOwn(logos, file) && logos[file]?.problem === undefined;
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
  const { source, unmade } = applyChanges(before, changes, (path) =>
    Object.keys(fieldAt(form, path)?.fields ?? {}),
  );
  if (source === before) return unmade;
  const isWritten = await writeAtomically(file, source, {
    isStillWanted: async () => (await readFile(file, "utf8")) === before,
  });
  // An editor has just saved the file, so start again from its new text.
  return isWritten ? unmade : changeFile(contentDir, name, changes);
}
