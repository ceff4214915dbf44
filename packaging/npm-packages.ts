import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface LockedPackage {
  readonly version: string;
  readonly integrity: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Record<string, string>;
}

const lock = JSON.parse(readFileSync("package-lock.json", "utf8")).packages as Record<string, LockedPackage>;

const cacheDir = ".cache/npm-packages";

/** Unpacks an npm package for any platform, with the version and hash in the lock file. */
export function unpackPackage(name: string, folder: string): void {
  const { version, integrity } = lockedPackage(name);
  const file = join(cacheDir, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`);
  if (!existsSync(file)) {
    mkdirSync(cacheDir, { recursive: true });
    execFileSync("npm", ["pack", `${name}@${version}`, "--pack-destination", cacheDir, "--silent"]);
  }
  const found = `sha512-${hash("sha512", readFileSync(file), "base64")}`;
  if (found !== integrity) throw new Error(`${file} does not match the hash in the lock file: ${found}`);
  mkdirSync(folder, { recursive: true });
  execFileSync("tar", ["-xzf", file, "-C", folder, "--strip-components=1", "--no-same-owner"]);
}

function lockedPackage(name: string): LockedPackage {
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

/** What `files/copyright` lists: the npm packages in the built code, and our own license. */
export function licenses() {
  const own = readFileSync("LICENSE", "utf8").split("\n").slice(4);
  const packages = bundledPackages().map((name) => {
    const { version, license } = lockedPackage(name);
    return ` ${name} ${version}: ${license ?? "see NOTICES.gz"}`;
  });
  return { PACKAGES: packages.join("\n"), LICENSE: own.map((line) => ` ${line.trim() || "."}`).join("\n") };
}

/** License texts that must be distributed: those of Node, of the packages in `nodeModules`, and of bundled packages. */
export function notices(nodeModules: string): string {
  const native = readdirSync(join(nodeModules, "@img")).map((name) => `@img/${name}`);
  const texts = [
    ["Node.js", readFileSync(join(nodeModules, "node-LICENSE"), "utf8")],
    ...native.map((name) => [name, noticesIn(join(nodeModules, name))]),
    ...bundledPackages().map((name) => [name, noticesIn(join("node_modules", name))]),
  ];
  return texts.map(([name, text]) => `${"=".repeat(80)}\n${name}\n\n${text}`).join("\n\n");
}

function noticesIn(folder: string): string {
  const names = readdirSync(folder).filter((name) => /^(?:licen[cs]e|notice|copying)/i.test(name));
  // libvips lists its libraries' licenses in the README.
  if (names.length === 0 && existsSync(join(folder, "README.md"))) names.push("README.md");
  const texts = names.sort().map((name) => readFileSync(join(folder, name), "utf8").trim());
  return texts.join("\n\n");
}

/** What is bundled stands under `dependencies`, also what only browsers run. */
function bundledPackages(): string[] {
  const production = Object.entries(lock)
    .filter(([path, { dev, optional }]) => path.startsWith("node_modules/") && !dev && !optional)
    .map(([path]) => path.replace(/^.*node_modules\//, ""));
  return [...new Set(production)].filter((name) => existsSync(join("node_modules", name))).sort();
}
