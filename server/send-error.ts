import { extname } from "node:path";
import { answerHtml } from "./content-encoding.ts";
import { type HttpContext, type HttpError, notFound } from "./http-env.ts";
import type { Render } from "./render.ts";
import { chooseVariant } from "./serve-files.ts";
import type { SiteFiles, StaticFile } from "./static-files.ts";

/** The pre-rendered pages are for unknown addresses, and for when even the error page cannot be rendered. */
type SendErrorDeps = Omit<SiteFiles, "files"> & {
  render: Render | undefined;
  isPage: (path: string) => boolean;
  now: () => number;
};

/** Answers a request with an error: as JSON under `/api/`, as the error page for people, otherwise as one line of text (B1.4). */
export function createSendError(deps: SendErrorDeps) {
  const { render, isPage, notFoundPage, now } = deps;
  const rendered = new Map<string, Promise<string>>();

  /** Statuses below 500 have few messages and paths, all our own, so requests cannot make the cache of their pages grow. */
  async function errorPage(render: Render, c: HttpContext, { statusCode, message }: HttpError) {
    const path = isPage(c.env.path) ? c.env.path : "/";
    const request = { path, error: { statusCode, message } };
    if (statusCode >= 500) return (await render({ ...request, requestId: c.env.requestId })).html;
    const key = `${statusCode} ${message} ${path}`;
    const page = rendered.get(key) ?? render(request).then(({ html }) => html);
    rendered.set(key, page);
    page.catch(() => rendered.delete(key));
    return page;
  }

  return async (c: HttpContext, error: HttpError): Promise<Response> => {
    const { statusCode, message } = error;
    const headers = { ...error.headers, "Cache-Control": "no-store" };
    if (isService(c.env.path)) return c.json({ statusCode, message, at: now() }, statusCode, headers);
    if (!isForPeople(c)) return c.text(`${statusCode} ${message}\n`, statusCode, headers);
    if (error === notFound) return answerReady(c, notFoundPage, { statusCode, headers });
    const html = render && (await errorPage(render, c, error).catch(() => undefined));
    if (html !== undefined) return answerHtml(c, { statusCode, html, headers });
    const ready = statusCode === 503 ? deps.overloadPage : deps.serverErrorPage;
    return answerReady(c, ready, { statusCode, headers });
  };
}

export const isService = (path: string) => path === "/api" || path.startsWith("/api/");

/** A missing picture or script needs no page; an address typed by hand does. */
function isForPeople(c: HttpContext): boolean {
  if (/\btext\/html\b/.test(c.req.header("Accept") ?? "")) return true;
  return ["", ".html"].includes(extname(c.env.path));
}

/** Answers with a pre-rendered page, which is always in memory. */
function answerReady(
  c: HttpContext,
  page: StaticFile,
  { statusCode, headers }: Pick<HttpError, "statusCode" | "headers">,
): Response {
  const { body, headers: own } = chooseVariant(c.req.header("Accept-Encoding"), page);
  const { ETag: _etag, ...kept } = own;
  return new Response(body, { status: statusCode, headers: { ...kept, ...headers } });
}
