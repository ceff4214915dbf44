import { locate } from "../../content-model/load.ts";
import { isTree, valueAt } from "../../content-model/path.ts";
import type { ContentProblem } from "../../content-model/problems.ts";
import type { RawContent } from "../../content-model/read-content.ts";
import type { Change } from "../../content-model/writing/change.ts";
import { hashOpinion, type Ledger } from "../../opinions/ledger.server.ts";

/** The opinions with proof in the value of osiagniecia.yaml, with their positions in the list. */
export function provenIn(value: unknown) {
  const opinions = valueAt(value, ["opinions"]);
  return (Array.isArray(opinions) ? opinions : []).flatMap((entry: unknown, at) => {
    if (!isTree(entry) || typeof entry.proof !== "string") return [];
    const [text = "", author = "", about = "", day = ""] = ["text", "author", "about", "date"].map((name) =>
      String(entry[name] ?? ""),
    );
    return [{ at, entry, id: entry.proof, words: { text, author, about }, day }];
  });
}

/** Changes that remove opinions found by `provenIn`, from the last to the first. */
export const removalsOf = (found: ReturnType<typeof provenIn>): Change[] =>
  found.map(({ at, entry }): Change => ({ do: "remove", at: ["opinions", at], old: entry })).reverse();

/**
 * Finds opinions with proof that differ from what somebody wrote, or that must not be shown (C5.2). In content that visitors have
 * already seen (`wasShown`), finds only withdrawn ones. An earlier version (`isEarlier`) cannot be changed any more.
 */
export function findAltered(
  raw: Pick<RawContent, "files">,
  { shown, withdrawn }: Ledger,
  { wasShown = false, isEarlier = false } = {},
): ContentProblem[] {
  const problems = provenIn(raw.files.osiagniecia.value).flatMap(({ at, id, words, day }, _, proven) => {
    const placed = (problem: string) => ({ name: "osiagniecia", path: ["opinions", at], problem }) as const;
    if (withdrawn.includes(id)) return placed("Tę opinię wycofała osoba, która ją napisała. Usuń ten wpis.");
    if (wasShown) return [];
    if (proven.some((other) => other.id === id && other.at < at))
      return placed("Ta opinia jest tu już raz. Usuń ten wpis.");
    if (shown[id] === hashOpinion(words, day)) return [];
    return placed(
      shown[id] === undefined
        ? `Opinii z podpisem „${words.author}” nie wybrano do pokazania. Wybierz ją na ekranie „Opinie” ${isEarlier ? "i przywróć tę wersję jeszcze raz" : "albo usuń ten wpis"}.`
        : "Opinia ma inne słowa, podpis lub datę niż ta, którą napisano. Wybierz ją na ekranie „Opinie” jeszcze raz, wróci słowo w słowo, albo usuń ten wpis.",
    );
  });
  return problems.map((problem) => locate(problem, raw.files.osiagniecia));
}
