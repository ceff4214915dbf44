import { type ComponentProps, useMemo, useState } from "react";
import type { ContentName } from "../../../content-model/content.ts";
import { fieldAt } from "../../../content-model/form-field.ts";
import { isTree, parsePath, valueAt } from "../../../content-model/path.ts";
import { createEditor, type Form, FormContext } from "./editing.ts";
import { Field } from "./field.tsx";
import { ConflictChoice, isWithin } from "./field-frame.tsx";
import { SaveLine } from "./save-line.tsx";
import { change, type FileAnswer, readSync, shownValue, useSync } from "./sync.ts";

type FileFormProps = ComponentProps<"div"> & { readonly name: ContentName; readonly answer: FileAnswer };

/** Wraps the fields of a file. Shows the save status, and problems and conflicts that belong to no field. */
export function FileForm({ name, answer, children, ...others }: FileFormProps) {
  const { form, choices, photos, facts } = answer;
  const { conflicts } = useSync().unsaved;
  const { problems, touch } = useVisibleProblems(name, answer);
  const editor = useMemo(
    () =>
      createEditor({
        form,
        value: () => shownValue(readSync(), name),
        change: (place, made) => change(name, { place, change: made }),
      }),
    [form, name],
  );
  const context = useMemo<Form>(() => {
    const own = conflicts.filter((conflict) => conflict.name === name);
    return { name, form, editor, Field, problems, choices, photos, facts, conflicts: own };
  }, [name, form, editor, problems, choices, photos, facts, conflicts]);
  return (
    <FormContext value={context}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only observes the focus */}
      <div {...others} className="content-form" onBlur={({ target }) => touch(placeAround(target))}>
        <SaveLine />
        {problems
          .filter(({ at }) => at === "" || !fieldAt(form, parsePath(at)))
          .map(({ at, text }) => (
            <p key={at + text} className="notice next">
              {text}
            </p>
          ))}
        {context.conflicts
          .filter(({ isGone }) => isGone)
          .map((conflict) => (
            <ConflictChoice key={conflict.id} conflict={conflict} />
          ))}
        {children}
      </div>
    </FormContext>
  );
}

export const placeAround = (node: Element) => node.closest("[data-path]")?.getAttribute("data-path") ?? "";

/** Returns the problems to show. Hides those of an empty field in a new entry until it was touched. */
function useVisibleProblems(name: ContentName, { problems }: FileAnswer) {
  const [touched, setTouched] = useState<readonly string[]>(() => problems.map(({ at }) => at));
  const visible = useMemo(() => {
    const isTouched = (at: string) => touched.some(isWithin(at));
    return problems.filter(({ at, about }) => at === "" || !isEmpty(about) || isTouched(at));
  }, [problems, touched]);

  function touch(place: string): void {
    const mark = () => {
      const value = valueAt(shownValue(readSync(), name), parsePath(place));
      if (isEmpty(value)) setTouched((others) => (others.includes(place) ? others : [...others, place]));
    };
    // A message that appears in the middle of a click would move its button away.
    if (!document.querySelector(":active")) mark();
    else addEventListener("mouseup", () => setTimeout(mark), { once: true });
  }

  return { problems: visible, touch };
}

const isEmpty = (value: unknown) =>
  isTree(value) ? Array.isArray(value) && value.length === 0 : (value ?? "") === "";
