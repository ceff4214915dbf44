import { appendFile, stat } from "node:fs/promises";

/** One chunk of an upload: a lost connection costs only one chunk. */
export interface FilePart {
  /** Its offset in the file. */
  readonly from: number;
  /** The size of the whole file. */
  readonly size: number;
  readonly bytes: Uint8Array;
}

export async function receivedBytes(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

/** Returns how many bytes have arrived, which is the next chunk's offset. A repeated chunk changes nothing. */
export async function appendPart(path: string, { from, size, bytes }: FilePart): Promise<number> {
  const before = await receivedBytes(path);
  if (from !== before || before + bytes.length > size) return before;
  await appendFile(path, bytes, { mode: 0o600, flush: true });
  return before + bytes.length;
}
