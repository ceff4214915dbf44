/** The text of an HTML fragment on one line, without tags and soft hyphens. */
function textOf(html: string): string {
  return decodeEntities(html.replaceAll(/<!--.*?-->|<[^>]*>/gs, ""))
    .replaceAll("\u00ad", "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The text of the only main heading, or a problem; an empty heading counts as missing. */
export function mainHeading(html: string): { text: string } | { problem: string } {
  const headings = [...html.matchAll(/<h1\b[^>]*>(.*?)<\/h1>/gs)].map(([, inner = ""]) => textOf(inner));
  const [text = ""] = headings;
  if (headings.length === 1 && text !== "") return { text };
  return { problem: `strona ma mieć jeden główny nagłówek, a ma: ${headings.filter(Boolean).length}` };
}

/** The characters that React escapes. */
function decodeEntities(text: string): string {
  const signs: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#x27": "'", amp: "&" };
  return text.replaceAll(/&(lt|gt|quot|#x27|amp);/g, (_, name: string) => signs[name] ?? "");
}
