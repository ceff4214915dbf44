import { createHash } from "node:crypto";
import { basename, extname } from "node:path";

/** Changes when photographs are encoded differently, so that what was made before is not used again. */
const settingsVersion = "3";

/** The name under which the encoded forms of a photograph are kept and published. */
export function pictureName(photo: string, original: Buffer): string {
  const hash = createHash("sha256").update(settingsVersion).update(original).digest("hex").slice(0, 10);
  return `${basename(photo, extname(photo))}-${hash}`;
}
