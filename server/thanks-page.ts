import { type Render, renderPage } from "./render.ts";

export const thanksPath = "/dziekujemy";

/** Has the form of a reference, so that it is rendered as one, and is unlike any other text of the page. */
const placeholder = "ZZZZ-ZZZZ";

/** Makes the thank-you page for a reference: rendered once, it has only the reference put in for each visitor. */
export function createThanksPage(render: Render): (reference: string) => Promise<string> {
  let template: Promise<string[]> | undefined;

  async function renderTemplate(): Promise<string[]> {
    const html = await renderPage(render, { path: thanksPath, reference: placeholder });
    return html.split(placeholder);
  }

  return async (reference) => {
    template ??= renderTemplate().catch((error) => {
      template = undefined;
      throw error;
    });
    return (await template).join(reference);
  };
}
