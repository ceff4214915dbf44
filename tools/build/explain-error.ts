import { ContentError, formatProblems } from "../../content-model/problems.ts";
import { PictureError } from "../../publishing/photos/picture-error.ts";

/** Prints in Polish what the owner has to fix and sets exit status 1; rethrows any other error. */
export function explainBuildError(error: unknown): void {
  if (error instanceof ContentError) console.error(formatProblems(error.problems));
  else if (error instanceof PictureError) console.error(error.message);
  else throw error;
  process.exitCode = 1;
}
