import type { BrowserStorage } from "../ui/browser-storage.ts";
import { StatusError } from "./page-error.ts";

const loadTimeoutMs = 120_000;
const reloadGuardMs = 10_000;

const storageKey = "reloaded";

/** Rejects with the generic load failure when `loading` has not settled after 120 s (B6.7). */
export function withLoadTimeout<T>(name: string, loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new StatusError(500, `Loading chunk ${name} failed (timeout)`)),
      loadTimeoutMs,
    );
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A script or payload cannot be loaded, most likely because a newer release has replaced it. */
export class ChunkLoadError extends StatusError {
  constructor(name: string) {
    super(500, `Loading chunk ${name} failed`);
  }
}

export async function loadChunk<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await withLoadTimeout(name, load());
  } catch (error) {
    throw error instanceof StatusError ? error : new ChunkLoadError(name);
  }
}

/** How an address enters the history: as a new entry, by replacing the current one, or not, because it is already there. */
export type HistoryChange = "push" | "replace" | "none";

export type LoadDocument = (address: URL, change: HistoryChange) => boolean;

/** Loads an address as a document. To prevent loops, returns false if the same path was loaded less than 10 s ago (B6.6). */
export function createLoadDocument(store: BrowserStorage, open = openDocument, now = Date.now): LoadDocument {
  return (address, change) => {
    const last = store.read(storageKey) as { path: string; at: number } | null | undefined;
    if (last?.path === address.pathname && now() - last.at < reloadGuardMs) return false;
    // Without storage a loop could not be detected, so nothing is reloaded.
    if (!store.write(storageKey, { path: address.pathname, at: now() })) return false;
    open(address, change);
    return true;
  };
}

export function openDocument(address: URL, change: HistoryChange): void {
  const { pathname, search } = location;
  const onlyHashDiffers = address.hash !== "" && address.pathname + address.search === pathname + search;
  if (change === "push") location.assign(address);
  if (change === "replace") location.replace(address);
  // If only the hash differs, assigning changes the address without loading anything.
  if (change === "none" || onlyHashDiffers) location.reload();
}

/** Loads the manifest, the payload of a page (B1.6) or the runtime configuration. Error messages contain `name`. */
export function loadJson(name: string, ...request: Parameters<typeof fetch>): Promise<unknown> {
  const loading = fetch(...request).then((response) => {
    if (response.ok) return response.json();
    // The manifest lists it, so it existed until a newer release replaced it.
    if (response.status === 404 || response.status === 410) throw new ChunkLoadError(name);
    throw new StatusError(response.status, `Loading chunk ${name} failed (${response.status})`);
  });
  return withLoadTimeout(name, loading);
}
