import type { Place } from "../content/field-focus.ts";

/** The element that shows a field, or else the closest group or item around it. */
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

/** The field that was clicked: the first, if the element shows several. */
export function placeOf(page: Document, { target, clientX, clientY }: MouseEvent): Place | undefined {
  const under = [target as Element, ...page.elementsFromPoint(clientX, clientY)];
  const found = under.map((element) => element.closest("[data-path]")).find((element) => element !== null);
  const [name, at] = found?.getAttribute("data-path")?.split(" ")[0]?.split(":") ?? [];
  return name && at ? { name: name as Place["name"], at } : undefined;
}

/** A name may also be in menus and in texts for screen readers, so the largest element counts. */
function largest(elements: readonly Element[]): Element | undefined {
  const area = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width * height;
  };
  return elements.toSorted((one, other) => area(other) - area(one))[0];
}

/** The smallest element that contains all of these. */
function around(elements: readonly Element[]): Element | undefined {
  let element = elements[0];
  while (element && !elements.every((one) => element?.contains(one)))
    element = element.parentElement ?? undefined;
  return element;
}
