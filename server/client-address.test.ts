import type { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { createClientAddress } from "./client-address.ts";

function addressOf(trustedProxies: readonly string[]) {
  const clientAddress = createClientAddress(trustedProxies);
  return (remoteAddress: string | undefined, forwardedFor: string | undefined) =>
    clientAddress({ socket: { remoteAddress } as Socket, headers: { "x-forwarded-for": forwardedFor } });
}

describe("client address", () => {
  const direct = addressOf([]);
  const behindProxies = addressOf(["127.0.0.1", "10.0.0.0/8", "::1", "fd00::/8"]);

  test("is the connection's own when no proxy is trusted", () => {
    expect(direct("192.0.2.1", "198.51.100.9")).toBe("192.0.2.1");
  });

  test("is the connection's own when that is not a trusted proxy", () => {
    expect(behindProxies("192.0.2.1", "198.51.100.9")).toBe("192.0.2.1");
  });

  test("is what the trusted proxy saw, whatever the visitor forged before it", () => {
    expect(behindProxies("127.0.0.1", "1.1.1.1, 198.51.100.9")).toBe("198.51.100.9");
  });

  test("skips further trusted proxies", () => {
    expect(behindProxies("127.0.0.1", "198.51.100.9, 10.1.2.3,10.9.9.9")).toBe("198.51.100.9");
  });

  test("is the farthest trusted proxy when all are trusted", () => {
    expect(behindProxies("127.0.0.1", "10.1.2.3, 10.9.9.9")).toBe("10.1.2.3");
  });

  test("stops at an invalid address", () => {
    expect(behindProxies("127.0.0.1", "198.51.100.9, nonsense, 10.9.9.9")).toBe("10.9.9.9");
    expect(behindProxies("127.0.0.1", "")).toBe("127.0.0.1");
  });

  test("knows IPv6, IPv4 inside IPv6, zones, ports and brackets", () => {
    expect(behindProxies("::1", "2001:DB8::7")).toBe("2001:db8::7");
    expect(behindProxies("fd00::1234", "[2001:db8::7]:4711")).toBe("2001:db8::7");
    expect(behindProxies("::ffff:127.0.0.1", "198.51.100.9:80")).toBe("198.51.100.9");
    expect(direct("::ffff:192.0.2.1", undefined)).toBe("192.0.2.1");
    expect(direct("fe80::1%eth0", undefined)).toBe("fe80::1");
  });

  test("is the same placeholder for all closed connections", () => {
    expect(direct(undefined, "198.51.100.9")).toBe("unknown");
  });
});
