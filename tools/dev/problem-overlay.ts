import { html, raw } from "hono/html";
import { formatPath } from "../../content-model/path.ts";
import { ContentError, type ContentProblem } from "../../content-model/problems.ts";
import { PictureError } from "../../publishing/photos/picture-error.ts";

/** HTML that covers the last valid page with the problems to fix. */
export function problemOverlay(error: unknown): string {
  const { title, body } = explain(error);
  return String(
    html`<style>${raw(css)}</style><section id="content-problems" role="alert"><h1>${title}</h1>${body}<p>Po zapisaniu poprawki strona pokaże się sama.</p></section>`,
  );
}

function explain(error: unknown) {
  if (error instanceof ContentError) {
    return {
      title: `Treść strony wymaga poprawek: ${error.problems.length}`,
      body: html`<ol>${error.problems.map(problemItem)}</ol>`,
    };
  }
  if (error instanceof PictureError) {
    return { title: "Zdjęcie wymaga poprawki", body: html`<p>${error.message}</p>` };
  }
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { title: "Błąd w kodzie strony", body: html`<pre>${trace}</pre>` };
}

function problemItem({ file, line, path, problem, hint }: ContentProblem) {
  const lineNumber = line === undefined ? "" : `, linia ${line}`;
  const place = path.length > 0 ? html`, <code>${formatPath(path)}</code>` : "";
  return html`<li><strong>${file}</strong>${lineNumber}${place}<p>Co jest nie tak: ${problem}.</p><p>Jak to naprawić: ${hint}</p></li>`;
}

const css = `
#content-problems { position: fixed; inset: 0; z-index: 1000; overflow: auto; padding: 2rem max(1.5rem, calc(50vw - 24rem));
  background: #fffffff2; color: #101113; font: 1rem/1.5 system-ui, sans-serif; border-block-start: .5rem solid #c5221f; }
#content-problems h1 { font: 700 1.5rem/1.2 system-ui, sans-serif; margin: 0 0 1.5rem; }
#content-problems li { margin-block-end: 1.25rem; }
#content-problems p { margin: .25rem 0; }
#content-problems pre { white-space: pre-wrap; font-size: .875rem; }`;
