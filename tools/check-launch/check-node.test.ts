import { expect, test } from "vitest";
import { checkNode } from "./check-node.ts";
import { type LookUp, LookUpError } from "./look-up.ts";

const now = new Date("2026-11-01");

function lookUp(releases: Awaited<ReturnType<LookUp["nodeReleases"]>> | Error, online = true): LookUp {
  return {
    txt: async () => [],
    isOnline: async () => online,
    async nodeReleases() {
      if (releases instanceof Error) throw releases;
      return releases;
    },
  };
}

const releases = [
  { version: "25.1.0", security: true },
  { version: "24.22.0", security: false },
  { version: "24.10.0", security: true },
  { version: "24.9.0", security: true },
];

test("a Node version with every fix of its release line passes, whatever other lines have", async () => {
  expect(await checkNode("24.10.0", lookUp(releases), now)).toEqual([]);
  expect(await checkNode("24.21.0", lookUp(releases), now)).toEqual([]);
});

test("a Node version without a security fix is a warning", async () => {
  expect(await checkNode("24.9.0", lookUp(releases), now)).toEqual([
    { level: "warning", where: "Node", text: expect.stringContaining("naprawione w 24.10.0") },
  ]);
});

test.each(["20.19.0", "23.4.0", "18.2.0"])("Node %s is out of support", async (version) => {
  expect(await checkNode(version, lookUp(releases, false), now)).toEqual([
    { level: "warning", where: "Node", text: expect.stringContaining("nie dostaje już poprawek") },
  ]);
});

test("support of a release line ends on its day", async () => {
  expect(await checkNode("24.21.0", lookUp(releases), new Date("2028-05-02"))).toMatchObject([
    { level: "warning" },
  ]);
});

test("offline or without an answer Node is unchecked", async () => {
  expect(await checkNode("24.21.0", lookUp(releases, false), now)).toMatchObject([{ level: "unchecked" }]);
  expect(await checkNode("24.21.0", lookUp(new LookUpError("nodejs.org: 503")), now)).toMatchObject([
    { level: "unchecked" },
  ]);
});
