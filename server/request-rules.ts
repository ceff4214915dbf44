import { acceptsQuery, routeAt } from "../app/routes.ts";
import type { Middleware } from "./http-env.ts";
import { notFound, type SendError } from "./send-error.ts";

/** Broken, hostile and endless addresses end here, before anything looks at them. */
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

/** Built from our own list of pages, never from the address, so it cannot lead anywhere else. */
export function removeTrailingSlash(isPage: (path: string) => boolean): Middleware {
  return async (c, next) => {
    const path = c.env.path;
    const page = path.slice(0, -1);
    if (!path.endsWith("/") || page === "/" || !isPage(page)) return next();
    return c.redirect(page + c.env.search, 301);
  };
}

/** A route's own validation, as the app runs it: a query that the page does not know is no page. */
export function refuseInvalidQueries(sendError: SendError): Middleware {
  return (c, next) => {
    const route = routeAt(c.env.path);
    return route && !acceptsQuery(route, c.env.search) ? sendError(c, notFound) : next();
  };
}
