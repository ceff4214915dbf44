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
  /** The answer if even the error page cannot be rendered. */
  serverErrorHtml: string;
  now: () => number;
};

export const notFound: HttpError = { statusCode: 404, message: "This page could not be found" };

export function createSendError(deps: SendErrorDeps): SendError {
  const { render, isPage, notFoundPage, serverErrorHtml, now } = deps;
  const rendered = new Map<string, Promise<string>>();

  async function renderError(
    render: Render,
    c: HttpContext,
    { statusCode, message }: HttpError,
  ): Promise<string> {
    const path = isPage(c.env.path) ? c.env.path : "/";
    const error = { statusCode, message };
    const details = statusCode >= 500 ? { requestId: c.env.requestId } : undefined;
    return (await render({ path, error, ...details })).html;
  }

  /** Statuses below 500 have few messages and paths, all our own, so requests cannot make this cache grow. */
  function errorPage(render: Render, c: HttpContext, error: HttpError): Promise<string> {
    if (error.statusCode >= 500) return renderError(render, c, error);
    const key = `${error.statusCode} ${error.message} ${isPage(c.env.path) ? c.env.path : ""}`;
    const page = rendered.get(key) ?? renderError(render, c, error);
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
    const html = render ? await errorPage(render, c, error).catch(() => serverErrorHtml) : serverErrorHtml;
    return answerHtml(c, { statusCode, html, headers });
  };
}

export function isService(path: string): boolean {
  return path === "/api" || path.startsWith("/api/");
}

/** A missing picture or script needs no page; an address typed by hand does. */
function isForPeople(c: HttpContext): boolean {
  if (/\btext\/html\b/.test(c.req.header("Accept") ?? "")) return true;
  return c.env.path !== "" && ["", ".html"].includes(extname(c.env.path));
}

async function answerNotFound(c: HttpContext, page: StaticFile): Promise<Response | undefined> {
  const variant = chooseVariant(c, page);
  const { ETag: _etag, ...kept } = variant.headers;
  return sendVariant(c, variant, { statusCode: 404, headers: { ...kept, "Cache-Control": "no-store" } });
}
