import type { ContentName } from "./content.ts";
import { formatPath, type Path } from "./path.ts";

/** What is wrong and how to mend it, in Polish, for somebody who is not a programmer. */
export interface Explanation {
  problem: string;
  hint: string;
  /** The same for a form that shows the field: one sentence without the words of a file. */
  inForm: string;
}

export interface PlacedProblem extends Explanation {
  name: ContentName;
  path: Path;
}

export interface ContentProblem extends Explanation {
  /** Absent where the folder as a whole is meant. */
  name?: ContentName;
  file: string;
  line?: number;
  /** Empty for the file as a whole. */
  path: Path;
}

export class ContentError extends Error {
  override name = "ContentError";
  readonly problems: readonly ContentProblem[];

  constructor(problems: readonly ContentProblem[]) {
    super(formatProblems(problems));
    this.problems = problems;
  }
}

/** The problems as plain Polish text for a terminal: two or three lines for each. */
export function formatProblems(problems: readonly ContentProblem[]): string {
  return [`Treść strony wymaga poprawek (${problems.length}):`, ...problems.map(formatProblem)].join("\n\n");
}

function formatProblem({ file, line, path, problem, hint }: ContentProblem): string {
  const place = [file, line && `linia ${line}`, formatPath(path)].filter(Boolean).join(", ");
  return `${place}\n  Co jest nie tak: ${problem}.\n  Jak to naprawić: ${hint}`;
}
