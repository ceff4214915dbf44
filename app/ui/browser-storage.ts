/** JSON in the browser's storage. Never throws: if storage is blocked or full, nothing is stored; malformed values count as absent. */
export interface BrowserStorage {
  /** Undefined or null if there is no value. */
  read(name: string): unknown;
  /** Returns whether the value was stored. */
  write(name: string, value: unknown): boolean;
  remove(name: string): void;
}

/** Stores nothing; used on the server. */
export const noStorage: BrowserStorage = { read: () => undefined, write: () => false, remove() {} };

/** If site data is blocked, even reading the global throws, so every use reads it inside a try. */
export function browserStorage(name: "localStorage" | "sessionStorage"): BrowserStorage {
  function attempt<T>(use: (storage: Storage) => T, otherwise: T): T {
    try {
      return use(globalThis[name]);
    } catch {
      return otherwise;
    }
  }
  return {
    read: (key) => attempt((storage) => JSON.parse(storage.getItem(key) ?? "null"), undefined),
    write: (key, value) =>
      attempt((storage) => {
        storage.setItem(key, JSON.stringify(value));
        return true;
      }, false),
    remove: (key) => attempt((storage) => storage.removeItem(key), undefined),
  };
}
