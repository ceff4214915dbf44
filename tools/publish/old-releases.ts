import { dirname, join, resolve } from "node:path";
import type { Config } from "../../server/config.ts";
import { currentRelease } from "../../server/releases.ts";

/** Names a folder of releases that an earlier program left beside `build`, and says what to do about it. */
export function tellOldReleases({ codeDir, releasesDir }: Pick<Config, "codeDir" | "releasesDir">): void {
  const old = join(dirname(codeDir), "../releases");
  if (resolve(old) === resolve(releasesDir) || currentRelease(old) === undefined) return;
  console.log(
    [
      `Folder ${old} zostawiła wcześniejsza wersja programu. Nie jest już używany: opublikowane wersje leżą w folderze ${releasesDir}.`,
      "Opublikuj stronę na nowo (npm run publish), a potem go usuń.",
    ].join("\n"),
  );
}
