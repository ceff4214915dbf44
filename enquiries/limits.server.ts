import { type Clock, hourMs, minuteMs, secondMs } from "./clock.ts";
import { createCounter, createNetworkCounter } from "./counter.server.ts";

// One number for each network of an address, the smallest network first. Many people may share one IPv4 address of a mobile
// network, so the limit is above what one person would send.
const enquiriesByNetwork = [10, 20, 40];
// Requests without a valid enquiry cost time too. No visitor sends this many, whatever mistakes they make in the form.
const requestsByNetwork = [60, 120, 240];
const windowMs = 10 * minuteMs;
const enquiriesAnHour = 300;

export type EnquiryLimits = ReturnType<typeof createLimits>;

/** For measurements and tests. */
export const noLimits: EnquiryLimits = {
  countRequest: () => undefined,
  countEnquiry: () => undefined,
  isFlooded: () => false,
};

/** Counts in memory: of several machines on one PostgreSQL each has its own limits, and none stores an address. */
export function createLimits(clock: Pick<Clock, "monotonicMs">) {
  const requests = createNetworkCounter({ points: requestsByNetwork, windowMs, clock });
  const enquiries = createNetworkCounter({ points: enquiriesByNetwork, windowMs, clock });
  const all = createCounter({ points: enquiriesAnHour, windowMs: hourMs, clock });

  return {
    /** Counts a request before its body is read; returns the seconds to wait if its sender has sent too many. */
    countRequest: (clientAddress: string) => inSeconds(requests(clientAddress)),
    /** Counts an enquiry; returns the seconds to wait if its sender has sent too many. */
    countEnquiry: (clientAddress: string) => inSeconds(enquiries(clientAddress)),
    /** Counts a genuine enquiry; returns whether all senders together have sent more than is usual. */
    isFlooded: () => all("all") !== undefined,
  };
}

function inSeconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.ceil(ms / secondMs);
}
