import { answerHtml } from "./html-response.ts";
import type { Middleware } from "./http-env.ts";
import { type Render, renderPage } from "./render.ts";
import { untilItSucceeds } from "./until-it-succeeds.ts";

/**
 * Answers `/kontakt?cel=dieta` with a prefilled form, so that such links work without JavaScript. Each known query is rendered once; any
 * other gets the ordinary page (B10.6).
 */
export function showPrefilledForm(render: Render, queries: readonly string[] = []): Middleware {
  const pageFor = (search: string) => untilItSucceeds(() => renderPage(render, { path: "/kontakt", search }));
  const pages = new Map(queries.map((search) => [search, pageFor(search)]));
  return async (c, next) => {
    const page = c.env.path === "/kontakt" ? pages.get(c.env.search) : undefined;
    return page ? answerHtml(c, { statusCode: 200, html: await page() }) : next();
  };
}
