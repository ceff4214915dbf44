import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join, relative, resolve } from "node:path";
import { ContentError, formatProblems } from "../../content-model/problems.ts";
import { basisOf, siteSettings } from "../../publishing/basis.ts";
import { requireCodeBuild } from "../../publishing/code-build.ts";
import { recordTrialContent } from "../../publishing/history.ts";
import { PictureError } from "../../publishing/photos/photo-problem.ts";
import type { Config } from "../../server/config.ts";

/** Builds the code into `codeDir` unless that is up to date or the sources are not installed. */
export async function buildCodeWhenStale({ codeDir }: Config, { force = false } = {}): Promise<void> {
  if (!existsSync("app") && existsSync(codeDir)) return;
  const built = { what: "Program zbudowany", inputs: await fingerprint(codeInputs), force };
  await rebuildWhenStale(codeDir, built, async (folder) => {
    // Imported dynamically, so that a built site starts without the build packages.
    const { buildCode } = await import("./code.ts");
    await buildCode(folder);
    // Programs find sharp and libheif in the folders above, so a build elsewhere needs a link to them.
    if (relative(process.cwd(), resolve(folder)).startsWith(".."))
      await symlink(resolve("node_modules"), join(folder, "node_modules"), "junction");
  });
}

/** Builds a trial site into `siteDir` unless it is up to date with code, content, settings and the day. */
export async function buildSiteWhenStale(config: Config, { force = false } = {}): Promise<void> {
  const code = requireCodeBuild(config.codeDir);
  const settings = siteSettings(config);
  // Imported here, because a published site starts without the packages that content needs.
  (await import("../../content-model/read-content.ts")).requireFolder(config.contentDir);
  const { dayInWarsaw } = await import("../../content-model/content-on-day.ts");
  const inputs = await fingerprint([config.contentDir], [basisOf(code, settings), dayInWarsaw(new Date())]);
  await rebuildWhenStale(config.siteDir, { what: "Strona zbudowana", inputs, force }, async (folder) => {
    const { loadFolder } = await import("../../content-model/load.ts");
    const { buildRelease } = await import("../../publishing/build-release.ts");
    const { findForbiddenSamples } = await import("../../publishing/launch/forbidden-samples.ts");
    const source = loadFolder(config.contentDir);
    // A forced build for a public address is meant for upload, so it must pass the same check as a publication (C7.3).
    const forbidden = force && config.isPublic ? findForbiddenSamples(source) : [];
    if (forbidden.length > 0) throw new ContentError(forbidden);
    await buildRelease({ ...settings, source }, folder, {
      code,
      cacheDir: config.cacheDir,
      parallel: availableParallelism(),
      onEvent(event) {
        if (event.kind === "picture") console.log(`Zdjęcia: ${event.done}/${event.total} ${event.photo}`);
      },
    });
    await recordTrialContent(folder, config.contentDir);
  });
}

/** Rebuilds a folder unless its inputs are unchanged, and prints how long that took. */
async function rebuildWhenStale(
  folder: string,
  { what, inputs, force }: { what: string; inputs: string; force: boolean },
  make: (folder: string) => Promise<void>,
): Promise<void> {
  const builtFrom = await readFile(join(folder, "inputs"), "utf8").catch(() => "");
  if (!force && builtFrom === inputs) return;
  const startedAt = performance.now();
  const next = `${folder}.next`;
  await rm(next, { recursive: true, force: true });
  await mkdir(next, { recursive: true });
  await make(next);
  await writeFile(join(next, "inputs"), inputs);
  await rm(folder, { recursive: true, force: true });
  await rename(next, folder);
  console.log(`${what} w ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

/** Prints in Polish what the owner has to fix and sets exit status 1; rethrows any other error. */
export function reportBuildError(error: unknown): void {
  if (error instanceof ContentError) console.error(formatProblems(error.problems));
  else if (error instanceof PictureError) console.error(error.message);
  else throw error;
  process.exitCode = 1;
}

/** The files and folders that the code build depends on. */
export const codeInputs = [
  "accounts",
  "app",
  "appointments",
  "content-model",
  "enquiries",
  "opinions",
  "panel",
  "process",
  "publishing",
  "server",
  "tools/build.ts",
  "tools/build",
  "vite.config.ts",
  "package-lock.json",
];

/** Tests, and what editors and file managers keep beside the files. */
const ignored = /\.(?:test|contract)\.tsx?$|^testing$|^\./;

/** Hashes all other files and the settings. */
export async function fingerprint(paths: readonly string[], settings: unknown = null): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify(settings));
  for (const path of paths) await addTo(hash, path);
  return hash.digest("hex");
}

async function addTo(hash: ReturnType<typeof createHash>, path: string): Promise<void> {
  const entry = await stat(path);
  if (entry.isDirectory()) {
    for (const name of (await readdir(path)).sort()) {
      if (!ignored.test(name)) await addTo(hash, join(path, name));
    }
  } else {
    hash.update(path).update(await readFile(path));
  }
}
