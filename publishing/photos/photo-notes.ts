import { existsSync } from "node:fs";
import { readFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { writeWhole } from "../durable-files.ts";
import { oneAtATime } from "../one-at-a-time.ts";

/** What the owner noted about a photograph, independent of its use on a page. */
export interface PhotoNote {
  /** ISO time. */
  readonly addedAt?: string | undefined;
  /** SHA-256 of the bytes that were sent, by which the same photograph is known again. */
  readonly sent?: string | undefined;
  readonly alt?: string | undefined;
  readonly focus?: { readonly x: number; readonly y: number } | undefined;
  readonly recognisablePeople?: boolean | undefined;
  readonly consent?: { readonly person: string; readonly date: string; readonly scope: string } | undefined;
}

export type PhotoNotes = Readonly<Record<string, PhotoNote>>;

/** Beside the photographs, so that it moves with them; publications leave it out, because it names people. */
const fileName = "photos.json";

/** No notes where they cannot be read: photographs without notes are usable, too. */
export async function readNotes(photosDir: string): Promise<PhotoNotes> {
  return parse(await readFile(join(photosDir, fileName), "utf8").catch(() => "{}")) ?? {};
}

const inTurn = oneAtATime();

/** Changes what is noted of a photograph; undefined removes it. One after the other, in one step each. */
export function changeNote(
  photosDir: string,
  file: string,
  change: (note: PhotoNote) => PhotoNote | undefined,
): Promise<void> {
  return inTurn(async () => {
    const { [file]: note = {}, ...others } = await takeNotes(photosDir);
    const changed = change(note);
    const notes = changed ? { ...others, [file]: changed } : others;
    await writeWhole(join(photosDir, fileName), JSON.stringify(notes, null, 2), 0o600);
  });
}

/** Notes that a slip in an editor has made unreadable are kept beside: consents are written in them. Throws if the disk fails. */
async function takeNotes(photosDir: string): Promise<PhotoNotes> {
  const path = join(photosDir, fileName);
  if (!existsSync(path)) return {};
  const notes = parse(await readFile(path, "utf8"));
  if (!notes) await rename(path, `${path}.unreadable-${Math.round((await stat(path)).mtimeMs)}`);
  return notes ?? {};
}

function parse(text: string): PhotoNotes | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
