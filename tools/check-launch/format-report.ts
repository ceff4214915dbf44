import { type Finding, findingLine } from "../../publishing/checks/finding.ts";
import type { LaunchReport } from "./run-checks.ts";

const signs: Record<Finding["level"], string> = { error: "✗", warning: "!", unchecked: "?" };

/** The report as plain Polish text for a terminal: every check with what it found, then the sums. */
export function formatReport({ ready, checks }: LaunchReport): string {
  const all = checks.flatMap(({ findings }) => findings);
  const count = (level: Finding["level"]) => all.filter((finding) => finding.level === level).length;
  return [
    ...checks.map(({ name, findings }) =>
      [name, ...(findings.length > 0 ? findings.map(line) : ["  ✓ w porządku"])].join("\n"),
    ),
    `✗ do zrobienia: ${count("error")}, ! warto poprawić: ${count("warning")}, ? nie sprawdzono: ${count("unchecked")}`,
    ready ? "Strona może ruszać." : "Strona nie jest jeszcze gotowa.",
  ].join("\n\n");
}

function line(finding: Finding): string {
  const unseen = finding.level === "unchecked" ? "nie sprawdzono: " : "";
  return `  ${signs[finding.level]} ${unseen}${findingLine(finding)}`;
}
