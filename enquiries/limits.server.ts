import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { networksOf } from "./client-networks.server.ts";
import { type Clock, hourMs, minuteMs, secondMs } from "./clock.ts";
import { createCounter } from "./counter.server.ts";

type Limit = { name: string; points: number; windowMs: number };
type Count = (key: string) => Promise<number | undefined>;

// One number for each network of an address, the smallest network first. Many people may share one IPv4 address of a mobile
// network, so the limit is above what one person would send.
const enquiriesByNetwork = limitsByNetwork("enquiries", [10, 20, 40]);
// Requests without a valid enquiry cost time too. No visitor sends this many, whatever mistakes they make in the form.
const requestsByNetwork = limitsByNetwork("requests", [60, 120, 240]);
const budgetOfAll: Limit = { name: "all", points: 300, windowMs: hourMs };

function limitsByNetwork(name: string, points: number[]): Limit[] {
  return points.map((points, size) => ({ name: `${name}-${size}`, points, windowMs: 10 * minuteMs }));
}

export type EnquiryLimits = ReturnType<typeof createLimits>;

/** For measurements and tests. */
export const noLimits: EnquiryLimits = {
  countRequest: () => undefined,
  countEnquiry: async () => undefined,
  isFlooded: async () => false,
};

type LimitsDeps = { pool: Pool | undefined; clock: Clock };

/**
 * Several machines on one PostgreSQL count enquiries together. Each counts its requests alone, because they are counted to
 * protect that machine.
 */
export function createLimits({ pool, clock }: LimitsDeps) {
  const inMemory = (limit: Limit) => createCounter({ ...limit, clock });
  const shared = (limit: Limit): Count => {
    const count = inMemory(limit);
    return pool ? countInPostgres(pool, limit) : async (key) => count(key);
  };
  const requests = requestsByNetwork.map(inMemory);
  const enquiries = enquiriesByNetwork.map(shared);
  const all = shared(budgetOfAll);

  return {
    /** Counts a request before its body is read; returns the seconds to wait if its sender has sent too many. */
    countRequest(clientAddress: string): number | undefined {
      for (const [size, network] of networksOf(clientAddress).entries()) {
        const waitMs = requests[size]?.(network);
        if (waitMs !== undefined) return inSeconds(waitMs);
      }
      return undefined;
    },
    /** Counts an enquiry; returns the seconds to wait if its sender has sent too many. */
    async countEnquiry(clientAddress: string): Promise<number | undefined> {
      for (const [size, network] of networksOf(clientAddress).entries()) {
        const waitMs = await enquiries[size]?.(hashOf(network));
        if (waitMs !== undefined) return inSeconds(waitMs);
      }
      return undefined;
    },
    /** Counts a genuine enquiry; returns whether all senders together have sent more than is usual. */
    isFlooded: async () => (await all("all")) !== undefined,
  };
}

function countInPostgres(pool: Pool, { name, points, windowMs }: Limit): Count {
  const limiter = new RateLimiterPostgres({
    keyPrefix: name,
    points,
    duration: windowMs / secondMs,
    storeClient: pool,
    tableName: "enquiry_limits",
    tableCreated: true,
  });
  return async (key) => {
    try {
      await limiter.consume(key);
      return undefined;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      // The window's end is a time of day. After the clock was set back, the wait must not exceed the window.
      return Math.min(refusal.msBeforeNext, windowMs);
    }
  };
}

const inSeconds = (ms: number) => Math.ceil(ms / secondMs);

/** Hashes the network, so that no address is stored. */
const hashOf = (network: string) => createHash("sha256").update(network).digest("hex").slice(0, 32);
