import { useMemo, useState } from "react";
import { isTree, valueAt } from "../../../content-model/path.ts";
import { pathOf } from "./clashes.ts";
import type { FileAnswer } from "./file-answers.ts";

/** The problems to be shown: that a new entry lacks something is no mistake until its empty field has been left. */
export function useMistakes({ problems }: Pick<FileAnswer, "problems">, value: unknown) {
  const [noticed, setNoticed] = useState<readonly string[]>(() => problems.map(({ at }) => at));
  const mistakes = useMemo(
    () =>
      problems.filter(
        ({ at, about }) =>
          at === "" || !isEmpty(about) || noticed.some((place) => place === at || place.startsWith(`${at}.`)),
      ),
    [problems, noticed],
  );

  function leave(place: string): void {
    if (!noticed.includes(place) && isEmpty(valueAt(value, pathOf(place)))) setNoticed([...noticed, place]);
  }

  return { mistakes, leave };
}

const isEmpty = (value: unknown) =>
  isTree(value) ? Array.isArray(value) && value.length === 0 : (value ?? "") === "";
