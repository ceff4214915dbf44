import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadContent } from "../../content-model/load.ts";
import { listHistory } from "../../publishing/history.ts";
import { withLock } from "../../publishing/lock.ts";
import { draftDir } from "../../publishing/own-content.ts";
import {
  type PublicationEvent,
  type PublicationOutcome,
  startPublication,
} from "../../publishing/start-publication.ts";
import { missingIn } from "../../publishing/testing/missing-files.ts";
import { type Config, loadConfig, parseConfig } from "../../server/config.ts";
import { listReleases } from "../../server/releases.ts";
import { environment } from "./site.ts";

/** On this machine the sample may be published. */
const siteUrl = "http://localhost:3000";

export type TrainerFolder = ReturnType<typeof createTrainerFolder>;

/** A data folder with content and encoded pictures. Scenarios change the heading of its offer. */
export function createTrainerFolder(dataDir: string, ownContentDir?: string) {
  const CONTENT_DIR = ownContentDir ?? "";
  const env = environment({ dataDir, SITE_URL: siteUrl, CONTENT_DIR }, 3000);
  const config = readConfig(env);
  const { releasesDir, ownContentDir: contentDir, cacheDir } = config;
  const offer = join(contentDir, "oferta.yaml");
  mkdirSync(dataDir, { recursive: true });
  cpSync("content", contentDir, { recursive: true });
  cpSync(loadConfig().cacheDir, cacheDir, { recursive: true });
  const sampleText = readFileSync(offer, "utf8");

  return {
    config,
    contentDir,
    env,
    write: (heading: string) =>
      writeFileSync(offer, sampleText.replace(/^heading: .*/m, `heading: ${heading}`)),
    publish: (onEvent: (event: PublicationEvent) => void = () => {}) =>
      startPublication(config, { contentDir, origin: "command" }, onEvent),
    draftHeading: () => loadContent(draftDir(config)).oferta.heading,
    history: () => listHistory(config),
    /** Checks that the current release is complete and returns its heading. */
    shownHeading: () => headingOfWhole(join(releasesDir, "current")),
    /** Takes the publication lock, as the next publication will. */
    assertLockIsFree: async () =>
      assert.ok(await withLock(releasesDir, { waitMs: 60_000 }, async () => true), "the lock is free"),
    /** Checks that no unfinished files or folders are left. */
    assertTidy() {
      const known = [...listReleases(releasesDir), "current", "lock.sqlite"];
      assert.deepEqual(readdirSync(releasesDir).sort(), known.sort());
      assert.deepEqual(leftoversIn(dataDir), []);
    },
  };
}

/** If it failed, the message says why. */
export function assertPublished(outcome: PublicationOutcome): void {
  assert.equal(outcome.kind, "published", JSON.stringify(outcome));
}

function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = parseConfig(env);
  assert.ok(parsed.ok);
  return parsed.config;
}

/** Names of unfinished files and folders. */
export function leftoversIn(dataDir: string): string[] {
  const names = readdirSync(dataDir, { recursive: true }) as string[];
  return names.filter((name) => /partial|unfinished|\.restored/.test(name));
}

function headingOfWhole(release: string): string {
  assert.deepEqual(missingIn(release), [], "every page is there, and all files that it names");
  assert.ok(existsSync(join(release, "entry.json")));
  const { heading } = loadContent(join(release, "content")).oferta;
  const page = readFileSync(join(release, "client/oferta.html"), "utf8");
  assert.ok(page.includes(`>${heading}<`), `the page has the heading of its content, „${heading}”`);
  return heading;
}
