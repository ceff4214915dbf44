import { draftDir } from "../../publishing/own-content.ts";
import { restorePublication as restore } from "../../publishing/restore.ts";
import type { Config } from "../../server/config.ts";
import { publishHere, reportFailure } from "./publish-here.ts";
import { reportVisibleRelease, timeOf } from "./report-release.ts";

/** Republishes an earlier publication's content and prints the result. */
export async function restorePublication(config: Config, name: string): Promise<void> {
  const restored = await restore(name, {
    folders: config,
    publish: (publication) => publishHere(config, publication),
  });
  if (restored === undefined) {
    console.error(`Nie ma wersji ${name}. Nic się nie zmieniło. Listę pokaże npm run history.`);
    process.exitCode = 1;
    return;
  }
  if (restored.outcome.kind !== "published") return reportFailure(restored.outcome);
  console.log(`Przywrócono treść z ${timeOf(name)} (${name}).`);
  await reportVisibleRelease(config);
  if (restored.draft === "kept") {
    console.log(
      `Pliki w folderze ${draftDir(config)} mają zmiany, których nie ma na stronie, więc zostały bez zmian.`,
    );
  }
}
