/** The words of a piece of HTML, without tags and marks for dividing words, on one line. */
export function textOf(html: string): string {
  return decodeEntities(html.replaceAll(/<!--.*?-->|<[^>]*>/gs, ""))
    .replaceAll("\u00ad", "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** What the main headings say; an empty one says nothing. */
export function headingsIn(html: string): string[] {
  return [...html.matchAll(/<h1\b[^>]*>(.*?)<\/h1>/gs)].map(([, inner = ""]) => textOf(inner));
}

/** The signs that React writes as entities. */
function decodeEntities(text: string): string {
  const signs: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#x27": "'", amp: "&" };
  return text.replaceAll(/&(lt|gt|quot|#x27|amp);/g, (_, name: string) => signs[name] ?? "");
}
