import "./preview.css";
import { type PropsWithChildren, useState, useSyncExternalStore } from "react";
import type { ContentName } from "../../../content-model/content.ts";
import { previewPage } from "../../../content-model/preview-page.ts";
import { useOpenField } from "../content/field-focus.ts";
import { Choice } from "../shell/choice.tsx";
import { PreviewFrame } from "./preview-frame.tsx";

const sides = { form: "Formularz", page: "Podgląd" };
const widths = { 390: "Telefon", 1280: "Komputer" };

interface WithPreviewProps {
  readonly name: ContentName;
  /** The path of the field with the focus. */
  readonly focused: string;
}

/** A form with a preview of its page: beside it on wide screens, else in a tab. */
export function WithPreview({ name, focused, children }: PropsWithChildren<WithPreviewProps>) {
  const isWide = useSyncExternalStore(subscribeWide, () => wide.matches);
  const [tab, setTab] = useState<keyof typeof sides>("form");
  const [wasShown, setShown] = useState(false);
  const [width, setWidth] = useState("390");
  const openField = useOpenField();
  const isShown = isWide || tab === "page";
  if (isShown && !wasShown) setShown(true);

  return (
    <div className="with-preview">
      {isWide ? null : <Choice bare legend="Co widać" labels={sides} chosen={tab} onChoose={setTab} />}
      <div className="form-side" hidden={!isWide && tab === "page"}>
        {children}
      </div>
      {wasShown ? (
        // Stays mounted while hidden, to keep its scroll position.
        <aside className="preview" aria-label="Podgląd" data-away={isShown ? undefined : ""}>
          <Choice bare legend="Szerokość ekranu" labels={widths} chosen={width} onChoose={setWidth} />
          <PreviewFrame
            page={previewPage(name, focused)}
            name={name}
            focused={focused}
            width={Number(width)}
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

const wide = matchMedia("(width >= 75rem)");

function subscribeWide(listener: () => void): () => void {
  wide.addEventListener("change", listener);
  return () => wide.removeEventListener("change", listener);
}
