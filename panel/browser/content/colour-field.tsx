import { contrastRatio, inkColour, minimumContrast } from "../../../content-model/contrast.ts";
import { FieldFrame, type FieldProps, useField, useTextInput } from "./field-frame.tsx";

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

/** Drawn as SVG, because the panel's policy allows no inline styles. */
function Sample({ colour }: { readonly colour: string }) {
  const ratio = contrastRatio(colour, inkColour);
  const words = ratio >= minimumContrast ? "dobrze czytelne" : "za mało czytelne";
  return (
    <p className="colour-sample">
      <svg viewBox="0 0 132 48" width="132" height="48" aria-hidden="true">
        <rect width="132" height="48" fill={colour} />
        <text x="66" y="30" textAnchor="middle" fill={inkColour}>
          Zadzwoń
        </text>
      </svg>
      <span className="quiet">
        Napisy na przycisku: {words} (kontrast {ratio.toFixed(1).replace(".", ",")}:1).
      </span>
    </p>
  );
}
