import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { contentNames } from "../content-model/content.ts";
import { readContentFolder } from "../content-model/read-content.ts";
import { applyChanges } from "../content-model/writing/apply-changes.ts";
import type { Config } from "../server/config.ts";
import type { Draft } from "./draft.ts";
import { shownContent } from "./history.ts";
import { keptContents } from "./kept-contents.ts";
import { ensureOwnContent } from "./own-content.ts";
import { changeNote } from "./photos/photo-notes.ts";
import type { PublicationOutcome } from "./protocol.ts";
import type { Publication } from "./publish.ts";
import { removePhoto } from "./remove-photo.ts";
import { forgetConsents, withdrawPhoto } from "./withdraw.ts";

interface WithdrawDeps {
  readonly config: Config;
  readonly draft: Pick<Draft, "change" | "read">;
  publish(publication: Publication): Promise<PublicationOutcome>;
  readonly by: string;
}

export type Withdrawn = { readonly kind: "withdrawn"; readonly files: number } | PublicationOutcome;

/**
 * Republishes the current content without a photograph (and without other draft changes), removes it from the draft, and deletes
 * everything that was made from it. If that cannot be published, the draft stays as it is. Places that require a photograph must already have another one.
 */
export async function withdrawEverywhere(photo: string, deps: WithdrawDeps): Promise<Withdrawn> {
  const { config, draft } = deps;
  await ensureOwnContent(config);
  const outcome = await publishWithout(photo, deps);
  if (outcome && outcome.kind !== "published") return outcome;
  const { files } = draft.read();
  for (const name of contentNames) {
    const { changes } = removePhoto(name, files[name].value, photo);
    if (changes.length > 0) await draft.change(name, changes);
  }
  const count = await withdrawPhoto(photo, config);
  if (count === undefined) return { kind: "busy" };
  // Content that a restore has replaced has its photographs and consents, too.
  const kept = keptContents(config.ownContentDir);
  for (const folder of kept) await forgetConsents(photo, folder);
  for (const folder of [config.ownContentDir, ...kept].filter(hasPhotos)) {
    const photosDir = join(folder, "photos");
    await changeNote(photosDir, photo, () => undefined);
    await rm(join(photosDir, photo), { force: true });
  }
  return { kind: "withdrawn", files: count + 1 };
}

const hasPhotos = (folder: string) => existsSync(join(folder, "photos"));

/** Undefined if the current content does not show it. */
async function publishWithout(
  photo: string,
  { config, publish, by }: WithdrawDeps,
): Promise<PublicationOutcome | undefined> {
  const shown = shownContent(config);
  if (shown === undefined) return undefined;
  const folder = await mkdtemp(join(config.dataDir, "withdrawing-"));
  try {
    await cp(shown, folder, { recursive: true });
    const { files } = readContentFolder(folder);
    let isShown = false;
    for (const name of contentNames) {
      const { changes } = removePhoto(name, files[name].value, photo);
      if (changes.length === 0) continue;
      isShown = true;
      const path = join(folder, `${name}.yaml`);
      const { source, unmade } = applyChanges(await readFile(path, "utf8"), changes);
      if (unmade.length > 0) return { kind: "failed", reason: `plik ${name}.yaml jest zapisany nietypowo` };
      await writeFile(path, source);
    }
    return isShown ? await publish({ contentDir: folder, origin: "panel", by }) : undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
