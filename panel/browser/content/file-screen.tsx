import "./content.css";
import { useEffect, useMemo, useState } from "react";
import { type LoaderFunctionArgs, useParams } from "react-router";
import type { ContentName } from "../../../content-model/content.ts";
import { fieldAt } from "../../../content-model/form-field.ts";
import { isTree, parsePath, valueAt } from "../../../content-model/path.ts";
import { WithPreview } from "../preview/with-preview.tsx";
import { Screen } from "../shell/screen.tsx";
import { ConflictChoice } from "./conflict-choice.tsx";
import { createEditor, EditorContext, FormContext, type FormContextValue } from "./editing.ts";
import { Field } from "./field.tsx";
import { useFocusOnTarget } from "./field-focus.ts";
import { GroupFields } from "./group-field.tsx";
import { SaveLine } from "./save-line.tsx";
import { change, loadFile, readSync, useShownValue, useSync, watchSaving } from "./sync.ts";
import { type FileAnswer, shownValue } from "./sync-state.ts";

export async function loader({ params }: LoaderFunctionArgs) {
  await loadFile(params.name as ContentName);
  return null;
}

/** The form of one content file, in the order of its page. */
export function Component() {
  const name = useParams().name as ContentName;
  const answer = useSync().files[name];
  return answer ? <FileForm key={name} name={name} answer={answer} /> : null;
}

function FileForm({ name, answer }: { readonly name: ContentName; readonly answer: FileAnswer }) {
  const { label, form, choices, photos, facts } = answer;
  const { unsaved } = useSync();
  const value = useShownValue(name);
  const { visible: problems, touch } = useVisibleProblems(answer, value);
  const [focused, setFocused] = useState("");
  const editor = useMemo(
    () =>
      createEditor({
        form,
        value: () => shownValue(readSync(), name),
        change: (place, made) => change(name, { place, change: made }),
      }),
    [form, name],
  );
  const formContext = useMemo<FormContextValue>(
    () => ({
      ...{ problems, choices, photos, facts },
      conflicts: unsaved.conflicts.filter((conflict) => conflict.name === name),
    }),
    [problems, choices, photos, facts, unsaved.conflicts, name],
  );
  useFocusOnTarget();
  useEffect(watchSaving, []);

  return (
    <Screen title={label} back={{ to: "/tresc", label: "Treść" }}>
      <WithPreview name={name} focused={focused}>
        <SaveLine name={name} problems={problems} />
        <EditorContext value={editor}>
          <FormContext value={formContext}>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: it only observes the focus */}
            <div
              className="content-form"
              onFocus={({ target }) => setFocused(placeAround(target))}
              onBlur={({ target }) => touch(placeAround(target))}
            >
              {problems
                .filter(({ at }) => at === "" || !fieldAt(form, parsePath(at)))
                .map(({ at, text }) => (
                  <p key={at + text} className="notice next">
                    {text}
                  </p>
                ))}
              {formContext.conflicts
                .filter(({ isGone }) => isGone)
                .map((conflict) => (
                  <ConflictChoice key={conflict.id} conflict={conflict} />
                ))}
              {/* An unreadable file has no form. */}
              {value === undefined ? null : <GroupFields field={form} value={value} at="" Field={Field} />}
            </div>
          </FormContext>
        </EditorContext>
      </WithPreview>
    </Screen>
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
