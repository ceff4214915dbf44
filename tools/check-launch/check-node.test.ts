import { expect, test } from "vitest";
import { checkNode } from "./check-node.ts";

const now = new Date("2026-11-01");

const releases = [
  { version: "v25.1.0", date: "2026-10-20", security: true },
  { version: "v24.22.0", date: "2026-10-20", security: false },
  { version: "v24.10.0", date: "2026-06-01", security: true },
  { version: "v24.9.0", date: "2026-05-01", security: true },
  { version: "v20.20.0", date: "2025-09-01", security: true },
];

const check = (version: string, body = JSON.stringify(releases)) =>
  checkNode(version, now, async () => new Response(body));

test("a Node version with every fix of its release line passes, whatever other lines have", async () => {
  expect(await check("24.10.0")).toEqual([]);
  expect(await check("24.21.0")).toEqual([]);
});

test("a Node version without a security fix is a warning", async () => {
  expect(await check("24.9.0")).toEqual([
    { level: "warning", where: "Node", text: expect.stringContaining("naprawione w 24.10.0") },
  ]);
});

test.each(["20.20.0", "18.2.0"])(
  "Node %s, whose line had no release for a year, is out of support",
  async (version) => {
    expect(await check(version)).toEqual([
      { level: "warning", where: "Node", text: expect.stringContaining("nie dostaje już poprawek") },
    ]);
  },
);

test("offline or with another answer Node is unchecked", async () => {
  expect(await check("24.21.0", "<html>")).toMatchObject([{ level: "unchecked" }]);
  const offline = () => Promise.reject(new TypeError("fetch failed"));
  expect(await checkNode("24.21.0", now, offline)).toMatchObject([{ level: "unchecked" }]);
});
