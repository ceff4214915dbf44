import type { OpinionContent, OpinionForm } from "../opinions/opinion.ts";
import type { Opinions } from "../opinions/opinions.server.ts";
import { answerPrivately, type PageDeps } from "./appointment-page.ts";
import { receiveEnquiry } from "./enquiry-api.ts";
import type { Handler, HttpContext } from "./http-env.ts";
import { notFound } from "./send-error.ts";

export type SiteOpinions = Pick<Opinions, "view" | "send" | "withdraw">;

export const opinionPath = "/opinia/:token";

/** Shows the form of a link, later what was sent by it; by POST only takes the opinion or withdraws it (C5.1, C5.3, C5.4). */
export function opinionPage({ opinions, ...deps }: PageDeps & { opinions: SiteOpinions }) {
  const tokenOf = (c: HttpContext) => c.env.path.slice("/opinia/".length);
  const show = (c: HttpContext, opinion: OpinionContent | undefined, statusCode = 200) =>
    answerPrivately(c, opinion && { path: "/opinia", opinion }, { ...deps, statusCode });

  const get: Handler = async (c) => show(c, await opinions.view(tokenOf(c)));

  const post: Handler = async (c) => {
    const token = tokenOf(c);
    const received = await receiveEnquiry(c, deps, "application/x-www-form-urlencoded");
    if (received instanceof Response) return received;
    const { body } = received;
    if (body.kind !== "whole") return deps.sendError(c, { statusCode: 413, message: "At most 64 KiB" });
    const { action, confirmed, ...values } = Object.fromEntries(
      new URLSearchParams(body.bytes.toString("utf8")),
    );
    const isWithdrawal = action === "withdraw" && confirmed;
    const result = await (isWithdrawal ? opinions.withdraw(token) : opinions.send(token, values));
    if (result === "missing") return deps.sendError(c, notFound);
    const view = typeof result === "object" ? await opinions.view(token) : undefined;
    if (view?.state === "offered") return show(c, { ...view, form: result as OpinionForm }, 422);
    c.header("Cache-Control", "no-store");
    return c.redirect(c.env.path, 303);
  };

  return { get, post };
}
