import { createHash, timingSafeEqual } from "node:crypto";
import { isLoopback } from "./client-address.ts";
import type { HttpContext } from "./http-env.ts";

/**
 * Makes the check whether a request may see all of `/api/health`: it comes from this machine and through no proxy, or it
 * bears the owner's token.
 */
export function createMaySeeHealth(healthToken: string | undefined): (c: HttpContext) => boolean {
  return (c) => {
    const isForwarded = forwardingHeaders.some((name) => c.req.header(name) !== undefined);
    if (!isForwarded && isLoopback(c.env.incoming.socket.remoteAddress ?? "")) return true;
    const token = /^Bearer (.+)$/i.exec(c.req.header("Authorization") ?? "")?.[1];
    return (
      healthToken !== undefined && token !== undefined && timingSafeEqual(hash(token), hash(healthToken))
    );
  };
}

/** What proxies add, each in its own way. */
const forwardingHeaders = ["X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Forwarded", "Via"];

/** Of one length, as the comparison wants it. */
function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
