import { checkContent } from "./check-content.ts";
import type { Content } from "./content.ts";
import { ContentError } from "./problems.ts";
import { type RawContent, readContentFolder } from "./read-content.ts";

/** A content folder that was read and found to be right. */
export interface LoadedFolder extends Pick<RawContent, "files"> {
  readonly folder: string;
  readonly content: Content;
}

interface LoadOptions {
  /** false leaves out the check of the files that the texts name: photos and the logo. */
  checkPhotos?: boolean;
}

/** The content of a folder; throws one ContentError with everything that is wrong in any of its files. */
export function loadContent(folder: string, options: LoadOptions = {}): Content {
  return loadFolder(folder, options).content;
}

/** The same, with the files as they are written. */
export function loadFolder(folder: string, { checkPhotos = true }: LoadOptions = {}): LoadedFolder {
  const { files, media } = readContentFolder(folder);
  const checked = checkContent({ files, ...(checkPhotos && { media }) });
  if (!checked.ok) throw new ContentError(checked.problems);
  return { folder, files, content: checked.content };
}
