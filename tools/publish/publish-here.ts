import { formatProblems } from "../../content-model/problems.ts";
import { isOutdated } from "../../publishing/basis.ts";
import { problemLine } from "../../publishing/checks/problem.ts";
import { contentOf } from "../../publishing/history.ts";
import type { Publication, PublicationEvent, PublicationStep } from "../../publishing/publish.ts";
import { type PublicationOutcome, startPublication } from "../../publishing/start-publication.ts";
import type { Config } from "../../server/config.ts";
import { currentRelease } from "../../server/releases.ts";

const progress = createProgress(process.stdout);

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

interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const steps: Record<PublicationStep, { words: string; share: number }> = {
  content: { words: "Sprawdzanie treści", share: 0 },
  pictures: { words: "Zdjęcia", share: 0.1 },
  pages: { words: "Składanie stron", share: 0.7 },
  checks: { words: "Sprawdzanie stron", share: 0.85 },
  switch: { words: "Podmiana strony", share: 0.95 },
};
const width = 24;
const clearLine = "\r\u001b[2K";

/** Shows a publication's progress: a bar in a terminal, elsewhere a line for each step. */
export function createProgress(terminal: Terminal) {
  let isOpen = false;

  function show(share: number, words: string): void {
    if (!terminal.isTTY) {
      terminal.write(`${words}…\n`);
      return;
    }
    const filled = Math.round(share * width);
    terminal.write(`${clearLine}${"█".repeat(filled)}${"░".repeat(width - filled)} ${words}…`);
    isOpen = true;
  }

  return {
    report(event: PublicationEvent): void {
      if (event.kind === "waiting") show(0, "Trwa inna publikacja, ta poczeka na jej koniec");
      else if (event.kind === "step") show(steps[event.step].share, steps[event.step].words);
      else if (terminal.isTTY || event.done === event.total) {
        const { pictures, pages } = steps;
        const share = pictures.share + ((pages.share - pictures.share) * event.done) / event.total;
        show(share, `${pictures.words}: ${event.done} z ${event.total}`);
      }
    },
    /** Removes the bar, so the next output starts on a clean line. */
    clear(): void {
      if (isOpen) terminal.write(clearLine);
      isOpen = false;
    },
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
