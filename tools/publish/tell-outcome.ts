import { formatProblems } from "../../content-model/problems.ts";
import { problemLine } from "../../publishing/checks/problem.ts";
import type { PublicationEvent, PublicationOutcome } from "../../publishing/protocol.ts";

export function tellEvent(event: PublicationEvent): void {
  if (event.kind === "waiting") console.log("Trwa inne publikowanie, to poczeka na jego koniec…");
  else if (event.kind === "notice") console.warn(`Uwaga: ${event.text}`);
  else if (process.stdout.isTTY) {
    process.stdout.write(`\rZdjęcia: ${event.done}/${event.total}${event.done === event.total ? "\n" : ""}`);
  }
}

/** Says why nothing was published and sets exit status 1. */
export function tellFailure(outcome: Exclude<PublicationOutcome, { kind: "published" }>): void {
  console.error(
    ["Nowa wersja nie została opublikowana. Dotychczasowa działa dalej.", explain(outcome)].join("\n"),
  );
  process.exitCode = 1;
}

function explain(outcome: Exclude<PublicationOutcome, { kind: "published" }>): string {
  switch (outcome.kind) {
    case "refused":
      return outcome.errors.map((problem) => `- ${problemLine(problem)}`).join("\n");
    case "invalid":
      return formatProblems(outcome.problems);
    case "unusable-picture":
      return outcome.text;
    case "busy":
      return "Trwa inne publikowanie. Spróbuj za chwilę.";
    case "failed":
      return `Przyczyna: ${outcome.reason}`;
  }
}
