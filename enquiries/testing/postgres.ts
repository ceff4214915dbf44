import { execFileSync, spawn, spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempDisposableSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { freePort } from "../../server/testing/free-port.ts";

export type TestPostgres = { url: string; stop(): Promise<void> };

type User = { uid: number; gid: number } | undefined;

/**
 * Starts a real PostgreSQL on a free port in a temporary folder. Undefined, with a warning, if there is none: `npm test` installs it as
 * root on Debian. `fsync: true` is for measurements; tests do not need it.
 */
export async function startPostgres({ fsync = false } = {}): Promise<TestPostgres | undefined> {
  const binaries = findBinaries();
  if (!binaries) {
    console.error(
      "!!! NO POSTGRESQL ON THIS MACHINE: its half of the tests is skipped (apt-get install postgresql)",
    );
    return undefined;
  }
  const user = userForServer();
  const folder = mkdtempSync(join(tmpdir(), "enquiries-postgres-"));
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  const place = { cwd: folder, ...user };
  const initdb = ["--username=postgres", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C"];
  // A folder like Homebrew's holds another version after an update.
  const version = execFileSync(join(binaries, "postgres"), ["--version"], { encoding: "utf8" });
  const made = hash("sha256", JSON.stringify([version, initdb, process.getuid?.()])).slice(0, 12);
  const cluster = resolve("node_modules/.cache", `postgres-${made}`);
  if (existsSync(cluster)) copy(cluster, data);
  else {
    execFileSync(join(binaries, "initdb"), ["-D", data, ...initdb], { ...place, stdio: "ignore" });
    keep(data, cluster);
  }

  const port = await freePort();
  const local = ["--listen_addresses=127.0.0.1", "--unix_socket_directories="];
  const settings = [`--port=${port}`, `--fsync=${fsync ? "on" : "off"}`, ...local];
  const postgres = [join(binaries, "postgres"), "-D", data, ...settings];
  // PostgreSQL would outlive a killed test, so a shell watches: its input closes when the test ends.
  const watched = ["-c", '"$@" & cat; kill -QUIT $!; wait', "sh", ...postgres];
  const server = spawn("sh", watched, { ...place, stdio: ["pipe", "ignore", "ignore"] });
  const exited = new Promise((resolve) => server.once("exit", resolve));
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await untilReady(url);
  return {
    url,
    async stop() {
      server.stdin.end();
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Keeps a new cluster for later tests, because a copy takes a tenth of the time. */
function keep(data: string, cluster: string): void {
  try {
    mkdirSync(dirname(cluster), { recursive: true });
    using copied = mkdtempDisposableSync(`${cluster}-`);
    copy(data, join(copied.path, "data"));
    renameSync(join(copied.path, "data"), cluster);
  } catch {
    // Another test was faster, or the packages are another user's.
  }
}

/** With the owner, whom PostgreSQL insists on. */
const copy = (from: string, to: string) => execFileSync("cp", ["-a", from, to]);

/** The folder of PostgreSQL's programs. */
export function findBinaries(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const onPath = spawnSync("sh", ["-c", "command -v initdb"], { encoding: "utf8" }).stdout.trim();
  const folders = versions.map((version) => join(debian, version, "bin"));
  if (onPath) folders.push(dirname(onPath));
  return folders.find((folder) => existsSync(join(folder, "postgres")) && existsSync(join(folder, "initdb")));
}

/** PostgreSQL refuses to run as root. */
function userForServer(): User {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

async function untilReady(url: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (attempt === 200) throw error;
      await sleep(50);
    }
  }
}
