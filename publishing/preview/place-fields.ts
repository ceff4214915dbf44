// React renders the HTML, so attributes are always in double quotes and text never contains `<`.
const token = /<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1>|<\/?[a-z](?:"[^"]*"|[^">])*>|[^<]+/g;
const leftOut = /^<(?:script|link)\b/;

/**
 * Adds `data-path` attributes with the fields that each element shows. A second rendering of the same page from marked content
 * reveals them; the page itself has no marks, because they would count as letters. Scripts are removed.
 */
export function placeFields(html: string, marked: string, placesIn: (text: string) => string[]): string {
  const placesOf = findPlaces(marked, placesIn);
  const names = namesOf(html);
  // The marks have changed the structure: no paths are better than wrong ones.
  const isAlike = names.join() === namesOf(marked).join();
  let at = -1;
  return html.replace(token, (part) => {
    if (isElement(part)) at += 1;
    if (leftOut.test(part)) return "";
    if (!isElement(part)) return part;
    const places = isAlike ? placesOf.get(at) : undefined;
    return places ? part.replace(/^<[\w-]+/, (name) => `${name} data-path="${[...places].join(" ")}"`) : part;
  });
}

const isElement = (part: string) => /^<[a-z]/.test(part) && !/^<(?:script|style)\b/.test(part);

const partsOf = (html: string) => html.match(token) ?? [];

function namesOf(html: string): string[] {
  return partsOf(html)
    .filter(isElement)
    .map((part) => /^<[\w-]+/.exec(part)?.[0] ?? "");
}

const emptyElements = /^<(?:area|base|br|col|hr|img|input|link|meta|source|wbr)\b|\/>$/;

/** The fields of each body element, by the element's index in the document. */
function findPlaces(marked: string, placesIn: (text: string) => string[]): Map<number, Set<string>> {
  const found = new Map<number, Set<string>>();
  const open: number[] = [];
  let at = -1;
  let isBody = false;

  function note(element: number | undefined, text: string): void {
    if (!isBody || element === undefined) return;
    for (const place of placesIn(text)) found.set(element, (found.get(element) ?? new Set()).add(place));
  }

  for (const part of partsOf(marked)) {
    if (isElement(part)) {
      at += 1;
      isBody ||= part.startsWith("<body");
      note(at, part);
      if (!emptyElements.test(part)) open.push(at);
    } else if (part.startsWith("</")) open.pop();
    else if (!part.startsWith("<")) note(open.at(-1), part);
  }
  return found;
}
