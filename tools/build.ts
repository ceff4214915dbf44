import { rename, rm } from "node:fs/promises";
import { loadConfig } from "../server/config.ts";
import { explainBuildFault } from "./build/explain-fault.ts";
import { buildSite, sourcesOf } from "./build/site.ts";
import { fingerprint, isFresh, writeStamp } from "./build/stamp.ts";

async function main(): Promise<void> {
  const config = loadConfig();
  const { buildDir } = config;
  const sources = sourcesOf(config);
  const inputs = await fingerprint({ contentDir: sources.contentDir, settings: Object.values(sources) });
  if (!process.argv.includes("--force") && (await isFresh(buildDir, inputs))) return;
  const startedAt = performance.now();
  const nextDir = `${buildDir}.next`;
  await rm(nextDir, { recursive: true, force: true });
  await buildSite(sources, nextDir);
  await writeStamp(nextDir, inputs);
  await rm(buildDir, { recursive: true, force: true });
  await rename(nextDir, buildDir);
  console.log(`Strona zbudowana w ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

await main().catch(explainBuildFault);
