import { type PointerEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { type FieldKind, type FormField, fieldAt } from "../../../content-model/form-field.ts";
import { formatDate } from "../../../content-model/format-date.ts";
import { formatPrice } from "../../../content-model/format-price.ts";
import { priceOn } from "../../../content-model/later-price.ts";
import { isTree, valueAt } from "../../../content-model/path.ts";
import type { Price } from "../../../content-model/schema/price.ts";
import { dayNames, week } from "../../../content-model/week.ts";
import { polishDay } from "../../../enquiries/polish-time.ts";
import { photoUrl } from "../api.ts";
import { Button } from "../shell/button.tsx";
import { copyOf, type FieldProps, type Form, useForm } from "./editing.ts";
import { useOpen } from "./field-focus.ts";
import { FieldNotes, useHasProblem } from "./field-frame.tsx";
import { GroupFields } from "./group-field.tsx";

interface ListItemProps extends FieldProps {
  readonly number: number;
  readonly count: number;
  /** A new item is open and has the focus. */
  readonly isNew: boolean;
  readonly list: {
    add(item: unknown, at: number): void;
    move(from: number, to: number, button: HTMLElement): void;
    remove(at: number): void;
  };
}

/** The first control of a new item. Includes the photo button, because a photograph is chosen before it is described. */
const firstToFill = ".item-body :is(input, textarea, select, .photo .button)";

/** A list item: a single text, or a group of fields that its name opens. */
export function ListItem(props: ListItemProps) {
  const { field, value, at, number, isNew, list } = props;
  const { Field, choices } = useForm();
  const [hasMenu, setMenu] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const numbered = useMemo(() => ({ ...field, label: `${field.label} ${number + 1}` }), [field, number]);

  useEffect(() => {
    if (isNew) row.current?.querySelector<HTMLElement>(firstToFill)?.focus();
  }, [isNew]);

  /** Drags the item by its menu button. Dropped, it takes the place of the item under the pointer. */
  function drag({ currentTarget: button, pointerId, clientY: start }: PointerEvent<HTMLElement>): void {
    const { style, parentElement } = row.current as HTMLElement;
    button.setPointerCapture(pointerId);
    button.onpointermove = ({ clientY }) => {
      if (style.translate || Math.abs(clientY - start) > 8) style.translate = `0 ${clientY - start}px`;
    };
    button.onpointerup = button.onpointercancel = ({ type, clientY }) => {
      button.onpointermove = null;
      const rows = [...(parentElement?.querySelectorAll(":scope > .item") ?? [])];
      const edge = clientY > start ? "top" : "bottom";
      const isAbove = (one: Element) => one !== row.current && one.getBoundingClientRect()[edge] < clientY;
      // Another device may have moved it meanwhile.
      const [from, to] = [rows.indexOf(row.current as Element), rows.filter(isAbove).length];
      if (type === "pointerup" && style.translate && from >= 0 && to !== from) list.move(from, to, button);
      // After the click, which would open the menu.
      setTimeout(() => style.removeProperty("translate"));
    };
  }

  const name = itemName(field, value, number, choices);
  const menu = (
    <button
      type="button"
      className="item-menu"
      title="Przesuń, usuń"
      aria-expanded={hasMenu}
      onPointerDown={(event) => event.button || event.ctrlKey || drag(event)}
      onClick={() => row.current?.style.translate || setMenu(!hasMenu)}
    >
      <span aria-hidden="true">⋯</span>
      <span className="visually-hidden">Przesuń, usuń {name}</span>
    </button>
  );
  const actions = hasMenu ? <ItemActions {...props} name={name} /> : null;
  return (
    <li ref={row} className={field.kind === "group" ? "item group-item" : "item"}>
      {field.kind === "group" ? (
        <GroupItem {...props} name={name} menu={menu} actions={actions} />
      ) : (
        <div className="item-body">
          <Field field={numbered} value={value} at={at} beside={menu} />
          {actions}
        </div>
      )}
    </li>
  );
}

type GroupItemProps = ListItemProps & Record<"name" | "menu" | "actions", ReactNode>;

function GroupItem({ field, value, at, isNew, name, menu, actions }: GroupItemProps) {
  const [isOpen, setOpen] = useOpen(at, isNew);
  const hasProblem = useHasProblem(at);
  const detail = itemPrice(field, value) ?? itemDays(field, value);
  const photo = valueAt(partOf(field, value, "photo"), ["file"]);

  function toggle({ currentTarget: button }: { currentTarget: Element }): void {
    setOpen(!isOpen);
    // Scrolls an item that opens at the end of the screen into view.
    if (!isOpen) requestAnimationFrame(() => button.closest("li")?.scrollIntoView({ block: "nearest" }));
  }

  return (
    <div data-path={at}>
      <div className="item-head">
        <button type="button" className="item-name" aria-expanded={isOpen} onClick={toggle}>
          {typeof photo === "string" ? (
            <img className="thumb" src={photoUrl(photo, 320)} alt="" loading="lazy" />
          ) : null}
          <span className="item-words">
            <span className="item-title">{name}</span>
            {detail ? <span className="trail quiet figure"> {detail}</span> : null}
          </span>
          {hasProblem ? <span className="mark">do poprawienia</span> : null}
        </button>
        {menu}
      </div>
      {/* Above the fields, which may fill many screens. */}
      {actions}
      <FieldNotes field={field} value={value} at={at} />
      {isOpen ? (
        <div className="item-body stack">
          <GroupFields field={field} value={value} at={at} />
        </div>
      ) : null}
    </div>
  );
}

function ItemActions({ name, field, value, number, count, list }: ListItemProps & { readonly name: string }) {
  const moves = { Wyżej: number - 1, Niżej: number + 1, "Na początek": 0 };
  return (
    <fieldset className="actions item-actions" aria-label={name}>
      {Object.entries(moves).map(([label, to]) => (
        <Button
          key={label}
          busy={to < 0 || to >= count || to === number}
          onClick={({ currentTarget }) => list.move(number, to, currentTarget)}
        >
          {label}
        </Button>
      ))}
      <Button onClick={() => list.add(copyOf(field, value), number + 1)}>Powiel</Button>
      <Button onClick={() => list.remove(number)}>Usuń</Button>
    </fieldset>
  );
}

/** The name of a list item as the owner reads it, or its label and number. */
export function itemName(field: FormField, item: unknown, number: number, choices: Form["choices"] = {}) {
  const name = isTree(item) ? field.itemName && valueAt(item, field.itemName) : item;
  if (typeof name !== "string" || !name.trim()) return `${field.label} ${number + 1}`;
  if (fieldAt(field, field.itemName ?? [])?.kind === "date") return formatDate(name);
  return choices[field.reference ?? ""]?.find(({ value }) => value === name)?.label ?? name;
}

/** The price of a list item that visitors see, shown while it is closed. */
export function itemPrice(field: FormField, item: unknown): string | undefined {
  const stored = partOf(field, item, "price");
  const price = isTree(stored) && priceOn(stored, polishDay(Date.now()));
  if (!price || !(price.onRequest === true || typeof price.amount === "number")) return undefined;
  return `${formatPrice(price as unknown as Price)} ${String(price.unit ?? "")}`.trim();
}

const itemDays = (field: FormField, item: unknown) =>
  week.flatMap((day) => ([partOf(field, item, "days")].flat().includes(day) ? dayNames[day] : [])).join(", ");

/** The first value of a kind in a list item. */
function partOf({ fields = {} }: FormField, item: unknown, kind: FieldKind): unknown {
  const key = Object.keys(fields).find((inner) => fields[inner]?.kind === kind);
  return key === undefined ? undefined : valueAt(item, [key]);
}
