import { createHash, randomBytes } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { createUploads, type ImportedPhoto } from "./import-photo.ts";

function setUp(
  decode = async (name: string): Promise<ImportedPhoto> => ({ kind: "stored", file: `${name}.jpg` }),
) {
  const uploadsDir = temporaryFolder();
  const taken: Buffer[] = [];
  const disk = { freeBytes: 1e12 };
  const uploads = createUploads({
    uploadsDir,
    freeDiskBytes: async () => disk.freeBytes,
    importFile(bytes, name) {
      taken.push(bytes);
      return decode(name);
    },
  });
  const photo = randomBytes(1000);
  const hash = createHash("sha256").update(photo).digest("hex");
  const send = (from: number, to: number) =>
    uploads.append(hash, { from, size: photo.length, name: "sala", bytes: photo.subarray(from, to) });
  return { uploadsDir, uploads, taken, disk, photo, hash, send };
}

test("P5.1 parts add up to the photograph that was sent, even if some arrive twice or at the same time", async () => {
  const { uploadsDir, uploads, taken, photo, hash, send } = setUp();
  await Promise.all([send(0, 400), send(0, 400)]);
  expect(await uploads.receivedOf(hash)).toBe(400);
  expect(await send(700, 1000)).toEqual({ kind: "partial", received: 400 });
  await send(400, 700);
  expect(await send(700, 1000)).toEqual({ kind: "stored", file: "sala.jpg" });
  expect(taken).toEqual([photo]);
  expect(readdirSync(uploadsDir)).toEqual([]);
});

test.each<ImportedPhoto>([
  { kind: "stored", file: "sala.jpg" },
  { kind: "refused", problem: "tooSlow", message: "" },
])("a retry during the import gets the same answer: $kind", async (answer) => {
  const { promise, resolve } = Promise.withResolvers<ImportedPhoto>();
  let times = 0;
  const { uploads, photo, hash, send } = setUp(() => {
    times += 1;
    return promise;
  });
  const first = send(0, photo.length);
  while (times === 0) await new Promise(setImmediate);
  const again = send(await uploads.receivedOf(hash), photo.length);
  resolve(answer);
  expect(await Promise.all([first, again])).toEqual([answer, answer]);
  expect(times).toBe(1);
});

test("P5.2 T16 of photographs that are complete at once, one is in memory; the others wait on the disk", async () => {
  const first = Promise.withResolvers<ImportedPhoto>();
  const { uploadsDir, uploads, taken } = setUp(() => first.promise);
  const sent = Array.from({ length: 3 }, () => {
    const bytes = randomBytes(1000);
    const hash = createHash("sha256").update(bytes).digest("hex");
    return uploads.append(hash, { from: 0, size: bytes.length, name: "sala", bytes });
  });
  await expect.poll(() => readdirSync(uploadsDir)).toHaveLength(3);
  await expect.poll(() => taken.length).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(taken).toHaveLength(1);
  first.resolve({ kind: "stored", file: "sala.jpg" });
  await Promise.all(sent);
  expect(taken).toHaveLength(3);
});

test("T16 an upload is refused while the disk has less than 200 MB left", async () => {
  const { uploads, disk, hash, send } = setUp();
  disk.freeBytes = 200 * 1024 * 1024 + 100;
  expect(await send(0, 400)).toMatchObject({ kind: "refused", problem: "noRoom" });
  expect(await uploads.receivedOf(hash)).toBe(0);
  expect(await send(0, 100)).toEqual({ kind: "partial", received: 100 });
});

test("an upload whose bytes do not match its hash starts over", async () => {
  const { uploads, taken, photo, hash } = setUp();
  const other = { from: 0, size: photo.length, name: "sala", bytes: randomBytes(1000) };
  expect(await uploads.append(hash, other)).toEqual({ kind: "partial", received: 0 });
  expect(await uploads.receivedOf(hash)).toBe(0);
  expect(taken).toEqual([]);
});

test("T16 a photograph that is too large is refused before it is sent, and no more than 50 uploads are unfinished", async () => {
  const { uploadsDir, uploads, hash, send } = setUp();
  expect(
    await uploads.append(hash, { from: 0, size: 25_000_001, name: "x", bytes: Buffer.alloc(1) }),
  ).toMatchObject({ kind: "refused", problem: "tooManyBytes" });
  for (let left = 0; left < 50; left += 1) writeFileSync(join(uploadsDir, `left-${left}`), "x");
  await send(0, 10);
  expect(readdirSync(uploadsDir)).toEqual([hash]);
});
