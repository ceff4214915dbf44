import { type Day, dayNames, isNight, week } from "../../../content-model/week.ts";
import { paddedTime, plainTime } from "../format.ts";
import { Button } from "../shell/button.tsx";
import { Check } from "../shell/inputs.tsx";
import type { FieldProps } from "./editing.ts";
import { FieldFrame, FieldGroup, FieldNotes, useField } from "./field-frame.tsx";

/** A time or a date, with the browser's picker. */
export function PickerField(props: FieldProps) {
  const { field, value } = props;
  const { control, set } = useField(props);
  return (
    <FieldFrame {...props}>
      <input
        {...control}
        type={field.kind}
        value={typeof value === "string" ? paddedTime(value) : ""}
        onChange={({ target }) => set(plainTime(target.value) || (field.required ? "" : undefined))}
      />
    </FieldFrame>
  );
}

/** Opening hours by day. Days with the same hours are saved as one entry. */
export function HoursField(props: FieldProps) {
  const { field, value, at } = props;
  const { set } = useField(props);
  const days = spansByDay(value);
  const latest = Object.values(days).flat().at(-1) ?? { opens: "8:00", closes: "16:00" };
  const write = (day: Day, spans: readonly Span[]) => set(entriesOf({ ...days, [day]: spans }));
  return (
    <FieldGroup field={field} at={at} className="field">
      {week.map((day) => (
        <div key={day} className="hours-day">
          <Check checked={days[day].length > 0} onChange={(isOpen) => write(day, isOpen ? [latest] : [])}>
            {dayNames[day]}
          </Check>
          <div className="hours-spans">
            {days[day].map((span, number) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: spans of a day have no other identity
              <div key={number} className="hours-span">
                {(["opens", "closes"] as const).map((side) => (
                  <input
                    key={side}
                    type="time"
                    aria-label={`${dayNames[day]}${number > 0 ? ", po przerwie" : ""}, ${side === "opens" ? "od" : "do"}`}
                    value={paddedTime(span[side])}
                    onChange={({ target }) =>
                      write(day, days[day].with(number, { ...span, [side]: plainTime(target.value) }))
                    }
                  />
                ))}
                {number === 0 ? (
                  <Button kind="quiet" onClick={() => write(day, withOrWithoutBreak(days[day]))}>
                    {days[day].length > 1 ? "Bez przerwy" : "Przerwa"}
                    <span className="visually-hidden"> w ciągu dnia: {dayNames[day]}</span>
                  </Button>
                ) : null}
              </div>
            ))}
          </div>
        </div>
      ))}
      <FieldNotes {...props} noted={[]} />
    </FieldGroup>
  );
}

/** Opens a break of an hour in the middle of a day, or after a day too short for that, or closes the day's breaks. */
export function withOrWithoutBreak(spans: readonly Span[]): Span[] {
  const { opens = "", closes = "" } = { ...spans[0], closes: spans.at(-1)?.closes };
  if (spans.length > 1) return [{ opens, closes }];
  const hour = Number.parseInt(closes, 10);
  const end = isNight(closes) ? hour + 24 : hour;
  const middle = Math.floor((Number.parseInt(opens, 10) + end) / 2) || 12;
  if (middle + 1 >= end && end < 22) return [...spans, { opens: `${end + 1}:00`, closes: `${end + 2}:00` }];
  return [
    { opens, closes: `${middle % 24}:00` },
    { opens: `${(middle + 1) % 24}:00`, closes },
  ];
}

type Span = { readonly opens: string; readonly closes: string };

export function spansByDay(hours: unknown): Record<Day, Span[]> {
  const entries = (Array.isArray(hours) ? hours : []) as readonly (Partial<Span> & { days?: Day[] })[];
  const spansOf = (day: Day) =>
    entries.flatMap(({ days, opens = "", closes = "" }) => (days?.includes(day) ? { opens, closes } : []));
  return Object.fromEntries(week.map((day) => [day, spansOf(day)])) as Record<Day, Span[]>;
}

/** Groups days with the same hours into one entry, in the order of the week. The spans of a day keep their order. */
export function entriesOf(days: Readonly<Record<Day, readonly Span[]>>): (Span & { days: Day[] })[] {
  const entries: (Span & { days: Day[] })[] = [];
  for (const day of week) {
    let last = -1;
    for (const { opens, closes } of days[day]) {
      const from = last + 1;
      last = entries.findIndex((entry, at) => at >= from && entry.opens === opens && entry.closes === closes);
      if (last < 0) last = entries.push({ days: [], opens, closes }) - 1;
      entries[last]?.days.push(day);
    }
  }
  return entries;
}
