import { cpSync } from "node:fs";
import type { Config } from "../../server/config.ts";

/** The pictures of the sample come encoded with the package: to make them takes a small server minutes. */
export function takeSamplePictures({ cacheDir }: Config): void {
  cpSync("cache", cacheDir, { recursive: true, force: false });
}
