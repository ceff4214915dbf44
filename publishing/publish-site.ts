import { readSite } from "../server/build-facts.ts";
import { type Check, type Finding, isError } from "./checks/finding.ts";
import { addRelease, createUnfinished, keepLatest, remove, switchTo } from "./release-store.ts";

const keptReleases = 5;

export interface PublishDeps {
  readonly releasesDir: string;
  /** Builds the whole site into a folder. */
  build(folder: string): Promise<unknown>;
  /** Looks the built site over; an error among its findings stands against showing it to visitors. */
  check(folder: string): Promise<readonly Check[]>;
  now(): Date;
}

export type Published =
  | { readonly kind: "published"; readonly name: string; readonly version: string }
  | { readonly kind: "refused"; readonly errors: readonly Finding[] };

/** Builds the site into a new release, checks it and shows it to visitors; until its last step they see the one before it. */
export async function publishSite({ releasesDir, build, check, now }: PublishDeps): Promise<Published> {
  const folder = await createUnfinished(releasesDir);
  try {
    await build(folder);
    const errors = (await check(folder)).flatMap(({ findings }) => findings.filter(isError));
    if (errors.length > 0) return { kind: "refused", errors };
    const version = readSite(folder)?.version ?? "";
    const name = await addRelease(releasesDir, folder, { version, at: now() });
    // Before the change: a server that has just changed reads all of the releases that are kept.
    await keepLatest(releasesDir, keptReleases);
    await switchTo(releasesDir, name);
    return { kind: "published", name, version };
  } finally {
    await remove(folder);
  }
}
