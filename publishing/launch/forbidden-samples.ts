import { locate } from "../../content-model/load.ts";
import { valueAt } from "../../content-model/path.ts";
import type { ContentProblem, PlacedProblem } from "../../content-model/problems.ts";
import type { RawContent } from "../../content-model/read-content.ts";
import { findSamples, isPlaceholder, isSampleText, type Sample } from "../../content-model/samples.ts";

/**
 * Finds samples that must never be published as the owner's: opinions and stories, rendered rooms and people, a person who does not
 * exist. Also reports a site without any way to reach the owner (C7.3).
 */
export function findForbiddenSamples(raw: Pick<RawContent, "files">): ContentProblem[] {
  const site = raw.files.site.value;
  const isReachable = [["telephone"], ["email"]].some((path) => {
    const contact = valueAt(site, path);
    return contact !== undefined && !isSampleText(String(contact));
  });
  const found = findSamples(raw).flatMap((sample) => {
    const problem = explainSample(sample);
    return problem ? [{ ...sample, problem }] : [];
  });
  // Of an entry's marks and words one is named: hiding it takes the whole entry, and a second would take the next one.
  const named = new Map<string, Sample>();
  const entryOf = ({ name, path }: Sample) => [name, ...path.slice(0, 2)].join("/");
  for (const one of found)
    if (one.left.kind === "marked" || !named.has(entryOf(one))) named.set(entryOf(one), one);
  const isNamed = (one: Sample) => "photo" in one.left || named.get(entryOf(one)) === one;
  const problems = found.filter(isNamed).map(({ problem }) => problem);
  const all = [...problems, ...(isReachable ? [] : [unreachable])];
  return all.map((problem) => locate(problem, raw.files[problem.name]));
}

function explainSample({ name, path, left }: Sample): PlacedProblem | undefined {
  if (left.kind === "portrait" || left.kind === "rendered") {
    const problem = `Zdjęcie „${left.photo}” jest przykładowe i nie pokazuje nic Twojego. Wstaw własne zdjęcie albo usuń to.`;
    // The field of the photograph, not of its file name.
    return { name, path: path.slice(0, -1), problem };
  }
  if (left.kind === "text") {
    const isOfClients = name === "osiagniecia" && /^(?:opinions|stories)$/.test(String(path[0]));
    const isOfTrainer = name === "site" && /^(?:trainer|company\.legalName)/.test(path.join("."));
    if (!isOfTrainer && !(isOfClients && isPlaceholder(left.text))) return undefined;
    return { name, path, problem: `Przykładowe dane: „${left.text}”. Wpisz własne albo usuń to pole.` };
  }
  const what = typeof path[0] === "string" ? clientWords[path[0]] : undefined;
  if (what === undefined || name !== "osiagniecia") return undefined;
  const problem = `${what}. Wpisz prawdziwą, za zgodą tej osoby, albo usuń ten wpis.`;
  return { name, path: path.slice(0, -1), problem };
}

const clientWords: Readonly<Record<string, string>> = {
  opinions: "Przykładowa opinia, której nikt nie napisał",
  stories: "Przykładowa historia, która się nie wydarzyła",
  rating: "Przykładowa ocena, której nikt nie wystawił",
};

const unreachable: PlacedProblem = {
  name: "site",
  path: ["telephone"],
  problem:
    "Nie ma Twojego telefonu ani adresu e-mail. Wpisz choć jedno z nich: inaczej nikt się z Tobą nie skontaktuje.",
};
