// A program that encodes the photograph `argv[3]` in the folder `argv[2]` at all widths, into `pictures` in that folder.
import { join } from "node:path";
import sharp from "sharp";
import { buildPictures } from "../site/pictures.ts";
import { isDiskFull } from "./photo-problem.ts";

sharp.concurrency(1);
sharp.cache(false);

const [workDir = "", photo = ""] = process.argv.slice(2);
try {
  await buildPictures([photo], {
    photosDir: workDir,
    cacheDir: join(workDir, "pictures"),
    files: { link: async () => {} },
  });
} catch (error) {
  if (!isDiskFull(error)) throw error;
  process.stdout.write("noRoom");
  process.exitCode = 3;
}
