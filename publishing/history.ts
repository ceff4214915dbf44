import { existsSync, readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Config } from "../server/config.ts";
import { catchMissing, readJson } from "../server/durable-files.ts";
import { currentRelease, isReleaseName, listReleases } from "../server/releases.ts";

/** One publication, as stored in `entry.json` next to its content. */
export interface HistoryEntry {
  /** The release's name. */
  readonly name: string;
  /** ISO time. */
  readonly at: string;
  readonly origin: "command" | "restore" | "update" | "schedule" | "panel";
  /** The release that visitors saw before. */
  readonly previous?: string | undefined;
  /** The earlier publication whose content this one shows again. */
  readonly restores?: string | undefined;
  /** The panel device that requested it. */
  readonly by?: string | undefined;
  /** The changes since the previous content in Polish, one line each; absent for the first one and in old entries. */
  readonly changes?: readonly string[] | undefined;
  /** The day on which its content next changes by date alone; entries of older versions have the time at which that day begins. */
  readonly nextChange?: string | undefined;
}

/** `historyDir` holds the content of publications whose releases were removed. */
export type HistoryFolders = Pick<Config, "releasesDir" | "historyDir">;

/** Every publication whose content is still kept, newest first. */
export function listHistory({ releasesDir, historyDir }: HistoryFolders): HistoryEntry[] {
  const current = currentRelease(releasesDir) ?? "";
  const names = [
    // A newer release was never shown, because its publication was interrupted.
    ...listReleases(releasesDir).filter((name) => name <= current),
    ...catchMissing(() => readdirSync(historyDir), []),
  ];
  const newestFirst = [...new Set(names)].sort().reverse();
  return newestFirst.flatMap((name) => readEntry({ releasesDir, historyDir }, name) ?? []);
}

/** The folder with a publication's content; undefined if it is no longer kept or the name is invalid. */
export function contentOf({ releasesDir, historyDir }: HistoryFolders, name: string): string | undefined {
  if (!isReleaseName(name)) return undefined;
  return [releasesDir, historyDir]
    .map((folder) => join(folder, name, "content"))
    .find((folder) => existsSync(folder));
}

/** The folder with the current content; undefined before the first publication. */
export function shownContent(folders: HistoryFolders): string | undefined {
  return contentOf(folders, currentRelease(folders.releasesDir) ?? "");
}

/** Undefined if its content is no longer kept. */
export function readEntry(folders: HistoryFolders, name: string): HistoryEntry | undefined {
  const content = contentOf(folders, name);
  return content ? readJson(join(content, "../entry.json"), undefined) : undefined;
}

/** The publication before the current content, skipping any that a rollback has undone. */
export function beforeCurrent(folders: HistoryFolders): string | undefined {
  const shown = original(folders, currentRelease(folders.releasesDir));
  return original(folders, shown?.previous)?.name;
}

/** The oldest kept publication that showed this content, following restores back. */
function original(folders: HistoryFolders, name: string | undefined): HistoryEntry | undefined {
  if (name === undefined) return undefined;
  const entry = readEntry(folders, name);
  return original(folders, entry?.restores) ?? entry;
}

const fileName = "content-dir";

export async function recordTrialContent(siteDir: string, contentDir: string): Promise<void> {
  await writeFile(join(siteDir, fileName), resolve(contentDir));
}

/** The content that visitors see before the first publication; undefined if it is unknown or gone. */
export function trialContent(siteDir: string): string | undefined {
  const folder = catchMissing(() => readFileSync(join(siteDir, fileName), "utf8"), "");
  return existsSync(folder) ? folder : undefined;
}
