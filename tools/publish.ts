import { findingLine } from "../publishing/checks/finding.ts";
import { publishSite } from "../publishing/publish-site.ts";
import { sourcesOf } from "../publishing/site/sources.ts";
import { loadConfig } from "../server/config.ts";
import { explainBuildFault } from "./build/explain-fault.ts";
import { buildSite } from "./build/site.ts";
import { checkRelease } from "./checks/check-release.ts";
import { tellWhatVisitorsSee } from "./publish/tell-owner.ts";

async function main(): Promise<void> {
  const config = loadConfig();
  const result = await publishSite({
    releasesDir: config.releasesDir,
    build: (folder) => buildSite(sourcesOf(config), folder),
    check: (folder) => checkRelease(folder, config),
    now: () => new Date(),
  });
  if (result.kind === "refused") {
    console.error(
      [
        "Nowa wersja nie została opublikowana. Dotychczasowa działa dalej.",
        ...result.errors.map(findingLine),
      ].join("\n- "),
    );
    process.exitCode = 1;
    return;
  }
  console.log(`Nowa wersja strony jest opublikowana (${result.name}).`);
  await tellWhatVisitorsSee(config);
  console.log("Powrót do poprzedniej: npm run rollback");
}

await main().catch(explainBuildFault);
