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

/** A script part that cannot be had, though an answer came. */
export class MissingPart extends StatusError {
  constructor(name: string) {
    super(500, `Loading chunk ${name} failed`);
  }
}

/** Loads as `load` does, but has the whole document loaded anew where a script part is missing and `reload` agrees. */
export function reloadForMissingParts<T>(
  load: (path: string) => Promise<T>,
  reload: (path: string) => boolean,
): (path: string) => Promise<T> {
  return (path) =>
    load(path).catch((fault: unknown) => {
      if (fault instanceof MissingPart && reload(path)) return new Promise<never>(() => {});
      throw fault;
    });
}

/** Where the guard keeps what it reloaded last, and what it reloads with. */
export interface ReloadGuardDeps {
  readonly storage: Pick<Storage, "getItem" | "setItem">;
  readonly now: () => number;
  readonly reload: (address: string) => void;
}

/** Reloads the page for an address whose script part failed; false when it did so for the same address within 10 s. */
export function createReloadGuard({ storage, now, reload }: ReloadGuardDeps): (address: string) => boolean {
  return (address) => {
    try {
      const last = JSON.parse(storage.getItem(storageKey) ?? "null") as {
        address: string;
        at: number;
      } | null;
      if (last?.address === address && now() - last.at < reloadGuardMs) return false;
      storage.setItem(storageKey, JSON.stringify({ address, at: now() }));
    } catch {
      // Without storage a loop could not be noticed, so do not begin one.
      return false;
    }
    reload(address);
    return true;
  };
}
