import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RenderData } from "../../app/payload-types.ts";
import { buildContentFiles } from "../../publishing/site/content-files.ts";
import type { SiteSources } from "../../publishing/site/sources.ts";
import { cacheDir } from "../build/site.ts";
import { devClientFiles } from "./dev-client.ts";

export interface DevSite {
  /** The last content that was right; undefined when none has been yet. */
  readonly data: RenderData | undefined;
  /** What has been wrong with the content since then. */
  readonly fault: unknown;
}

/** The site as its content now says, kept in memory; pictures and icons stand in `clientDir`. */
export function createDevSite(sources: SiteSources, clientDir: string) {
  let latest: Promise<DevSite> = Promise.resolve({ data: undefined, fault: undefined });

  async function load(before: DevSite): Promise<DevSite> {
    try {
      return { data: await loadData(sources, clientDir), fault: undefined };
    } catch (fault) {
      return { data: before.data, fault };
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

async function loadData(sources: SiteSources, clientDir: string): Promise<RenderData> {
  await mkdir(clientDir, { recursive: true });
  for (const [name, text] of Object.entries(standIns)) await writeFile(join(clientDir, name), text);
  const { content, published, icons, facts } = await buildContentFiles(sources, { clientDir, cacheDir });
  return {
    ...facts,
    cards: Object.fromEntries(published.map((path) => [path, "/logo.png"])),
    client: { ...(await devClientFiles(content.site.accent)), icons },
  };
}

const standIns = {
  // The server wants them of every build; here unknown addresses are rendered like all others.
  "404.html": "404",
  "500.html": "500",
  // The worker of a built site that was looked at before on this address would answer with what it kept.
  "sw.js": "self.registration.unregister();",
};
