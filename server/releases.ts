import { readdirSync, readlinkSync } from "node:fs";
import { basename, join } from "node:path";
import type { Config } from "./config.ts";
import { catchMissing } from "./durable-files.ts";

/** The link, in the folder of the releases, to the one that visitors see. */
export const currentLink = "current";

// Begins with the time, so that names sort by time.
const releaseName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-[0-9a-z]+$/;

/** The names of all complete releases, oldest first. */
export function listReleases(releasesDir: string): string[] {
  const names = catchMissing(() => readdirSync(releasesDir), []);
  return names.filter(isReleaseName).sort();
}

export const isReleaseName = (name: string) => releaseName.test(name);

/** The name of the release that visitors see; undefined while nothing has been published. */
export function currentRelease(releasesDir: string): string | undefined {
  const target = catchMissing(() => readlinkSync(join(releasesDir, currentLink)), undefined);
  return target && basename(target);
}

export function findServedDir({ siteDir, releasesDir }: Pick<Config, "siteDir" | "releasesDir">): string {
  const current = currentRelease(releasesDir);
  return current === undefined ? siteDir : join(releasesDir, current);
}

/** All releases, newest first. */
export const releaseDirs = (releasesDir: string) =>
  listReleases(releasesDir)
    .reverse()
    .map((name) => join(releasesDir, name));
