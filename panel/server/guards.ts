import { type PanelMiddleware, sendError } from "./env.ts";

const reads = new Set(["GET", "HEAD"]);

/**
 * CSRF protection: a write needs this site's Origin and a header that our script adds and neither forms nor foreign pages can. Reads pass,
 * because they change nothing (P2.6, T4).
 */
export function refuseForeignWrites(siteUrl: string): PanelMiddleware {
  return async (c, next) => {
    if (reads.has(c.req.method)) return next();
    const site = c.req.header("Sec-Fetch-Site") ?? "same-origin";
    const isOurs =
      c.req.header("Origin") === siteUrl && site === "same-origin" && c.req.header("X-Panel") === "1";
    return isOurs ? next() : sendError(c, 403, "foreign-origin");
  };
}

/** For irreversible actions: needs a passkey, link or code used in the last ten minutes (P2.4, T10). */
export const requireFresh: PanelMiddleware = async (c, next) =>
  c.get("session").fresh ? next() : sendError(c, 403, "needs-passkey");
