import { type Problem, problemLine } from "../../publishing/checks/problem.ts";
import type { LaunchReport } from "./run-checks.ts";

const signs: Record<Problem["level"], string> = { error: "✗", warning: "!", unchecked: "?" };

/** The report as Polish text for a terminal: every check with its problems, then the totals. */
export function formatReport({ ready, checks }: LaunchReport): string {
  const all = checks.flatMap(({ problems }) => problems);
  const count = (level: Problem["level"]) => all.filter((problem) => problem.level === level).length;
  return [
    ...checks.map(({ name, problems }) =>
      [name, ...(problems.length > 0 ? problems.map(line) : ["  ✓ w porządku"])].join("\n"),
    ),
    `✗ do zrobienia: ${count("error")}, ! warto poprawić: ${count("warning")}, ? nie sprawdzono: ${count("unchecked")}`,
    ready ? "Strona może ruszać." : "Strona nie jest jeszcze gotowa.",
  ].join("\n\n");
}

function line(problem: Problem): string {
  const unseen = problem.level === "unchecked" ? "nie sprawdzono: " : "";
  return `  ${signs[problem.level]} ${unseen}${problemLine(problem)}`;
}
