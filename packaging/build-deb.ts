import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import { chmodSync, lstatSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

/** Builds a package from a staged tree. The same tree and time give the same bytes. */
export function buildDeb(root: string, file: string, time: number): void {
  writeSums(root);
  for (const path of [...pathsIn(root), root]) setMode(root, path);
  const options = ["--root-owner-group", "-Zxz", "--threads-max=1"];
  // dpkg-deb also clamps later file times to this one.
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(time) };
  execFileSync("dpkg-deb", ["--build", ...options, root, file], {
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** Sets modes that do not depend on the umask. */
function setMode(root: string, path: string): void {
  const facts = lstatSync(path);
  if (facts.isSymbolicLink()) return;
  const isProgram = /^(?:DEBIAN\/(?:postinst|prerm|postrm|config)|usr\/bin\/.*|.*\/bin\/node)$/;
  chmodSync(path, facts.isDirectory() || isProgram.test(relative(root, path)) ? 0o755 : 0o644);
}

function writeSums(root: string): void {
  const sums = pathsIn(root)
    .map((path) => relative(root, path))
    .filter((path) => !path.startsWith("DEBIAN") && lstatSync(join(root, path)).isFile())
    .sort()
    .map((path) => `${hash("md5", readFileSync(join(root, path)))}  ${path}\n`);
  writeFileSync(join(root, "DEBIAN/md5sums"), sums.join(""));
}

function pathsIn(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" }).map((path) => join(root, path));
}
