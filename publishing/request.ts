import type { Config } from "../server/config.ts";
import type { PublicationRequest } from "./protocol.ts";
import type { Publication } from "./publish.ts";
import { siteSettings } from "./site/sources.ts";

const waitMs = 60_000;

/** What to publish, with what the settings say of how and where. */
export function requestOf(config: Config, publication: Publication): PublicationRequest {
  const { codeDir, releasesDir, historyDir, cacheDir, siteDir } = config;
  return {
    ...publication,
    settings: siteSettings(config),
    codeDir,
    releasesDir,
    historyDir,
    cacheDir,
    siteDir,
    waitMs,
  };
}
