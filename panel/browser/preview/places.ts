import type { Place } from "../content/field-focus.ts";

/** Where a field is seen on a page; a field that is not, such as the order of entries, by the entry that it belongs to. */
export function findPlace(page: Document, { name, at }: Place): Element | undefined {
  const keys = at.split(".");
  while (keys.length > 0) {
    const place = `${name}:${keys.join(".")}`;
    const own = [...page.querySelectorAll(`[data-path~="${place}"]`)];
    if (own.length > 0) return largest(own);
    const parts = [...page.querySelectorAll(`[data-path*="${place}."]`)];
    if (parts.length > 0) return around(parts);
    keys.pop();
  }
  return undefined;
}

/** The field that a click is about, of several in one element the first. */
export function placeOf(page: Document, { target, clientX, clientY }: MouseEvent): Place | undefined {
  const under = [target as Element, ...page.elementsFromPoint(clientX, clientY)];
  const found = under.map((element) => element.closest("[data-path]")).find((element) => element !== null);
  const [name, at] = found?.getAttribute("data-path")?.split(" ")[0]?.split(":") ?? [];
  return name && at ? { name: name as Place["name"], at } : undefined;
}

/** A name also stands in menus and in words for screen readers; what is meant is where it is seen best. */
function largest(elements: readonly Element[]): Element | undefined {
  const area = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width * height;
  };
  return elements.toSorted((one, other) => area(other) - area(one))[0];
}

/** The smallest element that holds the first of some elements and all that stand beside it. */
function around(elements: readonly Element[]): Element | undefined {
  let element = elements[0];
  while (element && !elements.every((one) => element?.contains(one)))
    element = element.parentElement ?? undefined;
  return element;
}
