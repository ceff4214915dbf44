import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

export type ClientAddress = (request: Pick<IncomingMessage, "socket" | "headers">) => string;

/** Creates the check whether an address is among `entries` (IP addresses and CIDR ranges); IPv4 inside IPv6 counts as IPv4. */
export function createAddressList(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [ip = "", bits] = entry.split("/");
    const family = isIP(ip) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(ip, family);
    else list.addSubnet(ip, Number(bits), family);
  }
  return (address) => {
    const ip = readAddress(address);
    return ip !== undefined && list.check(ip, isIP(ip) === 6 ? "ipv6" : "ipv4");
  };
}

export const loopback = ["127.0.0.0/8", "::1"];

/**
 * Starts with the peer's address. While that is one of `trustedProxies` (IP addresses and CIDR ranges), takes the next entry of
 * `X-Forwarded-For` from the right. Entries that the visitor forged are further left and are never used. IPv4-mapped IPv6 addresses are
 * returned as IPv4.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const isTrusted = createAddressList(trustedProxies);

  return ({ socket, headers }) => {
    let nearest = readAddress(socket.remoteAddress ?? "");
    // A closed connection has no address; all of them share one rate limit.
    if (nearest === undefined) return "unknown";
    // Node joins repeated headers of this name.
    const hops = (headers["x-forwarded-for"] as string | undefined)?.split(",") ?? [];
    while (hops.length > 0 && isTrusted(nearest)) {
      const next = readAddress(hops.pop() ?? "");
      if (next === undefined) break;
      nearest = next;
    }
    return nearest;
  };
}

/** Some proxies add the port: `192.0.2.1:5000`, `[2001:db8::1]:5000`. */
function readAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const bare = /^\[(.+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d+$/.exec(trimmed)?.[1] ?? trimmed;
  const ip = bare.replace(/%.*$/, "").toLowerCase();
  if (isIP(ip) === 0) return undefined;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(ip)?.[1] ?? ip;
}
