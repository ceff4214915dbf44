import { formatProblems } from "../../content-model/problems.ts";
import { isOutdated } from "../../publishing/basis.ts";
import { problemLine } from "../../publishing/checks/problem.ts";
import { contentOf } from "../../publishing/history.ts";
import type { Publication, PublicationEvent, PublicationStep } from "../../publishing/publish.ts";
import { type PublicationOutcome, startPublication } from "../../publishing/start-publication.ts";
import type { Config } from "../../server/config.ts";
import { currentRelease } from "../../server/releases.ts";

const progress = createProgress({
  isTTY: process.stdout.isTTY,
  write: (text) => process.stdout.write(text),
});

/** Publishes and shows the progress. */
export async function publishHere(config: Config, publication: Publication): Promise<PublicationOutcome> {
  const outcome = await startPublication(config, publication, progress.report);
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

const steps: Record<PublicationStep, string> = {
  content: "Sprawdzanie treści",
  pictures: "Zdjęcia",
  pages: "Składanie stron",
  checks: "Sprawdzanie stron",
  switch: "Podmiana strony",
};

/** Shows a publication's progress: one changing line in a terminal, elsewhere a line for each step. */
export function createProgress({ isTTY, write }: { readonly isTTY: boolean; write(text: string): unknown }) {
  const clear = () => isTTY && write("\r\u001b[2K");

  function show(text: string): void {
    clear();
    write(isTTY ? `${text}…` : `${text}…\n`);
  }

  return {
    report(event: PublicationEvent): void {
      if (event.kind === "waiting") show("Trwa inna publikacja, ta poczeka na jej koniec");
      else if (event.kind === "step") show(steps[event.step]);
      else if (isTTY || event.done === event.total) show(`${steps.pictures}: ${event.done} z ${event.total}`);
    },
    /** The next output starts on a clean line. */
    clear,
  };
}

/** Republishes the current content if the program or settings have changed since; on failure the current release stays. */
export async function renewPublished(config: Config): Promise<void> {
  const name = currentRelease(config.releasesDir);
  const content = name && contentOf(config, name);
  if (!content || !isOutdated(config)) return;
  const outcome = await publishHere(config, { contentDir: content, origin: "update", restores: name });
  if (outcome.kind === "published")
    console.log("Strona opublikowana na nowo, bo zmienił się program lub ustawienia.");
  else {
    reportFailure(outcome);
    // Visitors still have the current release, so the server starts anyway.
    process.exitCode = undefined;
  }
}
