import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Appointments } from "../appointments/appointments.server.ts";
import { asksForDates } from "../appointments/slot.ts";
import type { Slot } from "../enquiries/booking.ts";
import { callbackField, callRequestOf, type FormErrors, type FormState } from "../enquiries/form.ts";
import { type Contact, refusalNotice } from "../enquiries/notices.ts";
import type { EnquiryService } from "../enquiries/service.server.ts";
import { parseSubmissionBody } from "../enquiries/submit.server.ts";
import { answerHtml } from "./content-encoding.ts";
import { formFields, formType, notAnEnquiry, type PostDeps, receiveEnquiry } from "./enquiry-api.ts";
import type { Handler, HttpContext, Middleware } from "./http-env.ts";
import { type Render, renderPage } from "./render.ts";

type FormDeps = PostDeps & Pick<Appointments, "free"> & { render: Render | undefined; contact: Contact };

type Refusal = { errors?: FormErrors; waitSeconds?: number; slots?: readonly Slot[] };

/** `POST /kontakt`, the form without JavaScript. Redirects to the thank-you page, or shows the form again with the typed text (B10.2). */
export function postForm({ render, contact, free, ...deps }: FormDeps): Handler {
  return async (c) => {
    const { clientAddress, bytes, isWhole } = await receiveEnquiry(c, deps, formType);
    // Pages of earlier versions had a field for it, as text.
    const { elapsedMs: _, ...sent } = formFields(bytes);
    const submission = parseSubmissionBody(sent);
    if (submission === undefined) throw notAnEnquiry;
    const { values } = submission;
    /** Says why, unless the fields do. */
    async function showAgain(statusCode: number, { errors = {}, waitSeconds, slots }: Refusal = {}) {
      const notice = statusCode === 422 ? undefined : refusalNotice(statusCode, contact, waitSeconds);
      const form = { values, errors, notice };
      const headers: Record<string, string> =
        waitSeconds === undefined ? {} : { "Retry-After": String(waitSeconds) };
      if (render === undefined) return explainPlainly(c, statusCode, form, headers);
      // The form posts itself to the address that it was shown at if that asked for all dates.
      const search = c.env.search === "?terminy" ? c.env.search : "";
      // Without the database there is no list, but the typed text comes back.
      const all = search && statusCode !== 503 ? await free().catch(() => undefined) : undefined;
      const html = await renderPage(render, { path: "/kontakt", search, form, slots: slots ?? all });
      return answerHtml(c, { statusCode, html, headers });
    }
    if (!isWhole) return showAgain(413);

    const asked = sent[callbackField] ? callRequestOf(values) : { values };
    if ("errors" in asked) return showAgain(422, asked);
    const result = await deps.submit({ ...submission, values: asked.values, clientAddress });
    switch (result.kind) {
      case "accepted":
        c.header("Cache-Control", "no-store");
        return c.redirect(`${thanksPath}?ref=${result.reference}`, 303);
      case "taken":
        return showAgain(409, { slots: result.slots });
      case "invalid":
        return showAgain(422, { errors: result.errors });
      case "limited":
        return showAgain(429, { waitSeconds: result.retryAfterSeconds });
      case "unavailable":
        return showAgain(503);
    }
  };
}

/** The browser keeps the typed text in the page before. */
function explainPlainly(c: HttpContext, statusCode: number, form: FormState, headers: object) {
  const reasons = [form.notice, ...Object.values(form.errors)].flat().filter(Boolean);
  const text = `${reasons.join("\n")}\n\nWróć do poprzedniej strony, popraw formularz i wyślij go jeszcze raz.\n`;
  return c.text(text, statusCode as ContentfulStatusCode, { ...headers, "Cache-Control": "no-store" });
}

const thanksPath = "/dziekujemy";

type Lookup = Pick<EnquiryService, "isKnown"> & Pick<Appointments, "dateOf">;

/** Shows the reference of a stored enquiry on the thank-you page; an invented one gets the page of those who have sent nothing (B10.5). */
export function showReference(render: Render | undefined, { isKnown, dateOf }: Lookup): Middleware {
  return async (c, next) => {
    if (!render || c.env.path !== thanksPath) return next();
    const reference = new URLSearchParams(c.env.search).get("ref");
    if (reference === null || !(await isKnown(reference).catch(() => false))) return next();
    const date = await dateOf(reference).catch(() => undefined);
    const html = await renderPage(render, { path: thanksPath, reference, date });
    return answerHtml(c, { statusCode: 200, html });
  };
}

/** The form of a link at a price or a slot, or with the dates that are free now: neither needs JavaScript (B10.6, C3.2). */
export function showChosenForm(render: Render | undefined, free: Appointments["free"]): Middleware {
  return async (c, next) => {
    const { path, search } = c.env;
    if (!render || path !== "/kontakt" || !/[?&](?:cel|terminy?)\b/.test(search)) return next();
    const slots = asksForDates(search) ? await free().catch(() => undefined) : undefined;
    const html = await renderPage(render, { path, search, slots });
    return answerHtml(c, { statusCode: 200, html });
  };
}
