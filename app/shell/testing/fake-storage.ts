import type { BrowserStorage } from "../browser-storage.ts";

/** In-memory storage for a test; `kept` is its content. */
export function createFakeStorage() {
  const kept = new Map<string, string>();
  const storage: BrowserStorage = {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => kept.set(name, value) === kept,
    removeItem: (name) => void kept.delete(name),
  };
  return { storage, kept };
}
