import { acceptsQuery, routeAt } from "../app/routes.ts";
import type { Config } from "./config.ts";
import type { HttpContext, Middleware } from "./http-env.ts";
import { isService, notFound, type SendError } from "./send-error.ts";

/** Rejects malformed, hostile and overlong addresses before anything else reads them. */
export function refuseBadAddresses(sendError: SendError): Middleware {
  return (c, next) => {
    const badAddress = c.env.badAddress;
    return badAddress ? sendError(c, badAddress) : next();
  };
}

export function refuseOtherMethods(sendError: SendError, methods: readonly string[]): Middleware {
  return (c, next) => {
    if (methods.includes(c.req.method)) return next();
    const headers = { Allow: methods.join(", ") };
    return sendError(c, { statusCode: 405, message: "Method Not Allowed", headers });
  };
}

/** The target comes from our list of pages, never from the request, so this is no open redirect (B1.4). */
export function removeTrailingSlash(isPage: (path: string) => boolean): Middleware {
  return async (c, next) => {
    const path = c.env.path;
    const page = path.slice(0, -1);
    if (!path.endsWith("/") || page === "/" || !isPage(page)) return next();
    return c.redirect(page + c.env.search, 301);
  };
}

/** Runs the route's own validation: a query that the page does not know is a 404 (B6.3). */
export function refuseInvalidQueries(sendError: SendError): Middleware {
  return (c, next) => {
    const route = routeAt(c.env.path);
    return route && !acceptsQuery(route, c.env.search) ? sendError(c, notFound) : next();
  };
}

/** A proxy may hide the site's public address from the `Host` header. */
type OriginRules = Pick<Config, "siteUrl" | "serviceUrl" | "corsOrigins">;

/** CSRF protection: a page of another site must not send an enquiry on its visitor's behalf. */
export function refuseCrossSitePosts(rules: OriginRules, sendError: SendError): Middleware {
  return (c, next) => (c.req.method === "POST" && isCrossSite(c, rules) ? sendError(c, crossSite) : next());
}

const crossSite = { statusCode: 403, message: "Cross-site request refused" };

function isCrossSite(c: HttpContext, { siteUrl, serviceUrl, corsOrigins }: OriginRules): boolean {
  const origin = c.req.header("Origin");
  if (origin !== undefined) {
    if (origin === serviceUrl || isOwnOrigin(origin, { siteUrl, host: c.req.header("Host") })) return false;
    return !(isService(c.env.path) && corsOrigins.includes(origin));
  }
  const site = c.req.header("Sec-Fetch-Site");
  return site !== undefined && site !== "same-origin" && site !== "none";
}

/**
 * The site's address, or the requested host if nobody else can point it at this machine: an IP address, `localhost`, or the site's own name
 * with or without `www`. So no enquiry is lost while the site is tried on a local machine, or if only one of the two names is configured.
 */
function isOwnOrigin(origin: string, { siteUrl, host }: { siteUrl: string; host: string | undefined }) {
  const site = new URL(siteUrl);
  if (origin === site.origin) return true;
  const from = URL.parse(origin);
  if (from === null || from.host !== host) return false;
  const isNumber = /^(?:[\d.]+|\[.*\])$/.test(from.hostname);
  return isNumber || from.hostname === "localhost" || withoutWww(from.hostname) === withoutWww(site.hostname);
}

const withoutWww = (name: string) => name.replace(/^www\./, "");
