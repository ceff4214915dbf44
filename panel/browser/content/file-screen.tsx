import "./content.css";
import { useEffect, useState } from "react";
import { type LoaderFunctionArgs, useParams } from "react-router";
import type { ContentName } from "../../../content-model/content.ts";
import { fieldAt } from "../../../content-model/form-field.ts";
import { parsePath } from "../../../content-model/path.ts";
import { WithPreview } from "../preview/with-preview.tsx";
import { Screen } from "../shell/screen.tsx";
import { ConflictChoice } from "./conflict-choice.tsx";
import { Field } from "./field.tsx";
import { useFocusOnTarget } from "./field-focus.ts";
import { FileForm, useFileForm } from "./file-form.tsx";
import { GroupFields } from "./group-field.tsx";
import { SaveLine } from "./save-line.tsx";
import { loadFile, useSync, watchSaving } from "./sync.ts";
import type { FileAnswer } from "./sync-state.ts";

export async function loader({ params }: LoaderFunctionArgs) {
  await loadFile(params.name as ContentName);
  return null;
}

/** The form of one content file, in the order of its page. */
export function Component() {
  const name = useParams().name as ContentName;
  const answer = useSync().files[name];
  return answer ? <FileScreen key={name} name={name} answer={answer} /> : null;
}

function FileScreen({ name, answer }: { readonly name: ContentName; readonly answer: FileAnswer }) {
  const { label, form } = answer;
  const { value, problems, ...fileForm } = useFileForm(name, answer);
  const [focused, setFocused] = useState("");
  useFocusOnTarget();
  useEffect(watchSaving, []);

  return (
    <Screen title={label} back={{ to: "/tresc", label: "Treść" }}>
      <WithPreview name={name} focused={focused}>
        <SaveLine name={name} problems={problems} />
        <FileForm {...fileForm} onFocused={setFocused}>
          {problems
            .filter(({ at }) => at === "" || !fieldAt(form, parsePath(at)))
            .map(({ at, text }) => (
              <p key={at + text} className="notice next">
                {text}
              </p>
            ))}
          {fileForm.context.conflicts
            .filter(({ isGone }) => isGone)
            .map((conflict) => (
              <ConflictChoice key={conflict.id} conflict={conflict} />
            ))}
          {/* An unreadable file has no form. */}
          {value === undefined ? null : <GroupFields field={form} value={value} at="" Field={Field} />}
        </FileForm>
      </WithPreview>
    </Screen>
  );
}
