import { dayNames, week } from "../../../content-model/format-opening-hours.ts";
import { useEditor, useFormContext } from "./editing.ts";
import { FieldFrame, FieldNotes, type FieldProps, useControl } from "./field-frame.tsx";

type SwitchFieldProps = FieldProps & { readonly onChange?: (checked: boolean) => void };

export function SwitchField({ field, value, at, onChange }: SwitchFieldProps) {
  const editor = useEditor();
  const control = useControl({ field, value, at });
  const change = onChange ?? ((checked) => editor.set(at, value, checked));
  return (
    <div className="field" data-path={at}>
      <label className="check">
        <input
          {...control}
          type="checkbox"
          checked={Boolean(value ?? field.default)}
          onChange={(event) => change(event.target.checked)}
        />
        {field.label}
      </label>
      <FieldNotes field={field} value={value} at={at} />
    </div>
  );
}

/** One of the schema's values, or an item of another list. */
export function ChoiceField({ field, value, at, beside }: FieldProps) {
  const editor = useEditor();
  const control = useControl({ field, value, at });
  const { choices } = useFormContext();
  const all = field.choices ?? choices[field.reference ?? ""] ?? [];
  const chosen = all.findIndex((choice) => choice.value === value);
  return (
    <FieldFrame field={field} value={value} at={at} beside={beside}>
      <select
        {...control}
        value={chosen}
        onChange={(event) => editor.set(at, value, all[Number(event.target.value)]?.value)}
      >
        {chosen < 0 || !field.required ? <option value={-1}>(wybierz)</option> : null}
        {all.map(({ label, value: choice }, number) => (
          <option key={String(choice)} value={number}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

export function DaysField({ field, value, at }: FieldProps) {
  const editor = useEditor();
  const days = Array.isArray(value) ? (value as readonly unknown[]) : [];
  return (
    <fieldset className="field days" data-path={at}>
      <legend className="label">{field.label}</legend>
      {week.map((day) => (
        <label key={day} className="check">
          <input
            type="checkbox"
            checked={days.includes(day)}
            onChange={({ target }) =>
              editor.set(
                at,
                value,
                week.filter((other) => (other === day ? target.checked : days.includes(other))),
              )
            }
          />
          {dayNames[day]}
        </label>
      ))}
      <FieldNotes field={field} value={value} at={at} />
    </fieldset>
  );
}
