import { loadConfig } from "../server/config.ts";
import { buildCodeWhenStale } from "./build/build-when-stale.ts";
import { fail } from "./publish/fail.ts";
import { explainFailure, publishHere } from "./publish/publish-here.ts";

// Who asks for `--help` wants nothing published.
if (process.argv.length > 2) {
  fail("Użycie: npm run publish", 2);
  process.exit();
}
const config = loadConfig();
await buildCodeWhenStale(config);
const outcome = await publishHere(config, { contentDir: config.contentDir, origin: "command" });
if (outcome.kind === "published") {
  console.log(`Nowa wersja strony jest opublikowana (${outcome.name}). Działający program zaraz ją pokaże.`);
  console.log("Powrót do poprzedniej: npm run rollback");
} else fail(explainFailure(outcome));
