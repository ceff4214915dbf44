import { rename, rm } from "node:fs/promises";
import { sourcesOf } from "../../publishing/site/sources.ts";
import type { Config } from "../../server/config.ts";
import { memoryWarning } from "./memory-warning.ts";
import { buildSite } from "./site.ts";
import { fingerprint, isFresh, writeStamp } from "./stamp.ts";

/** Builds the site into `buildDir` unless what is there was made of the same code, content and settings. */
export async function buildWhenStale(config: Config, { force = false } = {}): Promise<void> {
  const { buildDir } = config;
  const sources = sourcesOf(config);
  // The service may move without a rebuild: the server tells its pages when it starts.
  const { api: _told, ...settings } = sources;
  const inputs = await fingerprint({ contentDir: sources.contentDir, settings: Object.values(settings) });
  if (!force && (await isFresh(buildDir, inputs))) return;
  const warning = memoryWarning(process.availableMemory());
  if (warning !== undefined) console.log(warning);
  const startedAt = performance.now();
  const nextDir = `${buildDir}.next`;
  await rm(nextDir, { recursive: true, force: true });
  await buildSite(sources, nextDir);
  await writeStamp(nextDir, inputs);
  await rm(buildDir, { recursive: true, force: true });
  await rename(nextDir, buildDir);
  console.log(`Strona zbudowana w ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}
