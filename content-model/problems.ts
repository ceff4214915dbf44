/** One thing to mend in the content, in Polish, for somebody who is not a programmer. */
export interface ContentProblem {
  file: string;
  line?: number;
  /** The place inside the file, such as `services[1].price.amount`; empty for the file as a whole. */
  path: string;
  problem: string;
  hint: string;
}

/** All problems of all content files at once. */
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
  const place = [file, line && `linia ${line}`, path].filter(Boolean).join(", ");
  return `${place}\n  Co jest nie tak: ${problem}.\n  Jak to naprawić: ${hint}`;
}
