import { type ContentName, contentSchemas } from "../content-model/content.ts";
import { photosWithin } from "../content-model/named-photos.ts";
import { type Path, valueAt } from "../content-model/path.ts";
import type { Change } from "../content-model/writing/change.ts";
import { applyChange } from "../content-model/writing/changes.ts";

/**
 * Plans how to remove a photograph from a content file, with as little around it as the schema allows (P5.4). A place that requires a
 * photograph gets that of the same place in `instead`; without it `blockedAt` is the place, and the owner has to choose another one first.
 */
export function planPhotoRemoval(name: ContentName, value: unknown, photo: string, instead?: unknown) {
  const changes: Change[] = [];
  let left = value;
  for (;;) {
    const use = photosWithin(left).find(({ file }) => file === photo);
    if (use === undefined) return { changes };
    const at = use.path.slice(0, -1);
    const removed = smallestRemoval(name, left, at) ?? replacement(left, at, valueAt(instead, at));
    if (removed === undefined) return { changes, blockedAt: at };
    changes.push(removed.change);
    left = removed.left;
  }
}

/**
 * The smallest removal around a field that adds no error to the file, where it begins, and the remaining value; undefined if there is
 * no such field, or if the site cannot do without it.
 */
export function smallestRemoval(name: ContentName, value: unknown, path: Path) {
  if (valueAt(value, path) === undefined) return undefined;
  const issues = issuesOf(name, value);
  for (let length = path.length; length > 0; length -= 1) {
    const at = path.slice(0, length);
    const old = valueAt(value, at);
    const change: Change = { do: typeof at.at(-1) === "number" ? "remove" : "set", at, old };
    const applied = applyChange(value, change);
    // What is removed takes its own errors with it, which must not make up for a new one.
    const others = issues.filter((issue) => !at.every((key, depth) => issue.path[depth] === key));
    if ("root" in applied && issuesOf(name, applied.root).length <= others.length)
      return { at, change, left: applied.root };
  }
  return undefined;
}

function replacement(value: unknown, at: Path, picture: unknown) {
  const change: Change = { do: "set", at, old: valueAt(value, at), value: picture };
  const applied = applyChange(value, change);
  return picture !== undefined && "root" in applied ? { change, left: applied.root } : undefined;
}

const issuesOf = (name: ContentName, value: unknown) =>
  contentSchemas[name].safeParse(value).error?.issues ?? [];
