import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, readdir, readFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import type { PictureFile } from "../../app/ui/picture.tsx";
import { cachedFolder } from "../../server/durable-files.ts";
import { PictureError } from "../photos/photo-problem.ts";
import { type Decoders, draw } from "../photos/sandbox.ts";
import type { ReleaseFiles } from "../release-files.ts";
import type { PublicationEvent } from "../start-publication.ts";

export interface PictureOptions extends Decoders {
  readonly photosDir: string;
  readonly cacheDir: string;
  readonly files: Pick<ReleaseFiles, "link">;
  /** How many photographs are encoded in parallel; each takes some 100 MB of memory. */
  readonly parallel?: number | undefined;
  readonly onEvent?: ((event: PublicationEvent) => void) | undefined;
}

/** Adds the encoded pictures of photographs, cached by content; throws one PictureError that names all that are unusable. */
export async function buildPictures(photos: readonly string[], options: PictureOptions) {
  const result = new Map<string, PictureFile>();
  const queue = [...new Set(photos)];
  const total = queue.length;
  const unusable: PictureError[] = [];
  // Reported before the first one, which may take long, too.
  if (queue[0]) options.onEvent?.({ kind: "picture", done: 0, total, photo: queue[0] });
  const workers = Array.from({ length: options.parallel ?? 1 }, async () => {
    for (let photo = queue.shift(); photo !== undefined; photo = queue.shift()) {
      try {
        result.set(photo, await buildPicture(photo, options));
      } catch (error) {
        if (!(error instanceof PictureError)) throw error;
        unusable.push(error);
      }
      options.onEvent?.({ kind: "picture", done: result.size, total, photo });
    }
  });
  await Promise.all(workers);
  const messages = unusable.map(({ message }) => message).sort();
  if (unusable[0]) throw Object.assign(unusable[0], { message: messages.join("\n") });
  return result;
}

async function buildPicture(photo: string, options: PictureOptions): Promise<PictureFile> {
  const path = join(options.photosDir, photo);
  const original = await readFile(path).catch(() => {
    throw new PictureError(photo, "missing");
  });
  const kept = await cachedPictures(photo, original, options);
  for (const file of await readdir(kept)) {
    // A hijacked decoder may have written anything else, such as a page.
    if (/\.(?:avif|webp|jpg)$/.test(file)) await options.files.link(`/pictures/${file}`, join(kept, file));
  }
  return JSON.parse(await readFile(join(kept, "picture.json"), "utf8"));
}

/** In the program's folder: the sample's photographs as `npm run art:pictures` has encoded them. */
const shippedDir = "sample-pictures";

/**
 * The folder with a photograph's encoded forms. The first call copies those that come with the program, or else lets the sandbox make
 * them. Throws a PictureError.
 */
export function cachedPictures(
  file: string,
  original: Buffer,
  { cacheDir, ...decoders }: Decoders & { readonly cacheDir: string },
): Promise<string> {
  const name = pictureName(file, original);
  return cachedFolder(join(cacheDir, name), async (folder) => {
    const shipped = join(shippedDir, name);
    if (existsSync(shipped)) await cp(shipped, folder, { recursive: true });
    else await draw({ kind: "photo", original, name }, folder, { ...decoders, file });
  });
}

/** Change this when photographs are encoded differently, to invalidate the cache. */
const settingsVersion = "3";

/** The name under which a photograph's encoded forms are cached and published. */
export function pictureName(photo: string, original: Buffer): string {
  const hash = createHash("sha256").update(settingsVersion).update(original).digest("hex").slice(0, 10);
  return `${basename(photo, extname(photo))}-${hash}`;
}
