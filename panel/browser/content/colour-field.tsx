import { contrastRatio, inkColour, minimumContrast } from "../../../content-model/contrast.ts";
import type { FieldProps } from "./editing.ts";
import { FieldFrame, useField, useTextInput } from "./field-frame.tsx";

const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text);

/** A colour, shown on a sample button with the contrast of its text. */
export function ColourField(props: FieldProps) {
  const { field, value } = props;
  const { control, set } = useField(props);
  const typed = useTextInput(props);
  const colour = typeof value === "string" && isColour(value) ? value : undefined;
  return (
    <FieldFrame {...props}>
      <div className="colour">
        <input
          type="color"
          aria-label={`${field.label}: wybierz`}
          value={colour ?? "#ffffff"}
          onChange={({ target }) => set(target.value)}
        />
        <input {...control} {...typed} type="text" autoComplete="off" />
      </div>
      {colour ? <Sample colour={colour} /> : null}
    </FieldFrame>
  );
}

function Sample({ colour }: { readonly colour: string }) {
  const ratio = contrastRatio(colour, inkColour);
  return (
    <p className="actions">
      <span className="button" style={{ background: colour, color: inkColour }} aria-hidden="true">
        Zadzwoń
      </span>
      <span className="quiet">
        Napisy na przycisku: {ratio >= minimumContrast ? "dobrze czytelne" : "za mało czytelne"} (kontrast{" "}
        {ratio.toFixed(1).replace(".", ",")}:1).
      </span>
    </p>
  );
}
