import { useMemo, useState, useSyncExternalStore } from "react";
import { type LoaderFunctionArgs, useParams } from "react-router";
import type { ContentName } from "../../../content-model/content.ts";
import { PreviewInWidths } from "../preview/preview-frame.tsx";
import { Choice } from "../shell/inputs.tsx";
import { Screen } from "../shell/screen.tsx";
import { useFocusOnTarget, useOpenField } from "./field-focus.ts";
import { FileForm, placeAround } from "./file-form.tsx";
import { GroupFields } from "./group-field.tsx";
import { loadFile, shownValue, useSync } from "./sync.ts";

export async function loader({ params }: LoaderFunctionArgs) {
  await loadFile(params.name as ContentName);
  return null;
}

const sides = { form: "Formularz", page: "Podgląd" };
const wide = matchMedia("(width >= 75rem)");

function subscribeWide(listener: () => void): () => void {
  wide.addEventListener("change", listener);
  return () => wide.removeEventListener("change", listener);
}

/** The form of one content file with a preview, which is beside it on wide screens and in a tab on narrow ones. */
export function Component() {
  const name = useParams().name as ContentName;
  const { files, unsaved } = useSync();
  const answer = files[name];
  const value = useMemo(() => shownValue({ files, unsaved }, name), [name, files, unsaved]);
  const [focused, setFocused] = useState("");
  const isWide = useSyncExternalStore(subscribeWide, () => wide.matches);
  const [tab, setTab] = useState<keyof typeof sides>("form");
  const [wasShown, setShown] = useState(false);
  const openField = useOpenField();
  useFocusOnTarget();
  if (!answer) return null;
  const isShown = isWide || tab === "page";
  if (isShown && !wasShown) setShown(true);

  return (
    <Screen title={answer.form.label} back={{ to: "/tresc", label: "Treść" }}>
      <div className="with-preview close">
        {isWide ? null : (
          <Choice hidesLegend legend="Co widać" labels={sides} chosen={tab} onChoose={setTab} />
        )}
        <FileForm
          key={name}
          name={name}
          answer={answer}
          hidden={!isWide && tab === "page"}
          onFocus={({ target }) => setFocused(placeAround(target))}
        >
          {/* An unreadable file has no form. */}
          {value === undefined ? null : <GroupFields field={answer.form} value={value} at="" />}
        </FileForm>
        {wasShown ? (
          // Stays mounted while hidden, to keep its scroll position.
          <aside className="preview" aria-label="Podgląd" data-away={isShown ? undefined : ""}>
            <PreviewInWidths
              name={name}
              focused={focused}
              onOpen={(place) => {
                setTab("form");
                openField(place);
              }}
            />
          </aside>
        ) : null}
      </div>
    </Screen>
  );
}
