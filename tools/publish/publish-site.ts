import { readBuild } from "../../server/build-facts.ts";
import { addRelease, createUnfinished, keepLatest, remove, switchTo } from "./release-store.ts";

const keptReleases = 5;

export interface PublishDeps {
  readonly releasesDir: string;
  /** Builds the whole site into a folder. */
  build(folder: string): Promise<void>;
  /** Looks the built site over; gives, in Polish, what stands against showing it to visitors. */
  check(folder: string): Promise<readonly string[]>;
  now(): Date;
}

export type Published =
  | { readonly kind: "published"; readonly name: string; readonly version: string }
  | { readonly kind: "refused"; readonly problems: readonly string[] };

/** Builds the site into a new release, checks it and shows it to visitors; until its last step they see the one before it. */
export async function publishSite({ releasesDir, build, check, now }: PublishDeps): Promise<Published> {
  const folder = await createUnfinished(releasesDir);
  try {
    await build(folder);
    const problems = await check(folder);
    if (problems.length > 0) return { kind: "refused", problems };
    const version = readBuild(folder)?.site.version ?? "";
    const name = await addRelease(releasesDir, folder, { version, at: now() });
    // Before the change: a server that has just changed reads all of the releases that are kept.
    await keepLatest(releasesDir, keptReleases);
    await switchTo(releasesDir, name);
    return { kind: "published", name, version };
  } finally {
    await remove(folder);
  }
}
