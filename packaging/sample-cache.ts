import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { loadFolder } from "../content-model/load.ts";
import { buildRelease } from "../publishing/build-release.ts";
import { requireCodeBuild } from "../publishing/code-build.ts";

/** Encodes the sample's pictures into a folder, so that a small server shows its first page in seconds. */
export async function fillSampleCache(cacheDir: string, codeDir: string): Promise<void> {
  const release = mkdtempSync(join(tmpdir(), "trainer-site-sample-"));
  const settings = { siteUrl: "https://www.example.pl", retentionDays: 365, production: true };
  const api = { browserBaseUrl: "/", baseUrl: null };
  try {
    await buildRelease({ ...settings, api, source: loadFolder("content") }, release, {
      code: requireCodeBuild(codeDir),
      cacheDir,
      parallel: availableParallelism(),
    });
  } finally {
    rmSync(release, { recursive: true });
  }
}
