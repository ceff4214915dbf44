import "./preview.css";
import { type PropsWithChildren, useState, useSyncExternalStore } from "react";
import type { ContentName } from "../../../content-model/content.ts";
import { previewPage } from "../../../content-model/preview-page.ts";
import { useOpenField } from "../content/field-focus.ts";
import { PreviewFrame } from "./preview-frame.tsx";

const widths = [
  { width: 390, label: "Telefon" },
  { width: 1280, label: "Komputer" },
] as const;

interface WithPreviewProps {
  readonly name: ContentName;
  /** The path of the field with the focus. */
  readonly focused: string;
}

/** A form with a preview of its page: beside it on wide screens, else in a tab. */
export function WithPreview({ name, focused, children }: PropsWithChildren<WithPreviewProps>) {
  const isWide = useSyncExternalStore(subscribeWide, () => wide.matches);
  const [tab, setTab] = useState<"form" | "page">("form");
  const [wasShown, setShown] = useState(false);
  const [width, setWidth] = useState<number>(widths[0].width);
  const openField = useOpenField();
  const isShown = isWide || tab === "page";
  if (isShown && !wasShown) setShown(true);

  return (
    <div className="with-preview">
      {isWide ? null : (
        <fieldset className="preview-tabs" aria-label="Co widać">
          <Choice isChosen={tab === "form"} onChoose={() => setTab("form")}>
            Formularz
          </Choice>
          <Choice isChosen={tab === "page"} onChoose={() => setTab("page")}>
            Podgląd
          </Choice>
        </fieldset>
      )}
      <div className="form-side" hidden={!isWide && tab === "page"}>
        {children}
      </div>
      {wasShown ? (
        // Stays mounted while hidden, to keep its scroll position.
        <aside className="preview" aria-label="Podgląd" data-away={isShown ? undefined : ""}>
          <fieldset className="preview-widths" aria-label="Szerokość ekranu">
            {widths.map((one) => (
              <Choice key={one.width} isChosen={width === one.width} onChoose={() => setWidth(one.width)}>
                {one.label}
              </Choice>
            ))}
          </fieldset>
          <PreviewFrame
            page={previewPage(name, focused)}
            name={name}
            focused={focused}
            width={width}
            onOpen={(place) => {
              setTab("form");
              openField(place);
            }}
          />
        </aside>
      ) : null}
    </div>
  );
}

interface ChoiceProps {
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Choice({ isChosen, onChoose, children }: PropsWithChildren<ChoiceProps>) {
  return (
    <button type="button" className="preview-choice" aria-pressed={isChosen} onClick={onChoose}>
      {children}
    </button>
  );
}

const wide = matchMedia("(width >= 75rem)");

function subscribeWide(listener: () => void): () => void {
  wide.addEventListener("change", listener);
  return () => wide.removeEventListener("change", listener);
}
