import { extname } from "node:path";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { answerHtml } from "./content-encoding.ts";
import type { HttpContext } from "./http-env.ts";
import type { Render } from "./render.ts";
import { chooseVariant, sendVariant } from "./serve-files.ts";
import type { StaticFile } from "./static-files.ts";

export type HttpError = { statusCode: number; message: string; headers?: Record<string, string> };

/** Answers a request with an error: as JSON under `/api/`, as the error page for people, otherwise as one line of text (B1.4). */
export type SendError = (c: HttpContext, error: HttpError) => Promise<Response>;

type SendErrorDeps = {
  render: Render | undefined;
  isPage: (path: string) => boolean;
  /** The pre-rendered page of unknown addresses. */
  notFoundPage: StaticFile;
  /** The answers if even the error page cannot be rendered. */
  serverErrorHtml: string;
  overloadHtml: string;
  now: () => number;
};

export const notFound: HttpError = { statusCode: 404, message: "This page could not be found" };

export function createSendError(deps: SendErrorDeps): SendError {
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

  return async (c, error) => {
    const { statusCode, message } = error;
    const headers = { ...error.headers, "Cache-Control": "no-store" };
    if (isService(c.env.path)) {
      return c.json({ statusCode, message, at: now() }, statusCode as ContentfulStatusCode, headers);
    }
    if (!isForPeople(c))
      return c.text(`${statusCode} ${message}\n`, statusCode as ContentfulStatusCode, headers);
    const ready = error === notFound ? await answerNotFound(c, notFoundPage) : undefined;
    if (ready) return ready;
    const fallback = statusCode === 503 ? deps.overloadHtml : deps.serverErrorHtml;
    const html = render ? await errorPage(render, c, error).catch(() => fallback) : fallback;
    return answerHtml(c, { statusCode, html, headers });
  };
}

export const isService = (path: string) => path === "/api" || path.startsWith("/api/");

/** A missing picture or script needs no page; an address typed by hand does. */
function isForPeople(c: HttpContext): boolean {
  if (/\btext\/html\b/.test(c.req.header("Accept") ?? "")) return true;
  return c.env.path !== "" && ["", ".html"].includes(extname(c.env.path));
}

async function answerNotFound(c: HttpContext, page: StaticFile): Promise<Response | undefined> {
  const variant = chooseVariant(c.req.header("Accept-Encoding"), page);
  const { ETag: _etag, ...kept } = variant.headers;
  const headers = { ...kept, "Cache-Control": "no-store" };
  return sendVariant(c.req.method, variant, { statusCode: 404, headers });
}
