import { cpSync } from "node:fs";
import type { Config } from "../../server/config.ts";

/** Copies the sample's encoded pictures from the package, because encoding them takes a small server minutes. */
export function takeSamplePictures({ cacheDir }: Config): void {
  cpSync("cache", cacheDir, { recursive: true, force: false });
}
