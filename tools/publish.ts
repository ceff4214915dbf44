import { buildRelease } from "../publishing/build-release.ts";
import { findingLine } from "../publishing/checks/finding.ts";
import { readCodeBuild } from "../publishing/code-build.ts";
import { publishSite } from "../publishing/publish-site.ts";
import { sourcesOf } from "../publishing/site/sources.ts";
import { loadConfig } from "../server/config.ts";
import { findServedDir } from "../server/releases.ts";
import { buildCodeWhenStale } from "./build/build-when-stale.ts";
import { explainBuildFault } from "./build/explain-fault.ts";
import { checkRelease } from "./checks/check-release.ts";
import { tellWhatVisitorsSee } from "./publish/tell-owner.ts";

async function main(): Promise<void> {
  const config = loadConfig();
  await buildCodeWhenStale(config);
  const code = readCodeBuild(config.codeDir);
  if (code === undefined) throw new Error(`There is no built code in ${config.codeDir}`);
  const result = await publishSite({
    releasesDir: config.releasesDir,
    build: (folder) =>
      buildRelease(sourcesOf(config), folder, {
        code,
        cacheDir: config.cacheDir,
        previousDir: findServedDir(config),
        onPicture: (done, total, photo) => console.log(`Zdjęcia: ${done}/${total} ${photo}`),
        onNotice: (text) => console.warn(`Uwaga: ${text}`),
      }),
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
