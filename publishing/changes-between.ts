import { describeChanges } from "../content-model/describe-changes.ts";
import { readContentFolder } from "../content-model/read-content.ts";

/** What differs between two content folders, in Polish, a line each. */
export function changesBetween(before: string, after: string): string[] {
  return describeChanges(rawValues(before), rawValues(after));
}

function rawValues(folder: string) {
  const { files } = readContentFolder(folder);
  return Object.fromEntries(Object.entries(files).map(([name, { value }]) => [name, value]));
}
