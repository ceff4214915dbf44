import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, renameSync, statSync, writeFileSync } from "node:fs";

export const paths = {
  lib: "/usr/lib/trainer-site",
  settings: "/etc/trainer-site/env",
  example: "/usr/share/trainer-site/env.example",
  data: "/var/lib/trainer-site",
  caddyfile: "/etc/trainer-site/Caddyfile",
  caddyDropIn: "/etc/systemd/system/caddy.service.d/trainer-site.conf",
};

export interface CommandResult {
  readonly status: number;
  readonly output: string;
}

/** Runs a system program and returns its output. The status is 127 if the program does not exist. */
export function run(program: string, words: readonly string[], timeoutMs = 60_000): CommandResult {
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    encoding: "utf8",
    timeout: timeoutMs,
  });
  if ((error as NodeJS.ErrnoException | undefined)?.code === "ENOENT") return { status: 127, output: "" };
  return { status: status ?? 1, output: `${stdout}${stderr}`.trim() };
}

/** The uid and gid for a child process: the owner of the data. Empty unless root runs this, because only root may set them. */
function asSiteUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const { uid, gid } = statSync(paths.data);
  return { uid, gid };
}

/** Changes the owner of a file or folder to the site's user. */
export function giveToSite(path: string): void {
  const { uid, gid } = asSiteUser();
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

/** Runs another `trainer-site` command in this terminal as the site's user. */
export function runAsSite(words: readonly string[], program = process.cwd()): number {
  const { node, args, options } = siteCommand(words, program);
  return spawnSync(node, args, { ...options, stdio: "inherit" }).status ?? 1;
}

/** Program, arguments and options that run a `trainer-site` command as the site's user, with the saved settings and `settings`. */
export function siteCommand(words: readonly string[], program: string, settings: NodeJS.ProcessEnv = {}) {
  const files = [`${program}/defaults.env`, paths.settings].filter((file) => existsSync(file));
  const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  const env = { PATH, HOME: paths.data, LANG: "C.UTF-8", ...settings };
  return {
    node: `${program}/bin/node`,
    args: [...files.map((file) => `--env-file=${file}`), "command/trainer-site.js", "/", ...words],
    options: { ...asSiteUser(), cwd: program, env },
  };
}

/** Writes root's file atomically. `ofSite` lets the site's group read it. */
export function writeAtomically(
  path: string,
  text: string,
  { mode, ofSite = false }: { mode: number; ofSite?: boolean },
): void {
  const partial = `${path}.partial`;
  writeFileSync(partial, text, { mode });
  if (ofSite) chownSync(partial, 0, statSync(paths.data).gid);
  chmodSync(partial, mode);
  renameSync(partial, path);
}
