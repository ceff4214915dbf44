import type { BrowserStorage } from "../../ui/browser-storage.ts";

/** In-memory storage for a test; `kept` is its content. */
export function createFakeStorage() {
  const kept = new Map<string, string>();
  const storage: BrowserStorage = {
    read(name) {
      try {
        return JSON.parse(kept.get(name) ?? "null");
      } catch {
        return undefined;
      }
    },
    write: (name, value) => kept.set(name, JSON.stringify(value)) === kept,
    remove: (name) => void kept.delete(name),
  };
  return { storage, kept };
}
