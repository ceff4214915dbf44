import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import type { ClientFiles, RenderData } from "../../app/payload-types.ts";
import { loadFolder } from "../../content-model/load.ts";
import { siteSettings } from "../../publishing/basis.ts";
import { createReleaseFiles } from "../../publishing/release-files.ts";
import { buildContentFiles } from "../../publishing/site/content-files.ts";
import { accentCss } from "../../publishing/site/render-facts.ts";
import type { Config } from "../../server/config.ts";

export interface DevSite {
  /** The last valid content; undefined if there has been none. */
  readonly data: RenderData | undefined;
  /** Why the current content cannot be shown; undefined if it can. */
  readonly error: unknown;
}

export function createDevSite(config: Config, clientDir: string) {
  let latest: Promise<DevSite> = Promise.resolve({ data: undefined, error: undefined });

  async function load(before: DevSite): Promise<DevSite> {
    try {
      return { data: await loadData(config, clientDir), error: undefined };
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

/** Writes pictures, icons and other generated files into `clientDir`. */
async function loadData(config: Config, clientDir: string): Promise<RenderData> {
  const { cacheDir, codeDir } = config;
  const files = createReleaseFiles(clientDir);
  for (const [address, text] of Object.entries(standIns)) await files.write(address, text);
  const { content, published, icons, facts } = await buildContentFiles(
    { ...siteSettings(config), source: loadFolder(config.contentDir) },
    {
      files,
      cacheDir,
      codeDir,
      parallel: availableParallelism(),
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

/** The address of the static manifest, which development generates for every request. */
export const manifestAddress = "/payload/manifest.json";

/** The files that documents refer to in development: the sources, as Vite serves them. */
async function devClientFiles(accent: string): Promise<Omit<ClientFiles, "icons">> {
  return {
    script: "/app/start.tsx",
    manifest: manifestAddress,
    lateCss: "/app/styles/late.css",
    preloads: [],
    fonts: [],
    firstViewScript: "",
    typefaceCss: "",
    integrity: {},
    bootScript: await readFile("app/boot.js", "utf8"),
    baseCss: accentCss(accent),
    pageCss: {},
  };
}
