import { VERCEL_STEGA_REGEX, vercelStegaDecodeAll } from "@vercel/stega";
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

/** Takes the marks of fields out of a page's texts and attributes; `data-path` then names the fields that an element shows. */
export function revealFields(page: Document): void {
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) reveal(node, node.parentElement);
    else for (const attribute of (node as Element).attributes) reveal(attribute, node as Element);
  }
}

function reveal(holder: Node, element: Element | null): void {
  const text = holder.nodeValue ?? "";
  const shown = text.replaceAll(VERCEL_STEGA_REGEX, "");
  if (shown === text || !element) return;
  const places = [element.getAttribute("data-path") ?? [], vercelStegaDecodeAll<string>(text)].flat();
  holder.nodeValue = shown;
  element.setAttribute("data-path", [...new Set(places)].join(" "));
}
