import { createAddressList, isLoopback } from "./client-address.ts";
import type { Middleware } from "./http-env.ts";
import type { Logger } from "./logger.ts";

/**
 * Warns once if a proxy on this machine forwards a visitor's address but is not trusted: all visitors then share the proxy's address and
 * one rate limit.
 */
export function warnOfUntrustedProxy(trustedProxies: readonly string[], log: Logger): Middleware {
  const isTrusted = createAddressList(trustedProxies);
  let isTold = false;

  return (c, next) => {
    if (isTold || c.req.header("X-Forwarded-For") === undefined) return next();
    const peer = c.env.incoming.socket.remoteAddress ?? "";
    if (isLoopback(peer) && !isTrusted(peer)) {
      isTold = true;
      log.warn(
        { setting: "TRUSTED_PROXIES" },
        "a proxy on this machine is not trusted: all visitors share one limit of enquiries",
      );
    }
    return next();
  };
}
