import { useMemo, useState } from "react";
import { isTree, parsePath, valueAt } from "../../../content-model/path.ts";
import type { FileAnswer } from "./sync-state.ts";

/** Problems to show. An empty field of a new entry has none until it has been touched. */
export function useVisibleProblems({ problems }: Pick<FileAnswer, "problems">, value: unknown) {
  const [touched, setTouched] = useState<readonly string[]>(() => problems.map(({ at }) => at));
  const visible = useMemo(
    () =>
      problems.filter(
        ({ at, about }) =>
          at === "" || !isEmpty(about) || touched.some((place) => place === at || place.startsWith(`${at}.`)),
      ),
    [problems, touched],
  );

  function touch(place: string): void {
    if (!touched.includes(place) && isEmpty(valueAt(value, parsePath(place))))
      setTouched([...touched, place]);
  }

  return { visible, touch };
}

const isEmpty = (value: unknown) =>
  isTree(value) ? Array.isArray(value) && value.length === 0 : (value ?? "") === "";
