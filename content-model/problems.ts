import type { ContentName } from "./content.ts";
import { formatPath, type Path } from "./path.ts";

export interface PlacedProblem {
  name: ContentName;
  path: Path;
  /** What is wrong and what to do, in Polish for an owner who is not a programmer. */
  problem: string;
}

export interface ContentProblem extends Pick<PlacedProblem, "problem"> {
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

/** Formats problems for a terminal, in two lines each. */
export function formatProblems(problems: readonly ContentProblem[]): string {
  return [`Treść strony wymaga poprawek (${problems.length}):`, ...problems.map(formatProblem)].join("\n\n");
}

function formatProblem({ file, line, path, problem }: ContentProblem): string {
  const place = [file, line && `linia ${line}`, formatPath(path)].filter(Boolean).join(", ");
  return `${place}\n  ${problem}`;
}
