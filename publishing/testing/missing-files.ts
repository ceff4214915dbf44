import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readSite } from "../../server/build-facts.ts";

/** Files of a release that its pages name and that are not there; an oracle for publications that were killed. */
export function missingIn(release: string): string[] {
  const pages = Object.values(readSite(release)?.pages ?? { none: "site.json" });
  const client = join(release, "client");
  const named = pages
    .filter((page) => existsSync(join(client, page)))
    .flatMap((page) =>
      [
        ...readFileSync(join(client, page), "utf8").matchAll(/\/(?:assets|cards|payload|pictures)\/[\w.-]+/g),
      ].map(([path]) => path),
    );
  return [...new Set([...pages, ...named])].filter((name) => !existsSync(join(client, name)));
}
