import { VERCEL_STEGA_REGEX, vercelStegaDecodeAll } from "@vercel/stega";

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
