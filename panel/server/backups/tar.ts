import { createReadStream } from "node:fs";
import { type FileHandle, stat } from "node:fs/promises";

const block = 512;
const modeOwnerOnly = "0000600";

/** Appends a file to a tar archive; any program that knows tar opens the result. */
export async function appendFile(archive: FileHandle, name: string, path: string): Promise<void> {
  const { size } = await stat(path);
  await archive.appendFile(headerOf(name, size));
  let written = 0;
  for await (const chunk of createReadStream(path)) {
    written += (chunk as Buffer).length;
    await archive.appendFile(chunk as Buffer);
  }
  if (written !== size) throw new Error(`${name} changed during the backup`);
  await archive.appendFile(paddingOf(size));
}

export async function appendBytes(archive: FileHandle, name: string, bytes: Buffer): Promise<void> {
  await archive.appendFile(Buffer.concat([headerOf(name, bytes.length), bytes, paddingOf(bytes.length)]));
}

export async function endArchive(archive: FileHandle): Promise<void> {
  await archive.appendFile(Buffer.alloc(2 * block));
}

export interface Entry {
  readonly name: string;
  readonly size: number;
  /** Where its bytes begin in the archive. */
  readonly start: number;
}

/** The entries in order; undefined if the archive is cut off or is not a tar file. */
export async function readEntries(archive: FileHandle): Promise<Entry[] | undefined> {
  const entries: Entry[] = [];
  const { size: end } = await archive.stat();
  for (let at = 0; at + block <= end; ) {
    const { buffer: header } = await archive.read(Buffer.alloc(block), 0, block, at);
    if (header.every((byte) => byte === 0)) return entries;
    if (checksumOf(header) !== numberIn(header, 148, 8)) return undefined;
    const size = numberIn(header, 124, 12);
    const start = at + block;
    entries.push({ name: textIn(header, 0, 100), size, start });
    at = start + size + paddingOf(size).length;
  }
  return undefined;
}

function headerOf(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long a name for the archive`);
  const header = Buffer.alloc(block);
  header.write(name, 0);
  header.write(`${modeOwnerOnly}\0`, 100);
  header.write("0000000\0".repeat(2), 108);
  header.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
  header.write("00000000000\0", 136);
  header.write("0ustar\x0000", 156);
  header.write(`${checksumOf(header).toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

/** The sum of all bytes, with spaces in place of the checksum. */
function checksumOf(header: Buffer): number {
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
}

const paddingOf = (size: number) => Buffer.alloc((block - (size % block)) % block);
const textIn = (header: Buffer, from: number, length: number) =>
  header.toString("utf8", from, from + length).replace(/\0.*$/s, "");
const numberIn = (header: Buffer, from: number, length: number) =>
  Number.parseInt(textIn(header, from, length), 8);
