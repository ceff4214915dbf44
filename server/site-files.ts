import { LoggableError } from "../enquiries/log.ts";
import type { Site } from "./build-facts.ts";
import { catchMissing } from "./durable-files.ts";
import { loadImmutableFiles, loadStaticFiles, type StaticFile } from "./static-files.ts";

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
 * Creates the function that loads the client folders of successive releases. A page's address is its path; error pages have none. Files of
 * older releases are served too, so that open tabs keep working. They are listed once: reading blocks all requests, and a replaced release
 * never changes.
 */
export function createSiteFilesLoader() {
  let files: SiteFiles["files"] = new Map();
  let others: readonly OtherRelease[] = [];

  /** `otherClientDirs`: newest first. */
  return function loadSiteFiles(
    clientDir: string,
    { pages }: Pick<Site, "pages">,
    otherClientDirs: readonly string[],
  ): SiteFiles {
    files = loadStaticFiles(clientDir, memoryBudgetBytes, files);
    others = addOthers(files, otherClientDirs, others);
    // Meant for other hosts.
    files.delete("/_headers");
    const notFoundPage = takeFile(files, "/404.html");
    const serverErrorPage = takeFile(files, "/500.html");
    // Releases of earlier versions lack it.
    const overloadPage = files.has("/503.html") ? takeFile(files, "/503.html") : serverErrorPage;
    for (const [path, file] of Object.entries(pages)) files.set(path, takeFile(files, `/${file}`));
    return { files, notFoundPage, serverErrorPage, overloadPage };
  };
}

/** Files of a release that no newer one has. */
type OtherRelease = { clientDir: string; files: ReadonlyMap<string, StaticFile> };

function addOthers(files: SiteFiles["files"], clientDirs: readonly string[], known: readonly OtherRelease[]) {
  // When a release is removed, its files may still exist in older ones.
  const wanted = new Set(clientDirs);
  const gone = known.findIndex(({ clientDir }) => !wanted.has(clientDir));
  const kept = new Map((gone < 0 ? known : known.slice(0, gone)).map((one) => [one.clientDir, one]));
  return clientDirs.map((clientDir) => {
    // An old release may be removed while it is read.
    const other = kept.get(clientDir) ?? {
      clientDir,
      files: catchMissing(() => loadImmutableFiles(clientDir, files), new Map()),
    };
    for (const [address, file] of other.files) if (!files.has(address)) files.set(address, file);
    return other;
  });
}

function takeFile(files: Map<string, StaticFile>, address: string): StaticFile {
  const file = files.get(address);
  if (file === undefined) throw new LoggableError(`The build lacks ${address}`);
  files.delete(address);
  return file;
}
