import { describe, expect, test } from "vitest";
import { hourMs, minuteMs } from "./clock.ts";
import { createLimits, createRateLimiter, networksOf } from "./limits.server.ts";
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
    for (let sent = 0; sent < 300; sent += 1) expect(limits.countGenuine()).toBeUndefined();
    expect(limits.countGenuine()).toBe(3600);
    clock.advance(hourMs);
    expect(limits.countGenuine()).toBeUndefined();
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

const maxKeys = 20_000;

function setUpCounter() {
  const clock = createTestClock();
  return { clock, count: createRateLimiter({ limit: 1, windowMs: 10_000, clock }) };
}

test("a key stays over its limit until its window ends, whatever happens to the time of day", () => {
  const { count, clock } = setUpCounter();
  expect(count("a")).toBeUndefined();
  clock.advance(4_000);
  clock.set(1_000_000);
  expect(count("a")).toBe(6);
  clock.advance(6_000);
  expect(count("a")).toBeUndefined();
  expect(count("a")).toBe(10);
});

test("over the maximum number of keys the oldest windows are forgotten", () => {
  const { count } = setUpCounter();
  for (let key = 0; key < maxKeys + 100; key += 1) count(String(key));
  // Asked first, because a forgotten key is stored again and displaces another.
  const newest = Array.from({ length: maxKeys }, (_, key) => count(String(key + 100)));
  expect(newest.every((waitSeconds) => waitSeconds === 10)).toBe(true);
  for (let key = 0; key < 100; key += 1) expect(count(String(key))).toBeUndefined();
});

test("ended windows are forgotten before open ones", () => {
  const { count, clock } = setUpCounter();
  count("ended");
  clock.advance(9_000);
  count("lasts");
  clock.advance(1_000);
  for (let key = 1; key < maxKeys; key += 1) count(String(key));
  expect(count("lasts")).toBe(9);
});

test("an IPv6 address is counted by its /64, /56 and /48, however it is written", () => {
  const networks = ["20010db800000001/64", "20010db8000000/56", "20010db80000/48"];
  expect(networksOf("2001:db8:0:1::5")).toEqual(networks);
  expect(networksOf("2001:0DB8:0000:0001:ffff:1:2:3")).toEqual(networks);
  expect(networksOf("2001:db8:0:1:a::%eth0")).toEqual(networks);
  expect(networksOf("::1")).toEqual(networksOf("0:0:0:0::7"));
});

test("neighbouring IPv6 networks share only the larger networks", () => {
  expect(networksOf("2001:db8:0:2::5").slice(1)).toEqual(networksOf("2001:db8:0:1::5").slice(1));
  expect(networksOf("2001:db8:0:2::5")[0]).not.toBe(networksOf("2001:db8:0:1::5")[0]);
  expect(networksOf("2001:db8:0:100::5")[1]).not.toBe(networksOf("2001:db8:0:1::5")[1]);
  expect(networksOf("2001:db8:1:1::5")[2]).not.toBe(networksOf("2001:db8:0:1::5")[2]);
});

test("an IPv4 address is counted alone, and is the same when mapped to IPv6", () => {
  expect(networksOf("192.0.2.1")).toEqual(["192.0.2.1"]);
  expect(networksOf("::ffff:192.0.2.1")).toEqual(["192.0.2.1"]);
  expect(networksOf("unknown")).toEqual(["unknown"]);
});
