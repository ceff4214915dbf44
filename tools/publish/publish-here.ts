import { formatProblems } from "../../content-model/problems.ts";
import { isRestoring } from "../../panel/server/backups/restore-journal.ts";
import { isOutdated } from "../../publishing/basis.ts";
import { contentOf } from "../../publishing/history.ts";
import {
  type Publication,
  type PublicationEvent,
  type PublicationOutcome,
  type PublicationStep,
  startPublication,
} from "../../publishing/start-publication.ts";
import type { Config } from "../../server/config.ts";
import { currentRelease } from "../../server/releases.ts";

export async function publishHere(config: Config, publication: Publication): Promise<PublicationOutcome> {
  const reason = "czeka przywrócona kopia: opublikuje ją najbliższe uruchomienie strony";
  // That start would publish it over anything newer.
  if (publication.origin !== "update" && currentRelease(config.releasesDir) && isRestoring(config.dataDir))
    return { kind: "failed", reason };
  return startPublication(config, publication, showProgress);
}

/** Says why nothing was published. */
export const explainFailure = (outcome: Exclude<PublicationOutcome, { kind: "published" }>) =>
  `Nowa wersja nie została opublikowana. Dotychczasowa działa dalej.\n${explain(outcome)}`;

function explain(outcome: Exclude<PublicationOutcome, { kind: "published" }>): string {
  if (outcome.kind === "invalid") return formatProblems(outcome.problems);
  if (outcome.kind === "unusable-picture") return outcome.text;
  return outcome.kind === "busy"
    ? "Trwa inna publikacja. Spróbuj za chwilę."
    : `Przyczyna: ${outcome.reason}`;
}

const steps: Record<PublicationStep, string> = {
  content: "Sprawdzanie treści",
  pictures: "Zdjęcia",
  pages: "Składanie stron",
  switch: "Podmiana strony",
};

export function showProgress(event: PublicationEvent): void {
  if (event.kind === "waiting") console.log("Trwa inna publikacja, ta poczeka na jej koniec…");
  else if (event.kind === "step") console.log(`${steps[event.step]}…`);
  else if (event.done === event.total) console.log(`${steps.pictures}: ${event.done} z ${event.total}…`);
}

/** Republishes the current content if the program or settings have changed since; on failure the current release stays. */
export async function renewPublished(config: Config): Promise<void> {
  const name = currentRelease(config.releasesDir);
  const content = name && contentOf(config, name);
  if (!content || !isOutdated(config)) return;
  const publication = { contentDir: content, basedOn: name, origin: "update", restores: name } as const;
  const outcome = await publishHere(config, publication);
  if (outcome.kind === "published")
    console.log("Strona opublikowana na nowo, bo zmienił się program lub ustawienia.");
  // Visitors still have the current release, so the server starts anyway.
  else console.error(explainFailure(outcome));
}
