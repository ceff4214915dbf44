import { describe, expect, test } from "vitest";
import { hourMs, minuteMs } from "./clock.ts";
import { createLimits } from "./limits.server.ts";
import { createTestClock } from "./testing/fixtures.ts";

function setUp() {
  const clock = createTestClock();
  return { clock, limits: createLimits(clock) };
}

/** The nth /64 of one /56, the nth /56 of one /48, the nth /48. */
const inOne56 = (index: number) => `2001:db8:0:${index.toString(16)}::1`;
const inOne48 = (index: number) => `2001:db8:0:${(index * 256).toString(16)}::1`;
const anywhere = (index: number) => `2001:db8:${index.toString(16)}::1`;

describe("enquiries", () => {
  test("an address may send ten in ten minutes, independently of its neighbour", () => {
    const { limits, clock } = setUp();
    for (let sent = 0; sent < 10; sent += 1) expect(limits.countEnquiry("192.0.2.1")).toBeUndefined();
    clock.advance(minuteMs);
    expect(limits.countEnquiry("192.0.2.1")).toBe(540);
    expect(limits.countEnquiry("192.0.2.2")).toBeUndefined();
    clock.advance(9 * minuteMs);
    expect(limits.countEnquiry("192.0.2.1")).toBeUndefined();
  });

  test.each([
    ["/64", () => "2001:db8::1", 10],
    ["/56", inOne56, 20],
    ["/48", inOne48, 40],
  ])("each %s has a limit of its own", (_, address, limit) => {
    const { limits } = setUp();
    let taken = 0;
    for (let sent = 0; sent < 250; sent += 1)
      if (limits.countEnquiry(address(sent)) === undefined) taken += 1;
    expect(taken).toBe(limit);
    expect(limits.countEnquiry("2001:db9::1")).toBeUndefined();
  });

  test("an address over its limit does not use up the limit of its network", () => {
    const { limits } = setUp();
    for (let sent = 0; sent < 100; sent += 1) limits.countEnquiry(inOne56(0));
    expect(limits.countEnquiry(inOne56(1))).toBeUndefined();
  });

  test("more than three hundred genuine enquiries in an hour are a flood", () => {
    const { limits, clock } = setUp();
    for (let sent = 0; sent < 300; sent += 1) expect(limits.isFlooded()).toBe(false);
    expect(limits.isFlooded()).toBe(true);
    clock.advance(hourMs);
    expect(limits.isFlooded()).toBe(false);
  });
});

describe("requests", () => {
  test("an address may send sixty in ten minutes", () => {
    const { limits, clock } = setUp();
    for (let sent = 0; sent < 60; sent += 1) expect(limits.countRequest("192.0.2.1")).toBeUndefined();
    expect(limits.countRequest("192.0.2.1")).toBe(600);
    expect(limits.countRequest("192.0.2.2")).toBeUndefined();
    clock.advance(10 * minuteMs);
    expect(limits.countRequest("192.0.2.1")).toBeUndefined();
  });

  test.each([
    ["/56", inOne56, 120],
    ["/48", inOne48, 240],
  ])("each %s has a limit too", (_, address, limit) => {
    const { limits } = setUp();
    const taken = Array.from({ length: 1_000 }, (_, sent) => limits.countRequest(address(sent % 250)));
    expect(taken.filter((waitSeconds) => waitSeconds === undefined)).toHaveLength(limit);
  });

  test("networks larger than a /48, which are a provider's, have no limit", () => {
    const { limits } = setUp();
    for (let sent = 0; sent < 1_000; sent += 1) expect(limits.countRequest(anywhere(sent))).toBeUndefined();
  });
});
