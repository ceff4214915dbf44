import { contentOf, type HistoryFolders, shownContent } from "./history.ts";
import { isSameContent } from "./kept-content.ts";
import { type ContentPlaces, draftDir } from "./own-content.ts";
import type { PublicationOutcome } from "./protocol.ts";
import type { Publication } from "./publish.ts";
import { putBack } from "./put-back.ts";

interface RestoreDeps {
  readonly folders: HistoryFolders & ContentPlaces;
  publish(publication: Publication): Promise<PublicationOutcome>;
  /** The device that asked for it. */
  readonly by?: string | undefined;
}

export interface Restored {
  readonly outcome: PublicationOutcome;
  /** Whether the draft says the same now. A draft with changes of its own stays as it is, and the sample is never changed. */
  readonly draft: "same" | "kept" | "sample";
}

/** Publishes the content of an earlier publication again, with the current program; undefined where it is kept no longer. */
export async function restorePublication(name: string, deps: RestoreDeps): Promise<Restored | undefined> {
  const { folders, publish, by } = deps;
  const kept = contentOf(folders, name);
  if (kept === undefined) return undefined;
  const shown = shownContent(folders);
  const follows = async () => shown !== undefined && (await isSameContent(draftDir(folders), shown));
  const followed = await follows();
  const outcome = await publish({ contentDir: kept, origin: "restore", restores: name, by });
  if (draftDir(folders) !== folders.ownContentDir) return { outcome, draft: "sample" };
  // Somebody may have written in the meantime.
  if (outcome.kind !== "published" || !followed || !(await follows())) return { outcome, draft: "kept" };
  await putBack(kept, folders.ownContentDir);
  return { outcome, draft: "same" };
}
