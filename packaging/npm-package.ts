import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface LockedPackage {
  readonly version: string;
  readonly integrity: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Record<string, string>;
}

export const lock = JSON.parse(readFileSync("package-lock.json", "utf8")).packages as Record<
  string,
  LockedPackage
>;

const cacheDir = ".cache/npm-packages";

/** Unpacks an npm package for any platform, with the version and hash in the lock file. */
export function unpackPackage(name: string, folder: string): void {
  const { version, integrity } = lockedPackage(name);
  const file = join(cacheDir, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`);
  if (!existsSync(file)) {
    mkdirSync(cacheDir, { recursive: true });
    execFileSync("npm", ["pack", `${name}@${version}`, "--pack-destination", cacheDir, "--silent"]);
  }
  const hash = `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}`;
  if (hash !== integrity) throw new Error(`${file} does not match the hash in the lock file: ${hash}`);
  mkdirSync(folder, { recursive: true });
  execFileSync("tar", ["-xzf", file, "-C", folder, "--strip-components=1", "--no-same-owner"]);
}

export function lockedPackage(name: string): LockedPackage {
  const locked = lock[`node_modules/${name}`];
  if (locked === undefined) throw new Error(`The lock file has no ${name}`);
  return locked;
}

/** The packages with all their dependencies at the top level of `node_modules`. */
export function withDependencies(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    if (found.has(name) || lock[`node_modules/${name}`] === undefined) continue;
    found.add(name);
    withDependencies(Object.keys(lockedPackage(name).dependencies ?? {}), found);
  }
  return found;
}
