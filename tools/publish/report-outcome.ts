import { formatProblems } from "../../content-model/problems.ts";
import { problemLine } from "../../publishing/checks/problem.ts";
import type { PublicationOutcome } from "../../publishing/protocol.ts";
import type { Publication, PublicationEvent } from "../../publishing/publish.ts";
import { startPublication } from "../../publishing/start-publication.ts";
import type { Config } from "../../server/config.ts";
import { createProgress } from "./progress.ts";

const progress = createProgress(process.stdout);

function reportEvent(event: PublicationEvent): void {
  if (event.kind !== "notice") progress.report(event);
  else {
    progress.clear();
    console.warn(`Uwaga: ${event.text}`);
  }
}

/** Publishes and shows the progress. */
export async function publishHere(config: Config, publication: Publication): Promise<PublicationOutcome> {
  const outcome = await startPublication(config, publication, reportEvent);
  progress.clear();
  return outcome;
}

/** Prints why nothing was published and sets exit status 1. */
export function reportFailure(outcome: Exclude<PublicationOutcome, { kind: "published" }>): void {
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
      return "Trwa inna publikacja. Spróbuj za chwilę.";
    case "failed":
      return `Przyczyna: ${outcome.reason}`;
  }
}
