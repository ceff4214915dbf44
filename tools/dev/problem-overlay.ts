import { formatPath } from "../../content-model/path.ts";
import { ContentError, type ContentProblem } from "../../content-model/problems.ts";
import { PictureError } from "../../publishing/site/pictures.ts";

/** HTML that covers the last valid page and says what has to be fixed. */
export function problemOverlay(error: unknown): string {
  const { title, body } = explain(error);
  return `<style>${css}</style><section id="content-problems" role="alert"><h1>${escapeHtml(title)}</h1>${body}<p>Po zapisaniu poprawki strona pokaże się sama.</p></section>`;
}

function explain(error: unknown): { title: string; body: string } {
  if (error instanceof ContentError) {
    return {
      title: `Treść strony wymaga poprawek: ${error.problems.length}`,
      body: `<ol>${error.problems.map(problemItem).join("")}</ol>`,
    };
  }
  if (error instanceof PictureError) {
    return { title: "Zdjęcie wymaga poprawki", body: `<p>${escapeHtml(error.message)}</p>` };
  }
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { title: "Błąd w kodzie strony", body: `<pre>${escapeHtml(trace)}</pre>` };
}

function problemItem({ file, line, path, problem, hint }: ContentProblem): string {
  const place = [line && `linia ${line}`, path.length > 0 && `<code>${escapeHtml(formatPath(path))}</code>`]
    .filter(Boolean)
    .join(", ");
  return (
    `<li><strong>${escapeHtml(file)}</strong>${place && `, ${place}`}` +
    `<p>Co jest nie tak: ${escapeHtml(problem)}.</p><p>Jak to naprawić: ${escapeHtml(hint)}</p></li>`
  );
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}

const css = `
#content-problems { position: fixed; inset: 0; z-index: 1000; overflow: auto; padding: 2rem max(1.5rem, calc(50vw - 24rem));
  background: #fffffff2; color: #101113; font: 1rem/1.5 system-ui, sans-serif; border-block-start: .5rem solid #c5221f; }
#content-problems h1 { font: 700 1.5rem/1.2 system-ui, sans-serif; margin: 0 0 1.5rem; }
#content-problems li { margin-block-end: 1.25rem; }
#content-problems p { margin: .25rem 0; }
#content-problems pre { white-space: pre-wrap; font-size: .875rem; }`;
