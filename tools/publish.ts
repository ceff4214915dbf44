import { requestOf } from "../publishing/request.ts";
import { startPublication } from "../publishing/start-publication.ts";
import { loadConfig } from "../server/config.ts";
import { buildCodeWhenStale } from "./build/build-when-stale.ts";
import { tellEvent, tellFailure } from "./publish/tell-outcome.ts";
import { tellWhatVisitorsSee } from "./publish/tell-owner.ts";

const config = loadConfig();
await buildCodeWhenStale(config);
const request = requestOf(config, { contentDir: config.contentDir, origin: "command" });
const outcome = await startPublication(request, tellEvent);
if (outcome.kind === "published") {
  console.log(`Nowa wersja strony jest opublikowana (${outcome.name}).`);
  await tellWhatVisitorsSee(config);
  console.log("Powrót do poprzedniej: npm run rollback");
} else tellFailure(outcome);
