import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join, parse } from "node:path";
import { toSlug } from "../../content-model/slug.ts";
import { limitConcurrency } from "../../server/concurrency-limit.ts";
import { programOf } from "../../server/programs.ts";
import { flush, unlessThere, writeAtomically } from "../durable-files.ts";
import { removeOld } from "../remove-old.ts";
import { detectPhotoKind } from "./photo-kind.ts";
import { isDiskFull, isPhotoProblem, type PhotoProblem, photoProblems } from "./photo-problem.ts";
import { type Limits, type Program, runSandboxed } from "./sandbox.ts";

export interface PhotoImporterOptions {
  /** The photographs of the owner's content. */
  readonly photosDir: string;
  /** The cache of encoded pictures that publishing uses. */
  readonly picturesDir: string;
  readonly now: () => Date;
  readonly codeDir: string;
  readonly limits?: Limits;
}

export type ImportedPhoto =
  | { readonly kind: "stored"; readonly file: string }
  | { readonly kind: "refused"; readonly problem: PhotoProblem; readonly words: string };

const usualLimits: Limits = { cpuMs: 60_000, wallMs: 180_000, maxRssBytes: 400_000_000 };
export const maxPhotoBytes = 25_000_000;
const hourMs = 3_600_000;

/** Imports photographs one at a time, so memory is bounded however many arrive (P5.2). */
export function createPhotoImporter(options: PhotoImporterOptions) {
  const inTurn = limitConcurrency({ atOnce: 1 });
  return (bytes: Buffer, wantedName: string): Promise<ImportedPhoto> =>
    inTurn(() => importPhoto(bytes, wantedName, options));
}

async function importPhoto(
  bytes: Buffer,
  wantedName: string,
  options: PhotoImporterOptions,
): Promise<ImportedPhoto> {
  const { photosDir, picturesDir, now } = options;
  if (bytes.length > maxPhotoBytes) return refused("tooManyBytes");
  const detected = detectPhotoKind(bytes);
  if ("problem" in detected) return refused(detected.problem);
  const photo = await run("decode-photo.js", { args: [detected.kind], input: bytes }, options);
  if (typeof photo === "string") return refused(photo);
  try {
    for (const folder of [photosDir, picturesDir]) {
      await mkdir(folder, { recursive: true });
      await removeOld(folder, /\.partial-/, now().getTime() - hourMs);
    }
    const hash = createHash("sha256").update(photo).digest("hex").slice(0, 12);
    const present = (await readdir(photosDir)).find((name) => name.endsWith(`-${hash}.jpg`));
    const stem = toSlug(wantedName.replace(/^.*[/\\]/, "").replace(/\.\w{1,5}$/, "")) || "zdjecie";
    const file = present ?? `${stem}-${hash}.jpg`;
    const problem = await makePictures(file, photo, options);
    if (problem !== undefined) return refused(problem);
    if (present === undefined) {
      await writeAtomically(join(photosDir, file), photo).catch(async (error) => {
        for (const path of await picturesOf(file, picturesDir)) await rm(path, { recursive: true });
        throw error;
      });
    }
    return { kind: "stored", file };
  } catch (error) {
    if (isDiskFull(error)) return refused("noRoom");
    throw error;
  }
}

function refused(problem: PhotoProblem): ImportedPhoto {
  return { kind: "refused", problem, words: photoProblems[problem] };
}

/** Runs before the photograph is stored, so publishing never finds one without pictures. */
async function makePictures(
  file: string,
  photo: Buffer,
  options: PhotoImporterOptions,
): Promise<PhotoProblem | undefined> {
  const { picturesDir } = options;
  const { name } = parse(file);
  if ((await picturesOf(file, picturesDir)).length > 0) return undefined;
  const workDir = await mkdtemp(join(picturesDir, `${name}.partial-`));
  try {
    await writeFile(join(workDir, file), photo);
    const result = await run("make-pictures.js", { args: [workDir, file], workDir }, options);
    if (typeof result === "string") return result;
    for (const folder of await readdir(join(workDir, "pictures"))) {
      await rename(join(workDir, "pictures", folder), join(picturesDir, folder)).catch(unlessThere);
    }
    await flush(picturesDir);
    return undefined;
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

async function picturesOf(file: string, picturesDir: string): Promise<string[]> {
  return (await readdir(picturesDir))
    .filter((name) => name.startsWith(`${parse(file).name}-`) && !name.includes(".partial-"))
    .map((name) => join(picturesDir, name));
}

async function run(
  name: "decode-photo.js" | "make-pictures.js",
  program: Omit<Program, "file">,
  { codeDir, limits = usualLimits }: PhotoImporterOptions,
): Promise<Buffer | PhotoProblem> {
  const end = await runSandboxed({ ...program, file: programOf({ codeDir }, name) }, limits);
  if (end.kind === "killed") {
    // These signals come from an operator or the OOM killer; any other means that the decoder crashed.
    return ["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"].includes(end.signal) ? "interrupted" : "damaged";
  }
  if (end.kind !== "ended") return end.kind;
  if (end.status === 0) return end.output;
  const problem = end.output.toString();
  if (end.status === 3 && isPhotoProblem(problem)) return problem;
  throw new Error(`${name} ended with status ${end.status}: ${end.errorOutput}`);
}
