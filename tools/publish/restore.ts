import { contentOf } from "../../publishing/history.ts";
import { isSameContent, putBack } from "../../publishing/kept-content.ts";
import type { Config } from "../../server/config.ts";
import { currentRelease } from "../../server/releases.ts";
import { publishHere, tellFailure } from "./tell-outcome.ts";
import { tellWhatVisitorsSee, timeOf } from "./tell-owner.ts";

/** Publishes the content of an earlier publication again, with the current program. */
export async function restorePublication(config: Config, name: string): Promise<void> {
  const kept = contentOf(config, name);
  if (kept === undefined) {
    console.error(`Nie ma wersji ${name}. Nic się nie zmieniło. Listę pokaże npm run history.`);
    process.exitCode = 1;
    return;
  }
  const shown = contentOf(config, currentRelease(config.releasesDir) ?? "");
  const hasDraft = shown === undefined || !(await isSameContent(config.contentDir, shown));
  const outcome = await publishHere(config, { contentDir: kept, origin: "restore", restores: name });
  if (outcome.kind !== "published") return tellFailure(outcome);
  console.log(`Przywrócono treść z ${timeOf(name)} (${name}).`);
  await tellWhatVisitorsSee(config);
  // The sample belongs to the program and is not overwritten.
  if (config.contentDir !== config.ownContentDir) return;
  if (hasDraft) {
    console.log(
      `Pliki w folderze ${config.contentDir} mają zmiany, których nie ma na stronie, więc zostały bez zmian.`,
    );
  } else await putBack(kept, config.contentDir);
}
