import { acceptsQuery, routeAt } from "../app/routes.ts";
import type { Config } from "./config.ts";
import { type HttpContext, HttpError, type Middleware, notFound } from "./http-env.ts";
import { isService } from "./send-error.ts";

export function allowOnly(...methods: string[]): Middleware {
  return (c, next) => {
    if (methods.includes(c.req.method)) return next();
    throw new HttpError(405, "Method Not Allowed", { Allow: methods.join(", ") });
  };
}

/** The target is one of our pages or has the form of a private link, so this is no open redirect (B1.4). */
export function removeTrailingSlash(isPage: (path: string) => boolean): Middleware {
  return async (c, next) => {
    const path = c.env.path;
    const page = path.slice(0, -1);
    if (!path.endsWith("/") || page === "/" || !isPage(page)) return next();
    return c.redirect(page + c.env.search, 301);
  };
}

/** Runs the route's own validation: a query that the page does not know is a 404 (B6.3). */
export const refuseInvalidQueries: Middleware = (c, next) => {
  const route = routeAt(c.env.path);
  if (route && !acceptsQuery(route, c.env.search)) throw notFound;
  return next();
};

/** A proxy may hide the site's public address from the `Host` header. */
type OriginRules = Pick<Config, "siteUrl" | "serviceUrl" | "corsOrigins">;

/** CSRF protection: a page of another site must not send an enquiry on its visitor's behalf. */
export function refuseCrossSitePosts(rules: OriginRules): Middleware {
  return (c, next) => {
    if (c.req.method !== "POST" || !isCrossSite(c, rules)) return next();
    throw new HttpError(403, "Cross-site request refused");
  };
}

function isCrossSite(c: HttpContext, { siteUrl, serviceUrl, corsOrigins }: OriginRules): boolean {
  const origin = c.req.header("Origin");
  const site = c.req.header("Sec-Fetch-Site");
  // Without a referrer, browsers keep back the origin of a form, but say that it is ours.
  if (origin !== undefined && !(origin === "null" && site === "same-origin")) {
    if (origin === serviceUrl || isOwnOrigin(origin, { siteUrl, host: c.req.header("Host") })) return false;
    return !(isService(c.env.path) && corsOrigins.includes(origin));
  }
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
