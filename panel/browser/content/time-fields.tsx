import { dayNames, week } from "../../../content-model/format-opening-hours.ts";
import type { Day } from "../../../content-model/schema/opening-hours.ts";
import { Button } from "../shell/button.tsx";
import { useFormContext } from "./editing.ts";
import { FieldFrame, FieldNotes, type FieldProps, useField } from "./field-frame.tsx";

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

const months = Array.from({ length: 12 }, (_, month) =>
  new Date(2026, month).toLocaleString("pl", { month: "long" }),
);
const twoDigits = (number: number) => String(number).padStart(2, "0");

/** A year, or a date with month or day as far as known. */
export function YearOrDateField(props: FieldProps) {
  const { field, value } = props;
  const { control, set } = useField(props);
  const [year = "", month = "", day = ""] = String(value ?? "").split("-");

  function write(parts: readonly [string, string, string]): void {
    const end = parts.indexOf("");
    const written = parts.slice(0, end < 0 ? 3 : Math.max(end, 1)).join("-");
    set(/^\d{4}$/.test(written) ? Number(written) : written);
  }

  return (
    <FieldFrame {...props}>
      <div className="date-parts">
        <input
          {...control}
          aria-label={`${field.label}: rok`}
          inputMode="numeric"
          maxLength={4}
          placeholder="rok"
          value={year}
          onChange={(event) => write([event.target.value.replaceAll(/\D/g, ""), month, day])}
        />
        <select
          aria-label="Miesiąc"
          value={month}
          onChange={(event) => write([year, event.target.value, event.target.value ? day : ""])}
        >
          <option value="">cały rok</option>
          {months.map((name, number) => (
            <option key={name} value={twoDigits(number + 1)}>
              {name}
            </option>
          ))}
        </select>
        <select
          aria-label="Dzień"
          value={day}
          disabled={!month}
          onChange={(event) => write([year, month, event.target.value])}
        >
          <option value="">cały miesiąc</option>
          {Array.from({ length: 31 }, (_, number) => (
            <option key={twoDigits(number)} value={twoDigits(number + 1)}>
              {number + 1}
            </option>
          ))}
        </select>
      </div>
    </FieldFrame>
  );
}

const usual: Span = { opens: "8:00", closes: "16:00" };

/** Opening hours by day. Days with the same hours are saved as one entry. */
export function HoursField(props: FieldProps) {
  const { field, value, at } = props;
  const { set } = useField(props);
  const { problems } = useFormContext();
  const days = spansByDay(value);
  const texts = problems.filter((problem) => problem.at.startsWith(`${at}.`)).map(({ text }) => text);

  function write(day: Day, spans: readonly Span[]): void {
    set(entriesOf({ ...days, [day]: spans }));
  }

  return (
    <fieldset className="hours field" data-path={at}>
      <legend className="label">{field.label}</legend>
      {week.map((day) => (
        <div key={day} className="hours-day">
          <label className="check">
            <input
              type="checkbox"
              checked={days[day].length > 0}
              onChange={({ target }) => write(day, target.checked ? [usualOf(days, day)] : [])}
            />
            {dayNames[day]}
          </label>
          {days[day].map((span, number) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: spans of a day have no other identity
            <div key={number} className="hours-span">
              <Clock
                label={`${dayNames[day]}, od`}
                time={span.opens}
                onChange={(opens) => write(day, days[day].with(number, { ...span, opens }))}
              />
              <span aria-hidden="true">–</span>
              <Clock
                label={`${dayNames[day]}, do`}
                time={span.closes}
                onChange={(closes) => write(day, days[day].with(number, { ...span, closes }))}
              />
              {number > 0 ? (
                <Button kind="quiet" onClick={() => write(day, days[day].toSpliced(number, 1))}>
                  Usuń<span className="visually-hidden"> drugą część: {dayNames[day]}</span>
                </Button>
              ) : days[day].length === 1 ? (
                <Button
                  kind="quiet"
                  onClick={() => write(day, [...days[day], { opens: span.closes, closes: "20:00" }])}
                >
                  Przerwa<span className="visually-hidden"> w ciągu dnia: {dayNames[day]}</span>
                </Button>
              ) : null}
            </div>
          ))}
        </div>
      ))}
      <FieldNotes {...props} />
      <p className="field-problem">{[...new Set(texts)].join(" ")}</p>
    </fieldset>
  );
}

/** The hours of the day before, because most days are alike. */
function usualOf(days: Readonly<Record<Day, readonly Span[]>>, day: Day): Span {
  const before = week.slice(0, week.indexOf(day)).flatMap((other) => days[other]);
  return before.at(-1) ?? usual;
}

interface ClockProps {
  readonly label: string;
  readonly time: string;
  readonly onChange: (time: string) => void;
}

function Clock({ label, time, onChange }: ClockProps) {
  const change = (typed: string) => onChange(plainTime(typed));
  return (
    <input
      type="time"
      aria-label={label}
      value={paddedTime(time)}
      onChange={({ target }) => change(target.value)}
    />
  );
}

interface Span {
  readonly opens: string;
  readonly closes: string;
}

/** The spans of each day, from all entries. */
export function spansByDay(hours: unknown): Record<Day, Span[]> {
  const days = Object.fromEntries(week.map((day) => [day, [] as Span[]])) as Record<Day, Span[]>;
  for (const { days: named = [], opens = "", closes = "" } of Array.isArray(hours) ? hours : []) {
    for (const day of named) if (day in days) days[day as Day].push({ opens, closes });
  }
  return days;
}

/** One entry for all days with the same hours, in the order of the week. */
export function entriesOf(days: Readonly<Record<Day, readonly Span[]>>): (Span & { days: Day[] })[] {
  const entries: (Span & { days: Day[] })[] = [];
  for (const day of week) {
    for (const { opens, closes } of days[day]) {
      const known = entries.find(
        (entry) => entry.opens === opens && entry.closes === closes && !entry.days.includes(day),
      );
      if (known) known.days.push(day);
      else entries.push({ days: [day], opens, closes });
    }
  }
  return entries;
}

/** From "6:00" to "06:00", which inputs require, and back. */
const paddedTime = (time: string) => (/^\d:/.test(time) ? `0${time}` : time);
const plainTime = (time: string) => time.replace(/^0(?=\d:)/, "");
