import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { networksOf } from "./client-networks.server.ts";
import { type Clock, hourMs, minuteMs, secondMs } from "./clock.ts";
import { createCounter } from "./counter.server.ts";

type Limit = { name: string; points: number; windowMs: number };
type Count = (key: string) => Promise<number | undefined>;

// For each of the networks of an address. A whole street may share one IPv4 address of a mobile network, so one address may
// send more than one person would.
const enquiriesByNetwork = limitsByNetwork("enquiries", [10, 20, 40]);
// A request costs time even when it carries no enquiry. This many no visitor sends, with whatever mistakes in the form.
const requestsByNetwork = limitsByNetwork("requests", [60, 120, 240]);
const budgetOfAll: Limit = { name: "all", points: 300, windowMs: hourMs };

function limitsByNetwork(name: string, points: number[]): Limit[] {
  return points.map((points, size) => ({ name: `${name}-${size}`, points, windowMs: 10 * minuteMs }));
}

export type EnquiryLimits = {
  /** Counts a request before its body is read. Seconds to wait when its sender has sent too many, else undefined. */
  countRequest(clientAddress: string): number | undefined;
  /** Counts an enquiry. Seconds to wait when its sender has sent too many, else undefined. */
  countEnquiry(clientAddress: string): Promise<number | undefined>;
  /** Counts an enquiry that looks genuine; true when there are more of them, from all senders together, than is usual. */
  isFlooded(): Promise<boolean>;
};

/** For measurements and tests, which send more than any visitor may. */
export const noLimits: EnquiryLimits = {
  countRequest: () => undefined,
  countEnquiry: async () => undefined,
  isFlooded: async () => false,
};

type LimitsDeps = { pool: Pool | undefined; clock: Clock };

/** Several machines on one PostgreSQL count enquiries together; requests are counted by each machine, which they burden. */
export function createLimits({ pool, clock }: LimitsDeps): EnquiryLimits {
  const inMemory = (limit: Limit) => createCounter({ ...limit, clock });
  const shared = (limit: Limit): Count => {
    const count = inMemory(limit);
    return pool ? countInPostgres(pool, limit) : async (key) => count(key);
  };
  const requests = requestsByNetwork.map(inMemory);
  const enquiries = enquiriesByNetwork.map(shared);
  const all = shared(budgetOfAll);

  return {
    countRequest(clientAddress) {
      for (const [size, network] of networksOf(clientAddress).entries()) {
        const waitMs = requests[size]?.(network);
        if (waitMs !== undefined) return inSeconds(waitMs);
      }
      return undefined;
    },
    async countEnquiry(clientAddress) {
      for (const [size, network] of networksOf(clientAddress).entries()) {
        const waitMs = await enquiries[size]?.(hashOf(network));
        if (waitMs !== undefined) return inSeconds(waitMs);
      }
      return undefined;
    },
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
      // The window ends by the clock: when that was set back, the wait must not become longer than the window.
      return Math.min(refusal.msBeforeNext, windowMs);
    }
  };
}

const inSeconds = (ms: number) => Math.ceil(ms / secondMs);

/** So that no address is stored. */
const hashOf = (network: string) => createHash("sha256").update(network).digest("hex").slice(0, 32);
