import { createHash } from "node:crypto";
import { basename, extname } from "node:path";

/** Change this when photographs are encoded differently, to invalidate the cache. */
const settingsVersion = "3";

/** The name under which a photograph's encoded forms are cached and published. */
export function pictureName(photo: string, original: Buffer): string {
  const hash = createHash("sha256").update(settingsVersion).update(original).digest("hex").slice(0, 10);
  return `${basename(photo, extname(photo))}-${hash}`;
}
