import { ChunkLoadError, withLoadTimeout } from "./load-guard.ts";
import { StatusError } from "./page-error.ts";

/** The static manifest: the address of the payload file for each pre-rendered path. */
export interface StaticManifest<Site = unknown> {
  readonly site: Site;
  readonly payloads: Readonly<Record<string, string>>;
}

export async function loadManifest<Site>(address: string): Promise<StaticManifest<Site>> {
  return (await fetchJson(address, "manifest")) as StaticManifest<Site>;
}

/** Loads the payload of the page called `name` (B1.6). */
export function loadPayload(address: string, name: string): Promise<unknown> {
  return fetchJson(address, `${name}.payload`);
}

function fetchJson(address: string, name: string): Promise<unknown> {
  return withLoadTimeout(name, fetch(address).then(readJson(name)));
}

const readJson = (name: string) => (response: Response) => {
  if (response.ok) return response.json() as Promise<unknown>;
  // The manifest lists it, so it existed until a newer release replaced it.
  if (response.status === 404 || response.status === 410) throw new ChunkLoadError(name);
  throw new StatusError(response.status, `Loading chunk ${name} failed (${response.status})`);
};
