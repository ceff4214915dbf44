/** Browser storage that never throws: when site data is blocked or full, nothing is kept. */
export interface BrowserStorage {
  getItem(name: string): string | null;
  /** Returns whether the value was stored. */
  setItem(name: string, value: string): boolean;
  removeItem(name: string): void;
}

/** Stores nothing; used on the server. */
export const noStorage: BrowserStorage = {
  getItem: () => null,
  setItem: () => false,
  removeItem() {},
};

/** A browser that blocks site data throws on reading the global, so every use reads it inside a try. */
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
