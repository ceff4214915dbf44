import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { createPhotoImporter, type ImportedPhoto } from "./import-photo.ts";
import { childrenOf, commandOf } from "./testing/processes.ts";
import { halves, ownContentIn, phoneHeic } from "./testing/sample-photos.ts";

function setUp() {
  const folder = temporaryFolder();
  const ownContentDir = ownContentIn(folder);
  const photosDir = join(ownContentDir, "photos");
  const picturesDir = join(folder, "pictures");
  const take = createPhotoImporter({ ownContentDir, cacheDir: folder, codeDir: "build/code" });
  const files = async () => ({
    photos: await readdir(photosDir).catch(() => []),
    pictures: await readdir(picturesDir).catch(() => []),
  });
  return { take, files };
}

/** A stored photograph leaves one file and one folder of pictures, a refused one nothing. */
function expectWholeOrNothing(taken: ImportedPhoto, files: Awaited<ReturnType<Files>>): void {
  const stem = taken.kind === "stored" ? taken.file.replace(/\.jpg$/, "") : "";
  expect(files).toEqual({
    photos: taken.kind === "stored" ? [taken.file] : [],
    pictures: taken.kind === "stored" ? [expect.stringMatching(new RegExp(`^${stem}-[0-9a-f]{10}$`))] : [],
  });
}
type Files = ReturnType<typeof setUp>["files"];

describe("truncated and altered bytes yield a complete photograph or a reason", () => {
  const kinds: [string, () => Promise<Buffer>][] = [
    ["JPEG", () => halves().jpeg().toBuffer()],
    ["PNG", () => halves().png().toBuffer()],
    ["WebP", () => halves().webp().toBuffer()],
    ["AVIF", () => halves().avif({ effort: 0 }).toBuffer()],
    ["HEIC", async () => phoneHeic],
  ];
  test.each(kinds)("%s", async (_kind, make) => {
    const whole = await make();
    const change = fc.record({
      end: fc.option(fc.nat(whole.length), { nil: whole.length, freq: 2 }),
      flips: fc.array(fc.nat(whole.length * 8 - 1), { maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ end, flips }) => {
        const bytes = Buffer.from(whole);
        for (const bit of flips) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const { take, files } = setUp();
        expectWholeOrNothing(await take(bytes.subarray(0, end), "zdjecie"), await files());
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });
});

test.runIf(process.platform === "linux")(
  "a process killed at any moment leaves nothing, and the photograph can be imported again",
  async () => {
    const bytes = await halves(1200, 900).jpeg().toBuffer();
    const { take, files } = setUp();
    // The first three are sooner than a quick machine encodes anything.
    let interrupted = 0;
    for (const wait of [0, 10, 20, 40, 80, 150, 300, 500, 700, 900, 1200]) {
      const others = childrenOf(process.pid);
      const own = () => childrenOf(process.pid).filter((pid) => !others.includes(pid));
      const taking = take(bytes, "zdjecie");
      const ended = taking.then(() => true);
      while (!own().some(isOurs)) await pause(5);
      await Promise.race([pause(wait), ended]);
      // The name is read only once, because a process has none while it executes another program.
      for (const pid of own()) process.kill(pid, "SIGKILL");
      const taken = await taking;
      if (taken.kind === "stored") break;
      interrupted += 1;
      expect(taken.problem).toBe("interrupted");
      expect(await files()).toEqual({ photos: [], pictures: [] });
    }
    expect(interrupted).toBeGreaterThan(2);
    expectWholeOrNothing(await take(bytes, "zdjecie"), await files());
  },
);

const isOurs = (pid: number) => /decode-photo|make-pictures/.test(commandOf(pid));
