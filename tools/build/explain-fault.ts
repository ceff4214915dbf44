import { ContentError, formatProblems } from "../../content-model/problems.ts";
import { PictureError } from "../../publishing/site/pictures.ts";

/** Prints what the owner has to mend, in Polish, and makes the command end with status 1; any other fault goes on. */
export function explainBuildFault(fault: unknown): void {
  if (fault instanceof ContentError) console.error(formatProblems(fault.problems));
  else if (fault instanceof PictureError) console.error(fault.message);
  else throw fault;
  process.exitCode = 1;
}
