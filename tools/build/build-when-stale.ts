import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join, relative, resolve } from "node:path";
import { requireCodeBuild } from "../../publishing/code-build.ts";
import { siteSettings } from "../../publishing/site/sources.ts";
import { recordTrialContent } from "../../publishing/trial-content.ts";
import type { Config } from "../../server/config.ts";
import { codeInputs, fingerprint } from "./fingerprint.ts";
import { memoryWarning } from "./memory-warning.ts";

/** Builds the code into `codeDir` unless it is up to date, or was installed without its sources. */
export async function buildCodeWhenStale({ codeDir }: Config, { force = false } = {}): Promise<void> {
  if (!existsSync("app") && existsSync(codeDir)) return;
  const made = await rebuildWhenStale(
    codeDir,
    { inputs: await fingerprint(codeInputs), force },
    async (folder) => {
      // Imported here, so a built site starts without the build packages.
      const { buildCode } = await import("./code.ts");
      await buildCode(folder);
      // Programs find sharp and libheif in the folders above, so a build elsewhere needs a link to them.
      if (relative(process.cwd(), resolve(folder)).startsWith("..")) {
        await symlink(resolve("node_modules"), join(folder, "node_modules"), "junction");
      }
    },
  );
  if (made) console.log(`Program zbudowany w ${made} s.`);
}

/** Builds a trial site into `siteDir` unless it is up to date with code, content and settings. */
export async function buildSiteWhenStale(config: Config, { force = false } = {}): Promise<void> {
  const code = requireCodeBuild(config.codeDir);
  const settings = siteSettings(config);
  // The service's address needs no rebuild, because pages get it from the running server.
  const { api: _api, ...built } = settings;
  const inputs = await fingerprint([config.contentDir], [code.version, built]);
  const made = await rebuildWhenStale(config.siteDir, { inputs, force }, async (folder) => {
    const { loadFolder } = await import("../../content-model/load.ts");
    const { buildRelease } = await import("../../publishing/build-release.ts");
    const source = loadFolder(config.contentDir);
    await buildRelease({ ...settings, source }, folder, {
      code,
      cacheDir: config.cacheDir,
      parallel: availableParallelism(),
      onPicture: (done, total, photo) => console.log(`Zdjęcia: ${done}/${total} ${photo}`),
      onNotice: (text) => console.warn(`Uwaga: ${text}`),
    });
    await recordTrialContent(folder, config.contentDir);
  });
  if (made) console.log(`Strona zbudowana w ${made} s.`);
}

/** Rebuilds a folder unless its inputs are unchanged; returns the duration in seconds. */
async function rebuildWhenStale(
  folder: string,
  { inputs, force }: { inputs: string; force: boolean },
  make: (folder: string) => Promise<void>,
): Promise<string | undefined> {
  const madeOf = await readFile(join(folder, "inputs"), "utf8").catch(() => "");
  if (!force && madeOf === inputs) return undefined;
  const warning = memoryWarning(process.availableMemory());
  if (warning !== undefined) console.log(warning);
  const startedAt = performance.now();
  const next = `${folder}.next`;
  await rm(next, { recursive: true, force: true });
  await mkdir(next, { recursive: true });
  await make(next);
  await writeFile(join(next, "inputs"), inputs);
  await rm(folder, { recursive: true, force: true });
  await rename(next, folder);
  return ((performance.now() - startedAt) / 1000).toFixed(1);
}
