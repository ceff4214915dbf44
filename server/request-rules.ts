import { acceptsQuery, routeAt } from "../app/routes.ts";
import type { Middleware } from "./http-env.ts";
import { notFound, type SendError } from "./send-error.ts";

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
    return sendError(c, {
      statusCode: 405,
      message: "Method Not Allowed",
      headers: { Allow: methods.join(", ") },
    });
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
