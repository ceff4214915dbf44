import type { Context } from "hono";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { networksOf } from "../../enquiries/client-networks.server.ts";
import { type PanelMiddleware, sendError } from "./env.ts";
import type { PanelDeps } from "./panel-deps.ts";

const reads = new Set(["GET", "HEAD"]);

/**
 * CSRF protection: a write needs this site's Origin and a header that our script adds and neither forms nor foreign pages can. Reads pass,
 * because they change nothing.
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

/** Answers 503 while `max` requests are in progress: the panel must not starve the site. */
export function limitInFlight(max: number): PanelMiddleware {
  let inFlight = 0;
  return async (c, next) => {
    if (inFlight >= max) return sendError(c, 503, "busy");
    inFlight += 1;
    try {
      await next();
    } finally {
      inFlight -= 1;
    }
  };
}

type SessionDeps = Pick<PanelDeps, "accounts" | "cookie">;

export async function findSession(c: Context, { accounts, cookie }: SessionDeps) {
  const token = cookie.read(c);
  return token === undefined ? undefined : accounts.sessions.find(token);
}

export function requireSession(deps: SessionDeps): PanelMiddleware {
  return async (c, next) => {
    const session = await findSession(c, deps);
    if (!session) return sendError(c, 401, "signed-out");
    c.set("session", session);
    return next();
  };
}

/** For irreversible actions: needs a passkey, link or code used in the last ten minutes. */
export const requireFresh: PanelMiddleware = async (c, next) =>
  c.get("session").fresh ? next() : sendError(c, 403, "needs-passkey");

/**
 * Limits the failures of one route per client address, before any body is read. Other addresses, such as the owner's phone, and
 * other routes are not affected. Memory is bounded, because an address is forgotten after `perSeconds`.
 */
export function limitFailures(
  clientAddress: (c: Context) => string,
  { failures, perSeconds }: { failures: number; perSeconds: number },
): PanelMiddleware {
  const limiter = new RateLimiterMemory({ points: failures, duration: perSeconds });
  return async (c, next) => {
    const [address = ""] = networksOf(clientAddress(c));
    const known = await limiter.get(address);
    if (known && known.consumedPoints >= failures) {
      c.header("Retry-After", String(Math.ceil(known.msBeforeNext / 1000)));
      return sendError(c, 429, "too-many");
    }
    await next();
    if (c.res.status >= 400 && c.res.status < 500) await limiter.penalty(address);
  };
}
