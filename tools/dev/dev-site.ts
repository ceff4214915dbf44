import { availableParallelism } from "node:os";
import type { RenderData } from "../../app/payload-types.ts";
import { loadFolder } from "../../content-model/load.ts";
import { createReleaseFiles } from "../../publishing/release-files.ts";
import { buildContentFiles } from "../../publishing/site/content-files.ts";
import type { SiteSettings } from "../../publishing/site/sources.ts";
import type { Config } from "../../server/config.ts";
import { devClientFiles } from "./dev-client.ts";

export interface DevSite {
  /** The last valid content; undefined if there has been none. */
  readonly data: RenderData | undefined;
  /** Why the current content cannot be shown; undefined if it can. */
  readonly error: unknown;
}

interface Sources {
  readonly contentDir: string;
  readonly settings: SiteSettings;
}

interface Folders extends Pick<Config, "codeDir"> {
  /** For pictures, icons and other generated files. */
  readonly clientDir: string;
  readonly cacheDir: string;
}

export function createDevSite(sources: Sources, folders: Folders) {
  let latest: Promise<DevSite> = Promise.resolve({ data: undefined, error: undefined });

  async function load(before: DevSite): Promise<DevSite> {
    try {
      return { data: await loadData(sources, folders), error: undefined };
    } catch (error) {
      return { data: before.data, error };
    }
  }

  return {
    current: () => latest,
    /** Reads the content again after any read in progress. */
    reload(): Promise<DevSite> {
      latest = latest.then(load);
      return latest;
    },
  };
}

async function loadData(
  { contentDir, settings }: Sources,
  { clientDir, cacheDir, codeDir }: Folders,
): Promise<RenderData> {
  const files = createReleaseFiles(clientDir);
  for (const [address, text] of Object.entries(standIns)) await files.write(address, text);
  const { content, published, icons, facts } = await buildContentFiles(
    { ...settings, source: loadFolder(contentDir) },
    {
      files,
      cacheDir,
      codeDir,
      parallel: availableParallelism(),
      onNotice: (text) => console.warn(`Uwaga: ${text}`),
    },
  );
  return {
    ...facts,
    cards: Object.fromEntries(published.map((path) => [path, "/logo.png"])),
    client: { ...(await devClientFiles(content.site.accent)), icons },
  };
}

const standIns = {
  // The server requires these files; in development, error pages are rendered instead.
  "/404.html": "404",
  "/500.html": "500",
  // Replaces the service worker of a built site that was opened at this address earlier.
  "/sw.js": "self.registration.unregister();",
};
