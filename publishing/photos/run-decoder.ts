import { realpath } from "node:fs/promises";
import { serialize } from "node:v8";
import { programOf } from "../../server/programs.ts";
import type { Drawing } from "./make-pictures.ts";
import { isPhotoProblem, type PhotoProblem, PictureError } from "./photo-problem.ts";
import { type Limits, type Program, runSandboxed } from "./sandbox.ts";

/** Where the programs that decode pictures are, and what they may use. */
export interface Decoders {
  readonly codeDir: string;
  readonly limits?: Limits;
}

type DecodingProgram = "decode-photo.js" | "make-pictures.js";

/** A photograph that lies in the content by hand may have a format that needs more memory than one from the panel. */
const usualLimits: Record<DecodingProgram, Limits> = {
  "decode-photo.js": { cpuMs: 60_000, wallMs: 180_000, maxRssBytes: 400_000_000 },
  "make-pictures.js": { cpuMs: 60_000, wallMs: 180_000, maxRssBytes: 700_000_000 },
};

interface DrawOptions extends Decoders {
  /** The picture's name, for the PictureError. */
  readonly file: string;
  /** The PictureError's text, in place of one for each reason. */
  readonly unusable?: string;
}

/** Lets the sandbox draw into a folder; throws a PictureError, and an error with the code ENOSPC if the disk is full. */
export async function draw(drawing: Drawing, folder: string, options: DrawOptions): Promise<void> {
  const workDir = await realpath(folder);
  const program = { args: [workDir], input: serialize(drawing), workDir };
  const result = await runDecoder("make-pictures.js", program, options);
  if (result === "noRoom") throw Object.assign(new Error("The disk is full"), { code: "ENOSPC" });
  if (typeof result === "string") throw new PictureError(options.file, result, options.unusable);
}

/** The output of a program that decodes pictures, or why it has none. */
export async function runDecoder(
  name: DecodingProgram,
  program: Omit<Program, "file">,
  { codeDir, limits = usualLimits[name] }: Decoders,
): Promise<Buffer | PhotoProblem> {
  const end = await runSandboxed({ ...program, file: programOf({ codeDir }, name) }, limits);
  if (end.kind === "killed") {
    // These signals come from an operator or the OOM killer; any other means that the decoder crashed.
    return ["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"].includes(end.signal) ? "interrupted" : "damaged";
  }
  if (end.kind === "tooMuchOutput") return "damaged";
  if (end.kind !== "ended") return end.kind;
  if (end.status === 0) return end.output;
  const problem = end.output.toString();
  if (end.status === 3 && isPhotoProblem(problem)) return problem;
  throw new Error(`${name} ended with status ${end.status}: ${end.errorOutput}`);
}
