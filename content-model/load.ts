import { checkContent } from "./check-content.ts";
import type { Content } from "./content.ts";
import { ContentError } from "./problems.ts";
import { type RawContent, readContentFolder } from "./read-content.ts";

/** A content folder that was read and is valid. */
export interface LoadedFolder extends Pick<RawContent, "files"> {
  readonly folder: string;
  readonly content: Content;
}

/** Loads the content of a folder; throws one ContentError with the problems of all files. */
export function loadContent(folder: string): Content {
  return loadFolder(folder).content;
}

/** Like `loadContent`, with the raw files. */
export function loadFolder(folder: string): LoadedFolder {
  const raw = readContentFolder(folder);
  const checked = checkContent(raw);
  if (!checked.ok) throw new ContentError(checked.problems);
  return { folder, files: raw.files, content: checked.content };
}
