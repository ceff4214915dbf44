import type { Appointments } from "../appointments/appointments.server.ts";
import { type AppointmentView, slotIdOf } from "../appointments/slot.ts";
import type { OpinionContent, OpinionForm } from "../opinions/opinion.ts";
import type { Opinions } from "../opinions/opinions.server.ts";
import { answerHtml } from "./content-encoding.ts";
import { formFields, formType, type ReceiveDeps, receiveEnquiry, tooLarge } from "./enquiry-api.ts";
import { type Handler, type HttpContext, HttpError, notFound } from "./http-env.ts";
import { type Render, renderPage } from "./render.ts";

export type SiteAppointments = Pick<Appointments, "free" | "dateOf" | "view" | "changeByVisitor"> & {
  calendar: Pick<Appointments["calendar"], "feed">;
};

export type SiteOpinions = Pick<Opinions, "view" | "send" | "withdraw">;

type PageDeps = ReceiveDeps & { render: Render | undefined };

/** `GET /api/slots`: the dates that are free now (C3.2). */
export function getSlots({ free }: Pick<SiteAppointments, "free">): Handler {
  return async (c) => c.json({ slots: await free() }, 200, { "Cache-Control": "no-store" });
}

/** GET shows the appointment of a mailed link; only POST moves or cancels it, because mail programs follow links (C4.2). */
export function appointmentPage({ appointments, ...deps }: PageDeps & { appointments: SiteAppointments }) {
  async function show(c: HttpContext, statusCode: number, notice?: "taken" | "changed"): Promise<Response> {
    const view = await appointments.view(tokenOf(c));
    const page = view && { path: "/termin", appointment: { ...view, notice } };
    return answerPrivately(c, page, { ...deps, statusCode });
  }

  const get: Handler = (c) => show(c, 200);

  const post: Handler = async (c) => {
    const form = await readForm(c, deps);
    const { action, slot } = form;
    if (action !== "cancel" && !(action === "move" && slot)) return show(c, 422);
    const sequence = /^\d{1,6}$/.test(form.sequence ?? "") ? Number(form.sequence) : undefined;
    const wish = { ...(action === "move" && { slot }), sequence };
    const result = await appointments.changeByVisitor(tokenOf(c), wish);
    if (result === "taken") return show(c, 409, "taken");
    if (result === "unchanged" && isUnmet(await appointments.view(tokenOf(c)), slot))
      return show(c, 409, "changed");
    if (result === "missing") throw notFound;
    return showAnew(c);
  };

  return { path: "/termin/:token", get, post };
}

/** Whether the trainer has changed an appointment since its page was shown; a wish that arrives twice is met already. */
const isUnmet = (view: AppointmentView | undefined, slot: string | undefined) =>
  view?.isOpen && slotIdOf(view.start, view.kind) !== slot;

/** GET shows the form of a link, later what was sent by it; only POST takes the opinion or withdraws it (C5.1, C5.3, C5.4). */
export function opinionPage({ opinions, ...deps }: PageDeps & { opinions: SiteOpinions }) {
  const show = (c: HttpContext, opinion: OpinionContent | undefined, statusCode = 200) =>
    answerPrivately(c, opinion && { path: "/opinia", opinion }, { ...deps, statusCode });

  const get: Handler = async (c) => show(c, await opinions.view(tokenOf(c)));

  const post: Handler = async (c) => {
    const token = tokenOf(c);
    const { action, confirmed, ...values } = await readForm(c, deps);
    const isWithdrawal = action === "withdraw" && confirmed;
    const result = await (isWithdrawal ? opinions.withdraw(token) : opinions.send(token, values));
    if (result === "missing") throw notFound;
    const view = typeof result === "object" ? await opinions.view(token) : undefined;
    if (view?.state === "offered") return show(c, { ...view, form: result as OpinionForm }, 422);
    return showAnew(c);
  };

  return { path: "/opinia/:token", get, post };
}

const tokenOf = (c: HttpContext) => c.env.path.split("/")[2] ?? "";

async function readForm(c: HttpContext, deps: PageDeps): Promise<Record<string, string>> {
  const { bytes, isWhole } = await receiveEnquiry(c, deps, formType);
  if (!isWhole) throw tooLarge;
  return formFields(bytes);
}

/** The page of a private link, which nobody indexes; without one a 404. */
async function answerPrivately(
  c: HttpContext,
  page: Parameters<Render>[0] | undefined,
  { render, statusCode }: { render: Render | undefined; statusCode: number },
): Promise<Response> {
  if (!page) throw notFound;
  if (!render) throw new HttpError(503, "Service Unavailable");
  const html = await renderPage(render, page);
  return answerHtml(c, { statusCode, html, headers: { "X-Robots-Tag": "noindex, nofollow" } });
}

function showAnew(c: HttpContext): Response {
  c.header("Cache-Control", "no-store");
  return c.redirect(c.env.path, 303);
}

/** The trainer's private calendar, for a phone; 404 once its address is revoked (C4.4). */
export function getFeed({ calendar }: Pick<SiteAppointments, "calendar">): Handler {
  return async (c) => {
    const [, token] = /^\/kalendarz\/([\w-]{43})\.ics$/.exec(c.env.path) ?? [];
    const text = token && (await calendar.feed(token));
    if (!text) throw notFound;
    const headers = { "Content-Type": "text/calendar; charset=utf-8", "Cache-Control": "no-store" };
    return c.body(text, 200, { ...headers, "X-Robots-Tag": "noindex, nofollow" });
  };
}
