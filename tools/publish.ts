import { parseArgs } from "node:util";
import { loadContent } from "../content-model/load.ts";
import { photoFiles } from "../publishing/site/payloads.ts";
import { withdrawPhoto } from "../publishing/withdraw.ts";
import { loadConfig } from "../server/config.ts";
import { buildCodeWhenStale } from "./build/build-when-stale.ts";
import { publishHere, reportFailure } from "./publish/publish-here.ts";
import { reportVisibleRelease } from "./publish/report-release.ts";

const { values } = parseArgs({ options: { withdraw: { type: "string" } } });
const config = loadConfig();
if (values.withdraw !== undefined) refuseIfShown(values.withdraw);
await buildCodeWhenStale(config);
const outcome = await publishHere(config, { contentDir: config.contentDir, origin: "command" });
if (outcome.kind === "published") {
  console.log(`Nowa wersja strony jest opublikowana (${outcome.name}).`);
  await reportVisibleRelease(config);
  console.log("Powrót do poprzedniej: npm run rollback");
  if (values.withdraw !== undefined) await withdraw(values.withdraw);
} else reportFailure(outcome);

function refuseIfShown(photo: string): void {
  if (!photoFiles(loadContent(config.contentDir)).includes(photo)) return;
  console.error(`Zdjęcie ${photo} jest jeszcze w treści. Usuń je z plików i powtórz polecenie.`);
  process.exit(1);
}

async function withdraw(photo: string): Promise<void> {
  console.log(
    (await withdrawPhoto(photo, config))
      ? `Zdjęcie ${photo} wycofane z wcześniejszych wersji, historii i plików pomocniczych. Oryginał w folderze photos usuń samodzielnie.`
      : "Trwa inna publikacja. Powtórz polecenie za chwilę.",
  );
}
