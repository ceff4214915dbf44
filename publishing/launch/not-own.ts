import type { ContentName } from "../../content-model/content.ts";
import { locate } from "../../content-model/load.ts";
import { type Path, valueAt } from "../../content-model/path.ts";
import type { ContentProblem, PlacedProblem } from "../../content-model/problems.ts";
import type { RawContent } from "../../content-model/read-content.ts";
import { findSamples, isSampleText, type Sample } from "../../content-model/samples.ts";
import type { Place } from "../checks/problem.ts";
import { smallestRemoval } from "../remove-photo.ts";

type Raw = Pick<RawContent, "files">;

/**
 * What must never be published as the owner's: sample opinions and stories, rendered rooms and people, a person who does not exist. Also
 * the lack of any way to reach the owner (C7.3).
 */
export function findNotOwn(raw: Raw): ContentProblem[] {
  const site = raw.files.site.value;
  const isReachable = [["telephone"], ["email"]].some((path) => {
    const contact = valueAt(site, path);
    return contact !== undefined && !isSampleText(String(contact));
  });
  const problems = findSamples(raw).flatMap((sample) => explainNotOwn(sample) ?? []);
  const all = [...problems, ...(isReachable ? [] : [unreachable])];
  return all.map((problem) => locate(problem, raw.files[problem.name]));
}

function explainNotOwn({ name, path, left }: Sample): PlacedProblem | undefined {
  if (left.kind === "portrait" || left.kind === "rendered") {
    const problem = `zdjęcie „${left.photo}” jest przykładowe i nie pokazuje nic Twojego`;
    // The place of the photograph, not of its file's name.
    return placed(name, path.slice(0, -1), problem, "Wstaw własne zdjęcie albo usuń to.");
  }
  if (left.kind === "text") {
    if (name !== "site" || !/^(?:trainer|company\.legalName)/.test(path.join("."))) return undefined;
    return placed(name, path, `przykładowe dane: „${left.text}”`, "Wpisz własne albo usuń to pole.");
  }
  const what = typeof path[0] === "string" ? clientWords[path[0]] : undefined;
  if (what === undefined || name !== "osiagniecia") return undefined;
  return placed(name, path.slice(0, -1), what, "Wpisz prawdziwą, za zgodą tej osoby, albo usuń ten wpis.");
}

const clientWords: Readonly<Record<string, string>> = {
  opinions: "przykładowa opinia, której nikt nie napisał",
  stories: "przykładowa historia, która się nie wydarzyła",
  rating: "przykładowa ocena, której nikt nie wystawił",
};

const unreachable = placed(
  "site",
  ["telephone"],
  "nie ma Twojego telefonu ani adresu e-mail",
  "Wpisz choć jedno z nich: inaczej nikt się z Tobą nie skontaktuje.",
);

export function placed(name: ContentName, path: Path, problem: string, hint: string): PlacedProblem {
  return {
    name,
    path,
    problem,
    hint,
    inForm: `${problem.charAt(0).toUpperCase()}${problem.slice(1)}. ${hint}`,
  };
}

/** The one change that leaves out what is at a place of a file with this value; undefined if the site cannot do without it. */
export const planHiding = ({ name, path }: Place, value: unknown) =>
  valueAt(value, path) === undefined ? undefined : smallestRemoval(name, value, path)?.change;
