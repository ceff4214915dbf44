import type { BrowserStorage } from "./browser-storage.ts";
import { StatusError } from "./page-error.ts";

const loadTimeoutMs = 120_000;
const reloadGuardMs = 10_000;

const storageKey = "reloaded";

/** Rejects with the generic load failure when `loading` has not settled after 120 s. */
export function withLoadTimeout<T>(name: string, loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new StatusError(500, `Loading chunk ${name} failed (timeout)`)),
      loadTimeoutMs,
    );
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Something that a page is made of cannot be had, most likely because a later release has taken its place. */
export class MissingPart extends StatusError {
  constructor(name: string) {
    super(500, `Loading chunk ${name} failed`);
  }
}

/** Loads a script part by a dynamic import. */
export async function loadPart<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await withLoadTimeout(name, load());
  } catch (error) {
    throw error instanceof StatusError ? error : new MissingPart(name);
  }
}

/** How the history takes up an address: as a new entry, in place of the present one, or it stands there already. */
export type HistoryChange = "push" | "replace" | "none";

export type LoadDocument = (address: URL, change: HistoryChange) => boolean;

/** Loads documents anew; false for a path that was loaded anew less than 10 s ago, for it would fail again and again. */
export function createLoadDocument(deps: {
  readonly storage: Pick<BrowserStorage, "getItem" | "setItem">;
  readonly now: () => number;
  readonly open: (address: URL, change: HistoryChange) => void;
}): LoadDocument {
  const { storage, now, open } = deps;
  return (address, change) => {
    try {
      const last = JSON.parse(storage.getItem(storageKey) ?? "null") as { path: string; at: number } | null;
      if (last?.path === address.pathname && now() - last.at < reloadGuardMs) return false;
    } catch {
      return false;
    }
    // Without storage a loop could not be noticed, so none is begun.
    const note = JSON.stringify({ path: address.pathname, at: now() });
    if (!storage.setItem(storageKey, note)) return false;
    open(address, change);
    return true;
  };
}

/** Has the browser load the document at an address of the site. */
export function openDocument(address: URL, change: HistoryChange): void {
  const { pathname, search } = location;
  const onlyHashDiffers = address.hash !== "" && address.pathname + address.search === pathname + search;
  if (change === "push") location.assign(address);
  if (change === "replace") location.replace(address);
  // Where only the hash differs, assigning has changed the address and loaded nothing.
  if (change === "none" || onlyHashDiffers) location.reload();
}
