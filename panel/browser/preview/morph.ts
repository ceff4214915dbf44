/**
 * Changes an element into the next one and leaves equal nodes alone, so that pictures stay loaded and the scroll position stays.
 * Open questions (`details`) stay open.
 */
export function morph(shown: Element, next: Element): void {
  const open = new Set([...shown.querySelectorAll("details[open]")].map(questionOf));
  become(shown, next);
  for (const details of shown.querySelectorAll("details")) details.open = open.has(questionOf(details));
}

const questionOf = (details: Element) => details.querySelector("summary")?.textContent;

function become(shown: Element, next: Element): void {
  if (shown.isEqualNode(next)) return;
  for (const { name } of [...shown.attributes]) if (!next.hasAttribute(name)) shown.removeAttribute(name);
  for (const { name, value } of next.attributes)
    if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
  const before = [...shown.childNodes];
  const after = [...next.childNodes];
  for (const [at, node] of after.entries()) replace(shown, before[at], node);
  for (const node of before.slice(after.length)) node.remove();
}

function replace(parent: Element, before: ChildNode | undefined, after: ChildNode): void {
  if (!before) parent.append(after);
  else if (before.nodeName !== after.nodeName) before.replaceWith(after);
  else if (isElement(before) && isElement(after)) become(before, after);
  else if (before.nodeValue !== after.nodeValue) before.nodeValue = after.nodeValue;
}

// Not `instanceof`, because a frame has its own `Element` class.
const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;
