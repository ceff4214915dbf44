import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { isSame, isTree } from "../../../content-model/path.ts";
import { Button } from "../shell/button.tsx";
import { type FieldProps, newItem, useForm } from "./editing.ts";
import { FieldGroup, FieldNotes } from "./field-frame.tsx";
import { itemName, ListItem } from "./list-item.tsx";

type Removed = { item: unknown; at: number; id: number | undefined };
const none: readonly unknown[] = [];

const takeFocus = (element: HTMLElement | null) => element?.focus();

/** A list whose items can be added, moved, duplicated and removed (P4.4). */
export function ListField({ field, value, at }: FieldProps) {
  const items = Array.isArray(value) ? (value as readonly unknown[]) : none;
  const ids = useItemIds(items);
  const { editor, choices } = useForm();
  const [newAt, setNewAt] = useState<number>();
  const [removed, setRemoved] = useState<readonly Removed[]>([]);
  const [announcement, setAnnouncement] = useState("");
  // Once it has the focus: another device may put a different item in its place.
  useEffect(() => setNewAt(undefined));
  const { item } = field;

  if (!item) return null;
  const nameOf = (number: number, entry = items[number]) => itemName(item, entry, number, choices);

  function add(added: unknown, number: number, stillRemoved: readonly Removed[] = []): void {
    setNewAt(number);
    setRemoved(stillRemoved);
    editor.add(at, added, number);
  }

  function move(number: number, to: number, button: HTMLElement): void {
    flushSync(() => editor.move(`${at}.${number}`, to));
    // Moving an element in the DOM loses the focus.
    button.focus();
    setAnnouncement(`${nameOf(number)}: pozycja ${to + 1} z ${items.length}`);
  }

  function remove(number: number): void {
    setRemoved([...removed, { item: items[number], at: number, id: ids[number] }]);
    editor.remove(`${at}.${number}`);
    setAnnouncement(`Usunięto: ${nameOf(number)}`);
  }

  const rows = items.map((entry, number) => (
    <ListItem
      key={ids[number]}
      field={item}
      value={entry}
      at={`${at}.${number}`}
      number={number}
      count={items.length}
      isNew={number === newAt}
      list={{ add, move, remove }}
    />
  ));
  const latest = removed.at(-1);
  const undo = latest ? (
    <li key={`undo-${latest.id}`} className="row-with-action item-actions">
      <span>Usunięto „{nameOf(latest.at, latest.item)}”.</span>
      <Button ref={takeFocus} onClick={() => add(latest.item, latest.at, removed.slice(0, -1))}>
        Cofnij
      </Button>
    </li>
  ) : null;
  const isFull = field.max !== undefined && items.length >= field.max;
  return (
    <FieldGroup field={field} at={at} className="part">
      <FieldNotes field={field} value={value} at={at} />
      <ul className={isTree(items[0]) ? "rows items" : "items close"}>
        {rows.toSpliced(latest?.at ?? 0, 0, ...(undo ? [undo] : []))}
      </ul>
      {isFull ? null : (
        <Button onClick={() => add(newItem(item), items.length)}>
          Dodaj: {item.label.toLocaleLowerCase("pl")}
        </Button>
      )}
      <output className="visually-hidden">{announcement}</output>
    </FieldGroup>
  );
}

type Known = { readonly items: readonly unknown[]; readonly ids: readonly number[] };

let last = 0;

/** Ids for list items, stable while items are added, removed, moved and edited. */
function useItemIds(items: readonly unknown[]): readonly number[] {
  const known = useRef<Known>({ items: [], ids: [] });
  if (known.current.items !== items)
    known.current = { items, ids: identify(items, known.current, () => ++last) };
  return known.current.ids;
}

/** Matches items first by index and identity, then by identity or value (moved), then by index (edited). */
export function identify(items: readonly unknown[], before: Known, newId: () => number): number[] {
  const ids = new Map<number, number | undefined>();
  const free = new Set(before.items.keys());
  const is = (at: number, from: number) => Object.is(before.items[from], items[at]);
  const matches: readonly ((at: number) => number | undefined)[] = [
    (at) => (free.has(at) && is(at, at) ? at : undefined),
    (at) => [...free].find((from) => is(at, from)),
    // With an unsaved change it is another object each time.
    (at) => [...free].find((from) => isSame(before.items[from], items[at])),
    (at) => (free.has(at) ? at : undefined),
  ];
  for (const match of matches)
    for (const at of items.keys()) {
      const from = ids.has(at) ? undefined : match(at);
      if (from !== undefined && free.delete(from)) ids.set(at, before.ids[from]);
    }
  return items.map((_, at) => ids.get(at) ?? newId());
}
