import type { NotedPhoto } from "../../server/api.ts";
import type { Save, Unsaved } from "./sync-state.ts";

const storageKey = "panel:unsaved";

let known: Unsaved = { saves: [], conflicts: [] };
let knownText: string | null = null;

/** Reads the unsaved changes, which survive a killed page and are shared by all tabs. The same object until they change. */
export function readUnsaved(): Unsaved {
  try {
    const text = localStorage.getItem(storageKey);
    if (text === null || text === knownText) return known;
    const { saves, conflicts = [] } = JSON.parse(text) as Unsaved;
    known = { saves: saves.map(withChanges), conflicts };
    knownText = text;
  } catch {
    // Without storage they last as long as the page.
  }
  return known;
}

/** Version 1.0 stored the details of a photograph as `photo` and `note`. */
function withChanges(save: Save | { id: string; sent: boolean; photo: string; note: NotedPhoto }): Save {
  if (!("photo" in save)) return save;
  const { id, sent, photo, note } = save;
  return {
    id,
    sent,
    name: `photo:${photo}`,
    changes: [{ place: "", change: { do: "set", at: [], value: note } }],
  };
}

export function writeUnsaved(unsaved: Unsaved): void {
  if (unsaved === known) return;
  known = unsaved;
  const text = JSON.stringify(unsaved);
  try {
    localStorage.setItem(storageKey, text);
    knownText = text;
  } catch {
    // As above.
  }
}
