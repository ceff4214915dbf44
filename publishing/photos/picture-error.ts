import { type PhotoProblem, photoProblems } from "./photo-problem.ts";

/** An unusable picture; the message is Polish and names the file. */
export class PictureError extends Error {
  readonly problem: PhotoProblem;

  constructor(file: string, problem: PhotoProblem, text: string = photoProblems[problem]) {
    super(`${file}: ${text}`);
    this.problem = problem;
  }
}
