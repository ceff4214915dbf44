import { beforeCurrent } from "../publishing/history.ts";
import { draftDir } from "../publishing/own-content.ts";
import { releaseTime } from "../publishing/release-store.ts";
import { restorePublication } from "../publishing/restore.ts";
import type { Publication } from "../publishing/start-publication.ts";
import { loadConfig } from "../server/config.ts";
import { fail } from "./publish/fail.ts";
import { explainFailure, publishHere } from "./publish/publish-here.ts";

// npm run rollback [-- NAME]: publishes the content of an earlier publication again, by default of the previous one.
const config = loadConfig();
const name = process.argv[2] ?? beforeCurrent(config);
const publish = (publication: Publication) => publishHere(config, publication);
const restored = name && (await restorePublication(name, { folders: config, publish }));
if (!restored)
  fail(
    name
      ? `Nie ma wersji ${name}. Nic się nie zmieniło. Listę pokaże npm run history.`
      : "Nie ma wcześniejszej wersji. Nic się nie zmieniło.",
  );
else if (restored.outcome.kind !== "published") fail(explainFailure(restored.outcome));
else {
  console.log(`Przywrócono treść z ${releaseTime(name)} (${name}).`);
  if (restored.draft === "kept")
    console.log(
      `Pliki w folderze ${draftDir(config)} mają zmiany, których nie ma na stronie, więc zostały bez zmian.`,
    );
  if (restored.error)
    console.error(`Plików w folderze ${draftDir(config)} nie udało się przywrócić: ${restored.error}`);
}
