import { spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";

/** Debian runs this program before a package starts its service; 101 forbids it. The tests start their own. */
const servicePolicy = "/usr/sbin/policy-rc.d";

/** Installs Debian packages as root on Debian, and nothing elsewhere. Their services are not started. */
export function installPackages(names: readonly string[]): void {
  if (names.length === 0 || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  console.log(`Installing for the tests: ${names.join(", ")}.`);
  runQuietly("apt-get", ["update", "-qq"]);
  const hadPolicy = existsSync(servicePolicy);
  if (!hadPolicy) writeFileSync(servicePolicy, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  const fast = ["-o", "Dpkg::Use-Pty=0", "-o", "Dpkg::Options::=--force-unsafe-io"];
  runQuietly("apt-get", ["install", "-y", "-qq", ...fast, "--no-install-recommends", ...names]);
  if (!hadPolicy) rmSync(servicePolicy);
}

/** Prints the command's output only if it fails, because apt is verbose. */
export function runQuietly(command: string, args: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C.UTF-8" };
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: "utf8", env });
  if (status !== 0) console.error(`${command} ${args.join(" ")} failed:`, error ?? `${stdout}${stderr}`);
}
