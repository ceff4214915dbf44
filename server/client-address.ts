import { BlockList, isIP } from "node:net";

/** The visitor's address, given the connection's other end and the `X-Forwarded-For` header. */
export type ClientAddress = (remoteAddress: string | undefined, forwardedFor: string | undefined) => string;

/**
 * Reads the visitor's address: the connection's own, or, while the nearer end is one of `trustedProxies` (IP
 * addresses and CIDR ranges), the next entry of `X-Forwarded-For` from the right. What the visitor wrote there
 * himself stands further left and is never believed. IPv4 inside IPv6 comes out as IPv4.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const trusted = new BlockList();
  for (const entry of trustedProxies) {
    const [ip = "", bits] = entry.split("/");
    const family = isIP(ip) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) trusted.addAddress(ip, family);
    else trusted.addSubnet(ip, Number(bits), family);
  }
  const isTrusted = (ip: string) => trusted.check(ip, isIP(ip) === 6 ? "ipv6" : "ipv4");

  return (remoteAddress, forwardedFor) => {
    let nearest = readAddress(remoteAddress ?? "");
    // A connection that is gone already has no address; all such share one bucket of the limits.
    if (nearest === undefined) return "unknown";
    const hops = forwardedFor?.split(",") ?? [];
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
