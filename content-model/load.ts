import { checkContent } from "./check-content.ts";
import type { Content } from "./content.ts";
import { ContentError } from "./problems.ts";
import { type RawContent, readContentFolder } from "./read-content.ts";

/** A content folder that was read and found to be right. */
export interface LoadedFolder extends Pick<RawContent, "files"> {
  readonly folder: string;
  readonly content: Content;
}

/** The content of a folder; throws one ContentError with everything that is wrong in any of its files. */
export function loadContent(folder: string): Content {
  return loadFolder(folder).content;
}

/** The same, with the files as they are written. */
export function loadFolder(folder: string): LoadedFolder {
  const raw = readContentFolder(folder);
  const checked = checkContent(raw);
  if (!checked.ok) throw new ContentError(checked.problems);
  return { folder, files: raw.files, content: checked.content };
}
