import { answerHtml } from "./html-response.ts";
import type { Middleware } from "./http-env.ts";
import type { Render } from "./render.ts";

/**
 * Answers `/kontakt` with a form that already holds what a link asked for (`?cel=dieta`), so that this works without JavaScript.
 * Each of the known queries is rendered once; any other gets the ordinary page.
 */
export function showPrefilledForm(render: Render, queries: readonly string[] = []): Middleware {
  const rendered = new Map<string, ReturnType<Render>>();

  async function pageFor(search: string): ReturnType<Render> {
    const page = rendered.get(search) ?? render({ path: "/kontakt", search });
    rendered.set(search, page);
    const isWhole = await page.then(
      ({ status }) => status === 200,
      () => false,
    );
    if (!isWhole) rendered.delete(search);
    return page;
  }

  return async (c, next) => {
    const search = c.get("search");
    if (c.get("path") !== "/kontakt" || !queries.includes(search)) return next();
    const { status, html } = await pageFor(search);
    return answerHtml(c, { statusCode: status, html });
  };
}
