import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ContentName, contentNames } from "../content-model/content.ts";
import { type ContentChange, findChanges, formatChange } from "../content-model/describe-changes.ts";
import { parseContentFile } from "../content-model/read-content.ts";
import { ifExists } from "../server/releases.ts";

export function changesBetween(before: string, after: string): ContentChange[] {
  return findChanges(valuesUnlike(after, before), valuesUnlike(before, after));
}

/** The changes between two content folders in Polish, one line each. */
export function linesBetween(before: string, after: string): string[] {
  return changesBetween(before, after).map(formatChange);
}

/** The values of a folder's files whose text differs in `other`; equal files need no parsing. */
function valuesUnlike(other: string, folder: string): Partial<Record<ContentName, unknown>> {
  const entries = contentNames.flatMap((name) => {
    const source = textIn(folder, name);
    if (source === undefined || source === textIn(other, name)) return [];
    return [[name, parseContentFile(source, { name, file: folder }).value]];
  });
  return Object.fromEntries(entries);
}

function textIn(folder: string, name: ContentName): string | undefined {
  return ifExists(() => readFileSync(join(folder, `${name}.yaml`), "utf8"), undefined);
}
