import { appendFile, stat } from "node:fs/promises";

/** A part of a file that is sent piece by piece, so that a lost connection costs one of them. */
export interface FilePart {
  /** How many bytes came before it. */
  readonly from: number;
  /** Bytes of the whole file. */
  readonly size: number;
  readonly bytes: Uint8Array;
}

export async function receivedBytes(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

/** Returns how much of the file is here: the next part goes on from there. A part that comes twice changes nothing. */
export async function appendPart(path: string, { from, size, bytes }: FilePart): Promise<number> {
  const before = await receivedBytes(path);
  if (from !== before || before + bytes.length > size) return before;
  await appendFile(path, bytes, { mode: 0o600, flush: true });
  return before + bytes.length;
}
