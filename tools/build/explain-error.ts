import { ContentError, formatProblems } from "../../content-model/problems.ts";
import { PictureError } from "../../publishing/site/pictures.ts";

/** Prints what the owner has to mend, in Polish, and makes the command end with status 1; anything else is thrown on. */
export function explainBuildError(error: unknown): void {
  if (error instanceof ContentError) console.error(formatProblems(error.problems));
  else if (error instanceof PictureError) console.error(error.message);
  else throw error;
  process.exitCode = 1;
}
