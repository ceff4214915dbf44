import type { MouseEvent, PropsWithChildren } from "react";
import { flushSync } from "react-dom";
import { DefinitionList } from "../../../app/ui/definition-list.tsx";
import { type FormField, fieldAt, formatPlain } from "../../../content-model/form-field.ts";
import { isSame, isTree, parsePath, valueAt } from "../../../content-model/path.ts";
import { Button } from "../shell/button.tsx";
import { type FieldProps, type Form, useForm } from "./editing.ts";
import { dropMine, keepMine } from "./sync.ts";
import type { Conflict } from "./unsaved.ts";

/** A field with its label, help and problems. Its control takes the attributes of `useField`. */
export function FieldFrame({ children, ...props }: PropsWithChildren<FieldProps>) {
  const { field, at, beside } = props;
  return (
    <div className="field" data-path={at}>
      <div className="row-with-action">
        <label htmlFor={at}>
          {field.label}
          <Optional field={field} />
        </label>
        {beside}
      </div>
      {children}
      <FieldNotes {...props} />
    </div>
  );
}

const notesOf = ({ field, at }: Pick<FieldProps, "field" | "at">) =>
  `${field.help ? `${at}-help ` : ""}${at}-problem`;

type FieldGroupProps = PropsWithChildren<Pick<FieldProps, "field" | "at"> & { readonly className: string }>;

/** A fieldset. Its legend is a heading if the group is a part of the page. */
export function FieldGroup({ field, at, className, children }: FieldGroupProps) {
  const isPart = !at.includes(".");
  return (
    <fieldset className={className} data-path={at} aria-describedby={notesOf({ field, at })}>
      <legend className="label">
        {isPart ? <h2>{field.label}</h2> : field.label}
        {isPart ? null : <Optional field={field} />}
      </legend>
      {children}
    </fieldset>
  );
}

function Optional({ field }: Pick<FieldProps, "field">) {
  return field.required || "default" in field ? null : <span className="quiet"> (opcjonalnie)</span>;
}

export interface FieldNotesProps extends FieldProps {
  /** The keys in it that have notes of their own; by default all. What belongs to the others is shown here. */
  readonly noted?: readonly string[] | undefined;
}

export function FieldNotes({ field, value, at, noted }: FieldNotesProps) {
  const { conflicts } = useForm();
  const problems = useProblems(at, value, noted);
  return (
    <>
      {field.help ? (
        <p id={`${at}-help`} className="quiet">
          {field.help}
        </p>
      ) : null}
      <p id={`${at}-problem`} className="field-problem">
        {problems.join(" ")}
      </p>
      {conflicts
        .filter(({ place, isGone }) => isNotedAt(at, place, noted) && !isGone)
        .map((conflict) => (
          <ConflictChoice key={conflict.id} conflict={conflict} />
        ))}
    </>
  );
}

/** Lets the owner choose between a change made here and one made elsewhere. */
export function ConflictChoice({ conflict }: { readonly conflict: Conflict }) {
  const { place, change, found, reason, isGone } = conflict;
  const { form, choices } = useForm();
  const field = fieldAt(form, parsePath(place));
  const shown = (value: unknown) => textOf(value, change.do === "add" ? field?.item : field, choices);
  const mine = change.do === "remove" ? "usunięcie" : shown("value" in change ? change.value : undefined);
  const settle = (act: typeof keepMine) => (event: MouseEvent) => {
    const around = event.currentTarget.closest<HTMLElement>("[data-path], .content-form");
    flushSync(() => act(conflict));
    // The button that had the focus went with the conflict.
    if (around) around.tabIndex = -1;
    around?.focus();
  };
  const canKeep = reason === "conflict" && !isGone && (change.do === "set" || change.do === "remove");

  return (
    <section className="conflict notice stack" aria-label="Zmiana w dwóch miejscach naraz">
      <p>{explanation(conflict)}</p>
      <DefinitionList
        rows={[
          ["Twoja zmiana", mine],
          ["Zmiana z innego urządzenia", canKeep ? shown(found) : undefined],
        ]}
      />
      <div className="actions">
        {canKeep ? <Button onClick={settle(keepMine)}>Zostaw moją</Button> : null}
        <Button onClick={settle(dropMine)}>
          {canKeep ? "Zostaw zmianę z innego urządzenia" : "Odrzuć moją zmianę"}
        </Button>
      </div>
    </section>
  );
}

function explanation({ reason, isGone }: Conflict): string {
  if (isGone) return "To miejsce zostało w międzyczasie usunięte na innym urządzeniu.";
  return reason === "refused"
    ? "Tej zmiany nie da się zapisać z panelu. Skopiuj ją, zanim ją odrzucisz."
    : "To samo miejsce zmieniło się też na innym urządzeniu. Wybierz, co ma zostać.";
}

/** A value of any kind in the words of its form. */
export function textOf(value: unknown, field: FormField | undefined, entries: Form["choices"]): string {
  const chosen = entries[field?.reference ?? ""]?.find((entry) => entry.value === value)?.label;
  const inner = (key: string) => fieldAt(field, [Array.isArray(value) ? Number(key) : key]);
  const text = isTree(value)
    ? Object.entries(value)
        .map(([key, part]) => textOf(part, inner(key), entries))
        .join(", ")
    : (chosen ?? formatPlain(value ?? undefined, field));
  return text || "(puste)";
}

export function showText(value: unknown): string {
  if (typeof value === "number") return String(value).replace(".", ",");
  return value === undefined || value === null ? "" : String(value);
}

/** Whether the notes of the field `at` show what belongs to a place. */
function isNotedAt(at: string, place: string, noted: FieldNotesProps["noted"]): boolean {
  if (place === at) return true;
  const [key = ""] = place.slice(at.length + 1).split(".");
  return noted !== undefined && place.startsWith(`${at}.`) && !noted.includes(key);
}

/** Returns the problems that the server found in a field, until its value changes. */
function useProblems(at: string, value: unknown, noted?: FieldNotesProps["noted"]): string[] {
  const found = useForm().problems.filter(
    (problem) =>
      isNotedAt(at, problem.at, noted) &&
      isSame(problem.about, valueAt(value, parsePath(problem.at.slice(at.length)))),
  );
  // Days with the same hours have the same problem.
  return [...new Set(found.map(({ text }) => text))];
}

export const isWithin = (at: string) => (place: string) => place === at || place.startsWith(`${at}.`);

export function useHasProblem(at: string): boolean {
  const { problems, conflicts } = useForm();
  const isHere = isWithin(at);
  return problems.some((problem) => isHere(problem.at)) || conflicts.some(({ place }) => isHere(place));
}

/** Returns the attributes of the control in a `FieldFrame`, and a function that sets the field's value. */
export function useField({ field, value, at }: FieldProps) {
  const { editor } = useForm();
  const control = {
    id: at,
    "aria-describedby": notesOf({ field, at }),
    "aria-invalid": useProblems(at, value).length > 0,
  };
  return { control, set: (next: unknown) => editor.set(at, value, next) };
}
