/** The words of a piece of HTML, without tags and marks for dividing words, on one line. */
export function textOf(html: string): string {
  return decodeEntities(html.replaceAll(/<!--.*?-->|<[^>]*>/gs, ""))
    .replaceAll("\u00ad", "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** What the only main heading says, or what is wrong; an empty heading counts as none. */
export function mainHeading(html: string): { text: string } | { problem: string } {
  const headings = [...html.matchAll(/<h1\b[^>]*>(.*?)<\/h1>/gs)].map(([, inner = ""]) => textOf(inner));
  const [text = ""] = headings;
  if (headings.length === 1 && text !== "") return { text };
  return { problem: `strona ma mieć jeden główny nagłówek, a ma: ${headings.filter(Boolean).length}` };
}

/** The signs that React writes as entities. */
function decodeEntities(text: string): string {
  const signs: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#x27": "'", amp: "&" };
  return text.replaceAll(/&(lt|gt|quot|#x27|amp);/g, (_, name: string) => signs[name] ?? "");
}
