import { type PropsWithChildren, useMemo, useState } from "react";
import type { ContentName } from "../../../content-model/content.ts";
import { isTree, parsePath, valueAt } from "../../../content-model/path.ts";
import { createEditor, EditorContext, FormContext, type FormContextValue } from "./editing.ts";
import { change, readSync, useShownValue, useSync } from "./sync.ts";
import { type FileAnswer, shownValue } from "./sync-state.ts";

/** What the fields of a file need, and what the form around them shows. */
export function useFileForm(name: ContentName, answer: FileAnswer) {
  const { form, choices, photos, facts } = answer;
  const { unsaved } = useSync();
  const value = useShownValue(name);
  const { visible: problems, touch } = useVisibleProblems(answer, value);
  const editor = useMemo(
    () =>
      createEditor({
        form,
        value: () => shownValue(readSync(), name),
        change: (place, made) => change(name, { place, change: made }),
      }),
    [form, name],
  );
  const context = useMemo<FormContextValue>(
    () => ({
      ...{ problems, choices, photos, facts },
      conflicts: unsaved.conflicts.filter((conflict) => conflict.name === name),
    }),
    [problems, choices, photos, facts, unsaved.conflicts, name],
  );
  return { value, problems, editor, context, touch };
}

type FileFormProps = Pick<ReturnType<typeof useFileForm>, "editor" | "context" | "touch"> & {
  /** Called with the path of the field that gets the focus. */
  readonly onFocused?: (at: string) => void;
};

/** Surrounds the fields of a file. */
export function FileForm({ editor, context, touch, onFocused, children }: PropsWithChildren<FileFormProps>) {
  return (
    <EditorContext value={editor}>
      <FormContext value={context}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only observes the focus */}
        <div
          className="content-form"
          onFocus={({ target }) => onFocused?.(placeAround(target))}
          onBlur={({ target }) => touch(placeAround(target))}
        >
          {children}
        </div>
      </FormContext>
    </EditorContext>
  );
}

const placeAround = (element: Element) => element.closest("[data-path]")?.getAttribute("data-path") ?? "";

/** Problems to show. An empty field of a new entry has none until it has been touched. */
function useVisibleProblems({ problems }: Pick<FileAnswer, "problems">, value: unknown) {
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
