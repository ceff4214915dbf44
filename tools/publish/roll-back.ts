import { switchTo } from "../../publishing/release-store.ts";
import { currentRelease, listReleases } from "../../server/releases.ts";

export type RolledBack =
  | { readonly kind: "changed"; readonly from: string | undefined; readonly to: string }
  | { readonly kind: "none"; readonly kept: readonly string[] };

/** Shows visitors the named release, or the one before the current; `none` where there is no such release. */
export async function rollBack(releasesDir: string, wanted?: string): Promise<RolledBack> {
  const kept = listReleases(releasesDir);
  const from = currentRelease(releasesDir);
  const to = wanted === undefined ? kept[kept.indexOf(from ?? "") - 1] : kept.find((name) => name === wanted);
  if (to === undefined) return { kind: "none", kept };
  await switchTo(releasesDir, to);
  return { kind: "changed", from, to };
}
