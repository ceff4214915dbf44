import { useMemo, useSyncExternalStore } from "react";
import type { ContentName } from "../../../content-model/content.ts";
import { shareStructure } from "./share-structure.ts";
import { readSync, subscribeSync } from "./sync.ts";
import { type Conflict, type FileAnswer, type SyncState, shownValue } from "./sync-state.ts";

/** What is unsaved, and whether saving works. */
export function useSync(): SyncState {
  return useSyncExternalStore(subscribeSync, readSync);
}

export interface SyncedFile {
  readonly answer: FileAnswer;
  /** The server's value with the unsaved changes; undefined if the file cannot be read. */
  readonly value: unknown;
  readonly conflicts: readonly Conflict[];
}

let shownBefore: { name: ContentName; value: unknown } | undefined;

/** A content file as its form shows it; undefined before it is loaded. Unchanged parts of the value keep their identity. */
export function useSyncedFile(name: ContentName): SyncedFile | undefined {
  const { files, unsaved } = useSync();
  const answer = files[name];
  const value = useMemo(() => {
    const next = shownValue({ files, unsaved }, name);
    const before = shownBefore?.name === name ? shownBefore.value : undefined;
    shownBefore = { name, value: shareStructure(before, next) };
    return shownBefore.value;
  }, [name, files, unsaved]);
  const conflicts = useMemo(
    () => unsaved.conflicts.filter((conflict) => conflict.name === name),
    [name, unsaved.conflicts],
  );
  return answer && { answer, value, conflicts };
}
