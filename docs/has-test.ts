/** Whether a test of that title stands in the source text; "…" in the title is whatever a template fills in. */
export function hasTest(source: string, title: string): boolean {
  const words = title.split("…").map(literally).join("[^\"'\\n]+");
  return new RegExp(`\\b\\w*(?:[tT]est|it)(?:\\.each\\([\\s\\S]*?\\))?\\(\\s*(["'\`])${words}\\1,`).test(
    source,
  );
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
