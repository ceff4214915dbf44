import { loadConfig } from "../server/config.ts";
import { buildCodeWhenStale } from "./build/build-when-stale.ts";
import { publishHere, reportFailure } from "./publish/publish-here.ts";

const config = loadConfig();
await buildCodeWhenStale(config);
const outcome = await publishHere(config, { contentDir: config.contentDir, origin: "command" });
if (outcome.kind === "published") {
  console.log(`Nowa wersja strony jest opublikowana (${outcome.name}). Działający program zaraz ją pokaże.`);
  console.log("Powrót do poprzedniej: npm run rollback");
} else reportFailure(outcome);
