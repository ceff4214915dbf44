import type { ContentName } from "./content.ts";
import { formatPath, type Path } from "./path.ts";

/** A problem and its remedy in Polish, for an owner who is no programmer. */
export interface Explanation {
  problem: string;
  hint: string;
  /** The problem as one sentence for the panel's form, which knows no files. */
  inForm: string;
}

export interface PlacedProblem extends Explanation {
  name: ContentName;
  path: Path;
}

export interface ContentProblem extends Explanation {
  /** Absent if the problem concerns the whole folder. */
  name?: ContentName;
  file: string;
  line?: number;
  /** Empty if the problem concerns the whole file. */
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

/** Formats problems for a terminal, in two or three lines each. */
export function formatProblems(problems: readonly ContentProblem[]): string {
  return [`Treść strony wymaga poprawek (${problems.length}):`, ...problems.map(formatProblem)].join("\n\n");
}

function formatProblem({ file, line, path, problem, hint }: ContentProblem): string {
  const place = [file, line && `linia ${line}`, formatPath(path)].filter(Boolean).join(", ");
  return `${place}\n  Co jest nie tak: ${problem}.\n  Jak to naprawić: ${hint}`;
}
