// The HTML is React's own: every attribute in double quotes, no `<` in a text.
const token = /<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1>|<\/?[a-z](?:"[^"]*"|[^">])*>|[^<]+/g;
const leftOut = /^<(?:script|link)\b/;

/**
 * Notes in the elements of a page, as `data-path`, the fields that they show. Where they stand is learnt from the same page of
 * marked content; the page itself is rendered without marks, because they would count as letters. Scripts are left out.
 */
export function placeFields(html: string, marked: string, placesIn: (text: string) => string[]): string {
  const placesOf = findPlaces(marked, placesIn);
  const names = namesOf(html);
  // Marks have changed more than words: better no places than wrong ones.
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

/** The fields of each element of the body, by its number in the document. */
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
