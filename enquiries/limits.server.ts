import ipaddr from "ipaddr.js";
import { type Clock, hourMs, minuteMs, secondMs } from "./clock.ts";

// One number for each network of an address, the smallest network first. Many people may share one IPv4 address of a mobile
// network, so the limit is above what one person would send.
const enquiriesByNetwork = [10, 20, 40];
// Requests without a valid enquiry cost time too. No visitor sends this many, whatever mistakes they make in the form.
const requestsByNetwork = [60, 120, 240];
const windowMs = 10 * minuteMs;
const maxEnquiriesPerHour = 300;

export type EnquiryLimits = ReturnType<typeof createLimits>;

/** For measurements and tests. */
export const noLimits: EnquiryLimits = {
  countRequest: () => undefined,
  countEnquiry: () => undefined,
  countGenuine: () => undefined,
};

/** Counts in memory: each of several machines on one PostgreSQL has its own limits, and none stores an address. */
export function createLimits(clock: Pick<Clock, "monotonicMs">) {
  const countAll = createRateLimiter({ limit: maxEnquiriesPerHour, windowMs: hourMs, clock });

  return {
    /** Counts a request before its body is read; returns the seconds to wait if its sender has sent too many. */
    countRequest: createNetworkRateLimiter({ limits: requestsByNetwork, windowMs, clock }),
    /** Counts an enquiry; returns the seconds to wait if its sender has sent too many. */
    countEnquiry: createNetworkRateLimiter({ limits: enquiriesByNetwork, windowMs, clock }),
    /** Counts a genuine enquiry; returns the seconds to wait if all senders together have sent too many. */
    countGenuine: () => countAll("all"),
  };
}

type Window = { windowMs: number; clock: Pick<Clock, "monotonicMs"> };

/** To save memory, the oldest windows are dropped when there are more keys. */
const maxKeys = 20_000;

/** Creates `count(key)`, which returns the seconds until the key's window ends if it has been counted more than `limit` times in it. */
export function createRateLimiter({ limit, windowMs, clock }: Window & { limit: number }) {
  // A map keeps the order of insertion, so the windows that end first come first.
  const windows = new Map<string, { endsAtMs: number; count: number }>();

  function forgetEnded(nowMs: number): void {
    for (const [key, { endsAtMs }] of windows) {
      if (endsAtMs > nowMs && windows.size < maxKeys) return;
      windows.delete(key);
    }
  }

  return (key: string): number | undefined => {
    const nowMs = clock.monotonicMs();
    const open = windows.get(key);
    if (open && open.endsAtMs > nowMs) {
      open.count += 1;
      return open.count > limit ? Math.ceil((open.endsAtMs - nowMs) / secondMs) : undefined;
    }
    windows.delete(key);
    forgetEnded(nowMs);
    windows.set(key, { endsAtMs: nowMs + windowMs, count: 1 });
    return undefined;
  };
}

/**
 * Creates `count(clientAddress, action)`, which counts an action in every network of the address and returns the seconds to wait if
 * one of them has been counted too often. `limits` has one number for each network, the smallest first. Actions are counted separately.
 */
export function createNetworkRateLimiter({ limits, ...window }: Window & { limits: readonly number[] }) {
  const counters = limits.map((limit) => createRateLimiter({ ...window, limit }));

  return (clientAddress: string, action = ""): number | undefined => {
    for (const [size, network] of networksOf(clientAddress).entries()) {
      const waitSeconds = counters[size]?.(`${action} ${network}`);
      if (waitSeconds !== undefined) return waitSeconds;
    }
    return undefined;
  };
}

/**
 * The networks that an address is counted in, the smallest first. An IPv4 address is counted alone. An IPv6 address is counted
 * in its /64, which is one connection, and in its /56 and /48, which one customer may own.
 */
export function networksOf(clientAddress: string): string[] {
  if (!ipaddr.isValid(clientAddress)) return [clientAddress];
  const address = ipaddr.process(clientAddress);
  if (address.kind() === "ipv4") return [address.toString()];
  const digits = Buffer.from(address.toByteArray()).toString("hex");
  return [`${digits.slice(0, 16)}/64`, `${digits.slice(0, 14)}/56`, `${digits.slice(0, 12)}/48`];
}
