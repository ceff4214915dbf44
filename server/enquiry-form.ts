import { elapsedField, type FormState, keyField, maxLengths } from "../enquiries/form.ts";
import { type Contact, limitedNotice, tooLargeNotice, unavailableNotice } from "../enquiries/notices.ts";
import { canaryHeader, parseSubmissionBody } from "../enquiries/submit.server.ts";
import { type EnquiryDeps, maxBodyBytes, tooManyRequests } from "./enquiry-api.ts";
import { answerHtml } from "./html-response.ts";
import type { Handler, HttpContext, Middleware } from "./http-env.ts";
import { mediaType, readBody } from "./read-body.ts";
import { type Render, renderPage } from "./render.ts";
import { createThanksPage, thanksPath } from "./thanks-page.ts";

type FormDeps = EnquiryDeps & { render: Render; contact: Contact };

/** `POST /kontakt`, the form of a browser without JavaScript: on to the thank-you page, or the same page with the text. */
export function postForm({
  submit,
  countRequest,
  clientAddress,
  sendError,
  render,
  contact,
}: FormDeps): Handler {
  async function showAgain(
    c: HttpContext,
    statusCode: number,
    form: FormState,
    headers?: Record<string, string>,
  ) {
    const html = await renderPage(render, { path: "/kontakt", form });
    return answerHtml(c, { statusCode, html, ...(headers && { headers }) });
  }

  return async (c) => {
    const { incoming } = c.env;
    const address = clientAddress(incoming.socket.remoteAddress, c.req.header("X-Forwarded-For"));
    const waitSeconds = countRequest(address);
    if (waitSeconds !== undefined) return sendError(c, tooManyRequests(waitSeconds));
    if (mediaType(c.req.header("Content-Type")) !== "application/x-www-form-urlencoded") {
      return sendError(c, { statusCode: 415, message: "Send application/x-www-form-urlencoded" });
    }
    const body = await readBody(incoming, maxBodyBytes);
    const submission = body.kind === "broken" ? undefined : parseSubmissionBody(parseForm(body.bytes));
    if (submission === undefined) return sendError(c, { statusCode: 400, message: "Not an enquiry" });
    const { values } = submission;
    if (body.kind === "tooLarge") {
      return showAgain(c, 413, { values, errors: {}, notice: tooLargeNotice(maxLengths.message, contact) });
    }

    const result = await submit({
      ...submission,
      clientAddress: address,
      canaryToken: c.req.header(canaryHeader),
    });
    switch (result.kind) {
      case "accepted":
        c.header("Cache-Control", "no-store");
        return c.redirect(`${thanksPath}?ref=${result.reference}`, 303);
      case "invalid":
        return showAgain(c, 422, { values, errors: result.errors });
      case "limited": {
        const { retryAfterSeconds } = result;
        const form = { values, errors: {}, notice: limitedNotice(retryAfterSeconds, contact) };
        return showAgain(c, 429, form, { "Retry-After": String(retryAfterSeconds) });
      }
      case "unavailable":
        return showAgain(c, 503, { values, errors: {}, notice: unavailableNotice(contact) });
    }
  };
}

/** Shows the reference on the thank-you page. */
export function showReference(render: Render): Middleware {
  const thanksPage = createThanksPage(render);
  return async (c, next) => {
    if (c.get("path") !== thanksPath) return next();
    const reference = new URLSearchParams(c.get("search")).get("ref");
    if (reference === null) return next();
    return answerHtml(c, { statusCode: 200, html: await thanksPage(reference) });
  };
}

/** Fields that only a running script fills are empty here, and numbers are text. */
function parseForm(bytes: Buffer): Record<string, string | number | undefined> {
  const {
    [keyField]: key,
    [elapsedField]: elapsedMs,
    ...typed
  } = Object.fromEntries(new URLSearchParams(bytes.toString("utf8")));
  return {
    ...typed,
    [keyField]: key || undefined,
    [elapsedField]: /^\d{1,12}$/.test(elapsedMs ?? "") ? Number(elapsedMs) : undefined,
  };
}
