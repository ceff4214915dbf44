import { expect, test } from "vitest";
import { addressKey, createOverLimit } from "./limits.server.ts";

test("an address may send ten times in ten minutes, its neighbour is not touched", async () => {
  const overLimit = createOverLimit(undefined);
  for (let sent = 0; sent < 10; sent += 1) expect(await overLimit("192.0.2.1")).toBeUndefined();
  const waitSeconds = await overLimit("192.0.2.1");
  expect(waitSeconds).toBeGreaterThan(590);
  expect(waitSeconds).toBeLessThanOrEqual(600);
  expect(await overLimit("192.0.2.2")).toBeUndefined();
});

test("everybody together may send three hundred times in an hour", async () => {
  const overLimit = createOverLimit(undefined);
  for (let sent = 0; sent < 300; sent += 1)
    expect(await overLimit(`10.0.${sent >> 8}.${sent & 255}`)).toBeUndefined();
  expect(await overLimit("192.0.2.1")).toBeGreaterThan(3500);
});

test("IPv6 counts by network, however it is written", () => {
  const key = addressKey("2001:db8:0:1::5");
  expect(addressKey("2001:0DB8:0000:0001:ffff:1:2:3")).toBe(key);
  expect(addressKey("2001:db8:0:1:a::%eth0")).toBe(key);
  expect(addressKey("2001:db8:0:2::5")).not.toBe(key);
  expect(addressKey("::1")).toBe(addressKey("0:0:0:0::7"));
});

test("an IPv4 address is the same when IPv6 carries it, and is not stored as it is", () => {
  expect(addressKey("::ffff:192.0.2.1")).toBe(addressKey("192.0.2.1"));
  expect(addressKey("192.0.2.1")).not.toContain("192");
});
