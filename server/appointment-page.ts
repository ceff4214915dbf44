import type { Appointments } from "../appointments/appointments.server.ts";
import { answerHtml } from "./content-encoding.ts";
import { type EnquiryDeps, receiveEnquiry } from "./enquiry-api.ts";
import type { Handler, HttpContext } from "./http-env.ts";
import type { Render } from "./render.ts";
import { notFound, type SendError } from "./send-error.ts";

/** What the site needs of the appointments. */
export type SiteAppointments = Pick<Appointments, "free" | "dateOf" | "view" | "changeByVisitor"> & {
  calendar: Pick<Appointments["calendar"], "feed">;
};

export type PageDeps = Pick<EnquiryDeps, "countRequest" | "clientAddress" | "sendError"> & {
  render: Render | undefined;
};

/** `GET /api/slots`: the dates that are free now (C3.2). */
export function getSlots({ free }: Pick<SiteAppointments, "free">): Handler {
  return async (c) => c.json({ slots: await free() }, 200, { "Cache-Control": "no-store" });
}

export const appointmentPath = "/termin/:token";

/** Shows the appointment of a mailed link, and by POST only moves or cancels it: programs that read mail follow links (C4.2). */
export function appointmentPage({
  appointments,
  render,
  sendError,
  ...deps
}: PageDeps & { appointments: SiteAppointments }) {
  const tokenOf = (c: HttpContext) => c.env.path.slice("/termin/".length);

  async function show(c: HttpContext, statusCode: number, notice?: "taken"): Promise<Response> {
    const view = await appointments.view(tokenOf(c));
    const page = view && { path: "/termin", appointment: { ...view, notice } };
    return answerPrivately(c, page, { render, sendError, statusCode });
  }

  const get: Handler = (c) => show(c, 200);

  const post: Handler = async (c) => {
    const received = await receiveEnquiry(c, { ...deps, sendError }, "application/x-www-form-urlencoded");
    if (received instanceof Response) return received;
    const { body } = received;
    const form = new URLSearchParams(body.kind === "whole" ? body.bytes.toString("utf8") : "");
    const slot = form.get("slot") ?? undefined;
    const action = form.get("action");
    if (action !== "cancel" && !(action === "move" && slot)) return show(c, 422);
    const sequence = /^\d{1,6}$/.test(form.get("sequence") ?? "") ? Number(form.get("sequence")) : undefined;
    const wish = { ...(action === "move" && { slot }), sequence };
    const result = await appointments.changeByVisitor(tokenOf(c), wish);
    if (result === "taken") return show(c, 409, "taken");
    if (result === "missing") return sendError(c, notFound);
    c.header("Cache-Control", "no-store");
    return c.redirect(c.env.path, 303);
  };

  return { get, post };
}

type Answering = Pick<PageDeps, "render" | "sendError"> & { statusCode: number };

/** The page of a private link, which nobody indexes; without one a 404. */
export async function answerPrivately(
  c: HttpContext,
  page: Parameters<Render>[0] | undefined,
  { render, sendError, statusCode }: Answering,
): Promise<Response> {
  if (!page) return sendError(c, notFound);
  if (!render) return sendError(c, { statusCode: 503, message: "Service Unavailable" });
  const { html } = await render(page);
  return answerHtml(c, { statusCode, html, headers: { "X-Robots-Tag": "noindex, nofollow" } });
}

export const feedPath = "/kalendarz/:file";

/** The trainer's private calendar, for a phone; 404 once its address is revoked (C4.4). */
export function getFeed({ calendar }: Pick<SiteAppointments, "calendar">, sendError: SendError): Handler {
  return async (c) => {
    const [, token] = /^\/kalendarz\/([\w-]{43})\.ics$/.exec(c.env.path) ?? [];
    const text = token && (await calendar.feed(token));
    if (!text) return sendError(c, notFound);
    const headers = { "Content-Type": "text/calendar; charset=utf-8", "Cache-Control": "no-store" };
    return c.body(text, 200, { ...headers, "X-Robots-Tag": "noindex, nofollow" });
  };
}
