import { isSameContent } from "./compare-content.ts";
import { contentOf, type HistoryFolders, shownContent } from "./history.ts";
import { type ContentPlaces, draftDir } from "./own-content.ts";
import { replaceContent } from "./replace-content.ts";
import type { Publication, PublicationOutcome } from "./start-publication.ts";

interface RestoreDeps {
  readonly folders: HistoryFolders & ContentPlaces;
  publish(publication: Publication): Promise<PublicationOutcome>;
  readonly by?: Publication["by"];
}

export interface Restored {
  readonly outcome: PublicationOutcome;
  /** Whether the draft now has the same content. A draft with unpublished changes is kept, and the sample is never modified. */
  readonly draft: "same" | "kept" | "sample" | "failed";
  /** Why the draft could not follow. */
  readonly error?: unknown;
}

/** Publishes an earlier publication's content again with the current program; undefined if it is no longer kept (P7.3). */
export async function restorePublication(name: string, deps: RestoreDeps): Promise<Restored | undefined> {
  const { folders, publish, by } = deps;
  const kept = contentOf(folders, name);
  if (kept === undefined) return undefined;
  const shown = shownContent(folders);
  const isUnchanged = async () => shown !== undefined && (await isSameContent(draftDir(folders), shown));
  const wasUnchanged = await isUnchanged();
  const outcome = await publish({ contentDir: kept, origin: "restore", restores: name, by });
  if (draftDir(folders) !== folders.ownContentDir) return { outcome, draft: "sample" };
  if (outcome.kind !== "published" || !wasUnchanged) return { outcome, draft: "kept" };
  // `kept` may just have moved to the history. The draft may have changed in the meantime.
  const shownNow = contentOf(folders, outcome.name) ?? kept;
  try {
    const isRestored = await replaceContent(shownNow, folders.ownContentDir, { isStillWanted: isUnchanged });
    return { outcome, draft: isRestored ? "same" : "kept" };
  } catch (error) {
    // Visitors see the earlier version already.
    return { outcome, draft: "failed", error };
  }
}
