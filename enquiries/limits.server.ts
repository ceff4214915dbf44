import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import type { Pool } from "pg";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";

// Whole streets share one address of a mobile network, so one address may send more than one person would.
const perAddress = { keyPrefix: "address", points: 10, duration: 600 };
const overall = { keyPrefix: "all", points: 300, duration: 3600 };

/**
 * Makes `overLimit(address)`: seconds to wait when this address, or everybody together, has sent too much, else undefined.
 * Several machines on one PostgreSQL count together.
 */
export function createOverLimit(pool: Pool | undefined) {
  const limiters = [perAddress, overall].map((limit) =>
    pool
      ? new RateLimiterPostgres({
          ...limit,
          storeClient: pool,
          tableName: "enquiry_limits",
          tableCreated: true,
        })
      : new RateLimiterMemory(limit),
  );

  return async (clientAddress: string): Promise<number | undefined> => {
    const keys = [addressKey(clientAddress), "all"];
    for (const [index, limiter] of limiters.entries()) {
      try {
        await limiter.consume(keys[index] ?? "");
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        // A clock that was set back must not make the wait longer than the limit itself.
        return Math.min(Math.ceil(refusal.msBeforeNext / 1000), limiter.duration);
      }
    }
    return undefined;
  };
}

/** One key for one connection: an IPv4 address, or the /64 network that an IPv6 customer has to himself. Hashed, so that no
 * address is stored. */
export function addressKey(clientAddress: string): string {
  return createHash("sha256").update(networkOf(clientAddress)).digest("hex").slice(0, 32);
}

function networkOf(clientAddress: string): string {
  const address = clientAddress.replace(/%.*$/, "").toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("::");
  const groups = (part: string) => (part === "" ? [] : part.split(":"));
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(missing).fill("0"), ...groups(tail ?? "")];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
