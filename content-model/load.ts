import { checkContent } from "./check-content.ts";
import type { Content } from "./content.ts";
import { ContentError } from "./problems.ts";
import { readContentFolder } from "./read-content.ts";

interface LoadOptions {
  /** false leaves out the check of the files that the texts name: photos and the logo. */
  checkPhotos?: boolean;
}

/** The content of a folder; throws one ContentError with everything that is wrong in any of its files. */
export function loadContent(folder: string, { checkPhotos = true }: LoadOptions = {}): Content {
  const { files, media } = readContentFolder(folder);
  const checked = checkContent({ files, ...(checkPhotos && { media }) });
  if (!checked.ok) throw new ContentError(checked.problems);
  return checked.content;
}
