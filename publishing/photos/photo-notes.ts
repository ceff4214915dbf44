import { existsSync } from "node:fs";
import { readFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { limitConcurrency } from "../../server/concurrency-limit.ts";
import { writeAtomically } from "../../server/durable-files.ts";

/** The owner's notes on a photograph, independent of its use on pages. */
export interface PhotoNote {
  /** ISO time. */
  readonly addedAt?: string | undefined;
  /** SHA-256 of the uploaded bytes, which identifies a repeated upload. */
  readonly sent?: string | undefined;
  readonly alt?: string | undefined;
  readonly focus?: { readonly x: number; readonly y: number } | undefined;
  readonly recognisablePeople?: boolean | undefined;
  readonly consent?: { readonly person: string; readonly date: string; readonly scope: string } | undefined;
}

export type PhotoNotes = Readonly<Record<string, PhotoNote>>;

/** Next to the photographs, so that it moves with them; publications omit it, because it names people (P5.3, T17). */
const fileName = "photos.json";

/** Returns no notes if they are unreadable, because photographs work without them. */
export async function readNotes(photosDir: string): Promise<PhotoNotes> {
  return parse(await readFile(join(photosDir, fileName), "utf8").catch(() => "{}")) ?? {};
}

const inTurn = limitConcurrency({ atOnce: 1 });

/** Changes a photograph's note atomically, one call at a time; undefined removes the note. */
export function changeNote(
  photosDir: string,
  file: string,
  change: (note: PhotoNote) => PhotoNote | undefined,
): Promise<void> {
  return inTurn(async () => {
    const { [file]: note = {}, ...others } = await readNotesForChange(photosDir);
    const changed = change(note);
    const notes = changed ? { ...others, [file]: changed } : others;
    await writeAtomically(join(photosDir, fileName), JSON.stringify(notes, null, 2), { mode: 0o600 });
  });
}

/** Keeps a copy of notes that an editing mistake made unreadable, because they record consents. Throws if the disk fails. */
async function readNotesForChange(photosDir: string): Promise<PhotoNotes> {
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
