import { LoggableError } from "../enquiries/log.ts";
import type { Site } from "./build-facts.ts";
import { loadStaticFiles, type StaticFile } from "./static-files.ts";

export type SiteFiles = {
  /** Every file and page, by its only address. */
  files: Map<string, StaticFile>;
  notFoundPage: StaticFile;
  serverErrorPage: StaticFile;
  overloadPage: StaticFile;
};

// Keeps the process well under 120 MB; everything but large pictures fits easily.
const memoryBudgetBytes = 16 * 1024 * 1024;

/**
 * Loads the client folder of a release. A page's address is its path; error pages have none. What `earlier` holds of the release before is
 * not read again.
 */
export function loadSiteFiles(
  clientDir: string,
  { pages }: Pick<Site, "pages">,
  earlier?: SiteFiles["files"],
): SiteFiles {
  const files = loadStaticFiles(clientDir, memoryBudgetBytes, earlier);
  // Meant for other hosts.
  files.delete("/_headers");
  const notFoundPage = takeFile(files, "/404.html");
  const serverErrorPage = takeFile(files, "/500.html");
  // Releases of earlier versions lack it.
  const overloadPage = files.has("/503.html") ? takeFile(files, "/503.html") : serverErrorPage;
  for (const [path, file] of Object.entries(pages)) files.set(path, takeFile(files, `/${file}`));
  return { files, notFoundPage, serverErrorPage, overloadPage };
}

function takeFile(files: Map<string, StaticFile>, address: string): StaticFile {
  const file = files.get(address);
  if (file === undefined) throw new LoggableError(`The build lacks ${address}`);
  files.delete(address);
  return file;
}
