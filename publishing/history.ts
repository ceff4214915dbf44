import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { currentRelease, ifExists, listReleases } from "../server/releases.ts";

export type Origin = "command" | "restore" | "update" | "schedule" | "panel";

/** One publication, as its release keeps it beside the content (`entry.json`). */
export interface HistoryEntry {
  /** The release's name. */
  readonly name: string;
  /** ISO time. */
  readonly at: string;
  readonly origin: Origin;
  /** What visitors saw before. */
  readonly previous?: string | undefined;
  /** The earlier publication whose content this one shows again. */
  readonly restores?: string | undefined;
  /** The device of the panel that asked for it. */
  readonly by?: string | undefined;
  /** What differs from the content before it, in Polish, a line each; absent for the first and from older programs. */
  readonly changes?: readonly string[] | undefined;
  /** When something in its content appears, goes or changes by itself, as an ISO time. */
  readonly nextChange?: string | undefined;
}

export interface HistoryFolders {
  readonly releasesDir: string;
  /** Content of publications whose releases are gone. */
  readonly historyDir: string;
}

/** Every publication of which the content is still there, newest first. */
export function listHistory({ releasesDir, historyDir }: HistoryFolders): HistoryEntry[] {
  const current = currentRelease(releasesDir) ?? "";
  const names = [
    // A newer one was never shown: its publication was cut short.
    ...listReleases(releasesDir).filter((name) => name <= current),
    ...ifExists(() => readdirSync(historyDir), []),
  ];
  return [...new Set(names)]
    .sort()
    .reverse()
    .flatMap((name) => readEntry({ releasesDir, historyDir }, name) ?? []);
}

/** The folder with the content of a publication; undefined where it is kept no longer. */
export function contentOf({ releasesDir, historyDir }: HistoryFolders, name: string): string | undefined {
  return [releasesDir, historyDir]
    .map((folder) => join(folder, name, "content"))
    .find((folder) => existsSync(folder));
}

/** The folder with the content that visitors see; undefined before the first publication. */
export function shownContent(folders: HistoryFolders): string | undefined {
  return contentOf(folders, currentRelease(folders.releasesDir) ?? "");
}

/** Undefined where its content is kept no longer. */
export function readEntry(folders: HistoryFolders, name: string): HistoryEntry | undefined {
  const content = contentOf(folders, name);
  const text = content && ifExists(() => readFileSync(join(content, "../entry.json"), "utf8"), undefined);
  return text === undefined ? undefined : (JSON.parse(text) as HistoryEntry);
}

/** What visitors saw before the current content; never what was itself taken back. */
export function beforeCurrent(folders: HistoryFolders): string | undefined {
  const shown = original(folders, currentRelease(folders.releasesDir));
  return original(folders, shown?.previous)?.name;
}

/** The publication that first showed this content: for one that restores another, the other. */
function original(folders: HistoryFolders, name: string | undefined): HistoryEntry | undefined {
  const entry = name === undefined ? undefined : readEntry(folders, name);
  return entry?.restores === undefined ? entry : original(folders, entry.restores);
}
