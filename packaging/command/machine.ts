import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";

export { fail } from "../../tools/publish/fail.ts";

export const paths = {
  lib: "/usr/lib/trainer-site",
  settings: "/etc/trainer-site/env",
  example: "/usr/share/trainer-site/env.example",
  data: "/var/lib/trainer-site",
  caddyfile: "/etc/trainer-site/Caddyfile",
  caddyDropIn: "/etc/systemd/system/caddy.service.d/trainer-site.conf",
};

/** Runs a system program and returns its output, which is empty if the program does not exist. */
export function run(program: string, args: readonly string[], timeoutMs = 60_000) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", timeout: timeoutMs });
  return { status: status ?? 1, output: `${stdout ?? ""}${stderr ?? ""}`.trim() };
}

/**
 * The site's user, who owns the data; undefined unless root runs this. Root never touches anything below
 * `paths.data`, because an attacker in the site may put a link there at any moment. Processes of the site's user do that.
 */
export function siteUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = statSync(paths.data);
  if (uid === 0) throw new Error(`${paths.data} belongs to root instead of the site's user`);
  return { uid, gid };
}

/** Gives up root's rights for the rest of this process. */
export function becomeSiteUser(): void {
  const user = siteUser();
  if (user === undefined) return;
  process.umask(0o077);
  process.setgroups?.([]);
  process.setgid?.(user.gid);
  process.setuid?.(user.uid);
}

interface AsSiteOptions {
  /** The folder of the program; that of this process if left out. */
  readonly program?: string;
  /** File descriptors of the child process; this terminal if left out. The site's user may read and write what root opened. */
  readonly stdin?: number;
  readonly stdout?: number;
}

/** Runs another `trainer-site` command as the site's user, with the saved settings; returns its exit status. */
export function runAsSite(words: readonly string[], { program, stdin = 0, stdout = 1 }: AsSiteOptions = {}) {
  const { node, args, options } = siteCommand(words, program);
  return spawnSync(node, args, { ...options, stdio: [stdin, stdout, 2] }).status ?? 1;
}

export function siteCommand(args: readonly string[], program = process.cwd()) {
  const files = [`${program}/defaults.env`, paths.settings].filter((file) => existsSync(file));
  const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  // In a container, where nobody is root, the settings come from the environment.
  const given = process.getuid?.() === 0 ? {} : process.env;
  const env = { ...given, PATH, HOME: paths.data, LANG: "C.UTF-8" };
  return {
    node: `${program}/bin/node`,
    args: [...files.map((file) => `--env-file=${file}`), "command/trainer-site.js", "/", ...args],
    options: { ...siteUser(), cwd: program, env },
  };
}
