/** What the browser keeps for the site. Nothing here throws: where site data is blocked or full, nothing is kept. */
export interface BrowserStorage {
  getItem(name: string): string | null;
  /** Whether the value is kept now. */
  setItem(name: string, value: string): boolean;
  removeItem(name: string): void;
}

/** Keeps nothing, as on the server. */
export const noStorage: BrowserStorage = {
  getItem: () => null,
  setItem: () => false,
  removeItem() {},
};

/** A browser that blocks site data throws as soon as the global is read, so each use reads it anew. */
export function browserStorage(name: "localStorage" | "sessionStorage"): BrowserStorage {
  function attempt<T>(use: (storage: Storage) => T, otherwise: T): T {
    try {
      return use(globalThis[name]);
    } catch {
      return otherwise;
    }
  }
  return {
    getItem: (key) => attempt((storage) => storage.getItem(key), null),
    setItem: (key, value) =>
      attempt((storage) => {
        storage.setItem(key, value);
        return true;
      }, false),
    removeItem: (key) => attempt((storage) => storage.removeItem(key), undefined),
  };
}
