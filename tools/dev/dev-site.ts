import { availableParallelism } from "node:os";
import type { RenderData } from "../../app/payload-types.ts";
import { createReleaseFiles } from "../../publishing/release-files.ts";
import { buildContentFiles } from "../../publishing/site/content-files.ts";
import type { SiteSources } from "../../publishing/site/sources.ts";
import { devClientFiles } from "./dev-client.ts";

export interface DevSite {
  /** The last content that was right; undefined when none has been yet. */
  readonly data: RenderData | undefined;
  /** What has been wrong with the content since then. */
  readonly error: unknown;
}

interface Folders {
  /** Where pictures, icons and the like stand while they are shown. */
  readonly clientDir: string;
  readonly cacheDir: string;
}

/** The site as its content now says, its pages kept in memory. */
export function createDevSite(sources: SiteSources, folders: Folders) {
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
    /** Reads the content anew, after what is being read already. */
    reload(): Promise<DevSite> {
      latest = latest.then(load);
      return latest;
    },
  };
}

async function loadData(sources: SiteSources, { clientDir, cacheDir }: Folders): Promise<RenderData> {
  const files = createReleaseFiles(clientDir);
  for (const [address, text] of Object.entries(standIns)) await files.write(address, text);
  const { content, published, icons, facts } = await buildContentFiles(sources, {
    files,
    cacheDir,
    parallel: availableParallelism(),
    onNotice: (text) => console.warn(`Uwaga: ${text}`),
  });
  return {
    ...facts,
    cards: Object.fromEntries(published.map((path) => [path, "/logo.png"])),
    client: { ...(await devClientFiles(content.site.accent)), icons },
  };
}

const standIns = {
  // The server wants them of every build; here unknown addresses are rendered like all others.
  "/404.html": "404",
  "/500.html": "500",
  // The worker of a built site that was looked at before on this address would answer with what it kept.
  "/sw.js": "self.registration.unregister();",
};
