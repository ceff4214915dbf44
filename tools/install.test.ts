import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Record<string, { version: string; integrity?: string; hasInstallScript?: boolean }>;
};
const installed = Object.entries(packages).filter(([folder]) => folder !== "");

test("the lock file has a hash for every installed package, including Node itself", () => {
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"))).toEqual([]);
  for (const platform of ["linux-x64", "linux-arm64", "win-x64"]) {
    expect(packages[`node_modules/node-${platform}`]?.version).toMatch(/^24\./);
  }
});

test("no package needs an install script, and npm runs none", () => {
  expect(installed.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
  expect(readFileSync(".npmrc", "utf8")).toMatch(/^ignore-scripts=true$/m);
});
