import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import { globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Origin and label of the repository. They never change: apt asks about a change, and unattended-upgrades selects by them. */
export const repositoryName = "trainer-site";

/** The file for `/etc/apt/sources.list.d`: the repository's address and the only key that may sign it. */
export function sourcesFile(url: string, key: string): string {
  const gpg = (...words: string[]) => execFileSync("gpg", ["--batch", ...words], { encoding: "utf8" });
  const armored = gpg("--armor", "--export-options", "export-minimal", "--export", key);
  if (armored === "") throw new Error(`gpg has no key ${key}`);
  // When the primary key expires, in seconds; empty if never.
  const ends = /^pub:(?:[^:]*:){5}(\d*):/m.exec(gpg("--with-colons", "--list-keys", key))?.[1] ?? "";
  const lines = armored.trim().split("\n");
  return [
    "# Updates of the trainer's website.",
    `# Key ends: ${ends}`,
    "Types: deb",
    `URIs: ${url}`,
    "Suites: ./",
    "Signed-By:",
    ...lines.map((line) => ` ${line || "."}`),
    "",
  ].join("\n");
}

/** Signs an index of all packages in a folder, which any web server can then serve. Throws if gpg lacks the key or it has expired. */
export function signRepository(folder: string, { key, now }: { key: string; now: Date }): void {
  const debs = globSync("*.deb", { cwd: folder }).sort();
  const packages = debs.map((name) => indexEntry(folder, name)).join("\n");
  writeFileSync(join(folder, "Packages"), packages);
  const release = [
    `Origin: ${repositoryName}`,
    `Label: ${repositoryName}`,
    "Suite: stable",
    "Codename: stable",
    `Date: ${now.toUTCString().replace("GMT", "UTC")}`,
    "SHA256:",
    ` ${hash("sha256", packages)} ${Buffer.byteLength(packages)} Packages`,
    "",
  ].join("\n");
  const signed = join(folder, "InRelease");
  execFileSync("gpg", ["--batch", "--yes", "--local-user", key, "--clearsign", "--output", signed], {
    input: release,
    stdio: ["pipe", "inherit", "inherit"],
  });
}

function indexEntry(folder: string, name: string): string {
  const file = join(folder, name);
  const control = execFileSync("dpkg-deb", ["--field", file], { encoding: "utf8" }).trimEnd();
  const { size } = statSync(file);
  return `${control}\nFilename: ./${name}\nSize: ${size}\nSHA256: ${hash("sha256", readFileSync(file))}\n`;
}
