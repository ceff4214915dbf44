import { withLoadTimeout } from "./load-guard.ts";
import { StatusError } from "./page-error.ts";

/** The static manifest: the pre-rendered paths with the address of each one's payload file. */
export interface StaticManifest<Site = unknown> {
  readonly site: Site;
  readonly payloads: Readonly<Record<string, string>>;
}

export async function loadManifest<Site>(address: string): Promise<StaticManifest<Site>> {
  return (await fetchJson(address, "manifest")) as StaticManifest<Site>;
}

/** Makes the loader of page payloads: each is fetched once and kept; a failed one may be asked for again. */
export function createPayloadLoader(
  manifest: StaticManifest,
): (path: string, name: string) => Promise<unknown> {
  const kept = new Map<string, Promise<unknown>>();
  return (path, name) => {
    const known = kept.get(path);
    if (known) return known;
    const address = manifest.payloads[path];
    if (!address) return Promise.reject(new StatusError(404, `Route ${path} is not pre-rendered`));
    const loading = fetchJson(address, `${name}.payload`);
    kept.set(path, loading);
    loading.catch(() => kept.delete(path));
    return loading;
  };
}

function fetchJson(address: string, name: string): Promise<unknown> {
  return withLoadTimeout(
    name,
    fetch(address).then((response) => {
      if (!response.ok)
        throw new StatusError(response.status, `Loading chunk ${name} failed (${response.status})`);
      return response.json() as Promise<unknown>;
    }),
  );
}
