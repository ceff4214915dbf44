import { LoggableError } from "../enquiries/log.ts";
import type { Site } from "./build-facts.ts";
import { ifThere } from "./releases.ts";
import { loadImmutableFiles, loadStaticFiles, type StaticFile } from "./static-files.ts";

export type SiteFiles = {
  /** Every file and page that can be asked for, by its one address. */
  files: Map<string, StaticFile>;
  notFoundPage: StaticFile;
  serverErrorHtml: string;
};

// Leaves the process well under 120 MB; everything but large pictures fits many times over.
const memoryBudgetBytes = 16 * 1024 * 1024;

/**
 * Loads `build/client`; pages get their paths as addresses, and error pages none. What the pages of other releases are made of
 * stays there too: a tab that was opened before a release must go on working.
 */
export function loadSiteFiles(
  clientDir: string,
  { pages }: Pick<Site, "pages">,
  otherClientDirs: readonly string[],
): SiteFiles {
  const files = loadStaticFiles(clientDir, memoryBudgetBytes);
  for (const folder of otherClientDirs) {
    for (const [address, file] of loadOtherRelease(folder, files)) files.set(address, file);
  }
  // Meant for other hosts.
  files.delete("/_headers");
  const notFoundPage = takeFile(files, "/404.html");
  const serverErrorPage = takeFile(files, "/500.html");
  for (const [path, file] of Object.entries(pages)) files.set(path, takeFile(files, `/${file}`));
  const body = serverErrorPage.variants.identity?.body ?? "";
  return {
    files,
    notFoundPage,
    serverErrorHtml: typeof body === "string" ? body : new TextDecoder().decode(body),
  };
}

/** An old release may be removed at this very moment. */
function loadOtherRelease(clientDir: string, known: SiteFiles["files"]): SiteFiles["files"] {
  return ifThere(() => loadImmutableFiles(clientDir, known), new Map());
}

function takeFile(files: Map<string, StaticFile>, address: string): StaticFile {
  const file = files.get(address);
  if (file === undefined) throw new LoggableError(`The build lacks ${address}`);
  files.delete(address);
  return file;
}
