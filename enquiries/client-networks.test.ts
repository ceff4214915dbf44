import { expect, test } from "vitest";
import { networksOf } from "./client-networks.server.ts";

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
