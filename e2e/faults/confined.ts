import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chownSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readSqlite, until } from "./evidence.ts";
import { startSite, withFolder } from "./site.ts";
import { newVisit, send } from "./visitors.ts";

const nobody = 65_534;
const skipped =
  "!!! SKIPPED: only root can make a file system read-only for one process, and nobody must be able to read Node and this folder";

/** Runs the site as systemd does: as `nobody`, without capabilities, on a file system that is read-only except for DATA_DIR. */
export async function confine(): Promise<string> {
  if (process.getuid?.() !== 0) return skipped;
  return withFolder(async (dataDir) => {
    chownSync(dataDir, nobody, nobody);
    const confined = confinement(dataDir);
    const [program = "", ...words] = confined;
    // Node may be in a folder that `nobody` cannot read.
    const reading = spawnSync(program, [...words, process.execPath, "--check", import.meta.filename]);
    if (reading.status !== 0) return skipped;
    assert.notEqual(
      spawnSync(program, [...words, "touch", "/tmp/confined"]).status,
      0,
      "nothing else can be written",
    );
    const site = await startSite({ dataDir }, confined);
    const status = readFileSync(`/proc/${site.pid}/status`, "utf8");
    assert.match(status, /^Uid:\t65534\t/m);
    assert.match(status, /^CapBnd:\t0+$/m);
    assert.match(status, /^NoNewPrivs:\t1$/m);
    assert.equal((await fetch(site.baseUrl)).status, 200);
    const invalid = await fetch(`${site.baseUrl}/kontakt`, { method: "POST", body: new URLSearchParams() });
    assert.equal(invalid.status, 422, "pages can be rendered");
    assert.equal(await send(site.baseUrl, newVisit()), 201);
    assert.equal(readSqlite(dataDir).enquiries.length, 1);
    assert.deepEqual((await site.health()).problems, []);
    const ofRoot = join(dataDir, "opinions.json");
    writeFileSync(ofRoot, "{}", { mode: 0o600 });
    // Health examines the folder every five seconds.
    await until("health tells", async () => (await site.health()).problems.includes("data-unreadable"));
    assert.equal(await site.stop(), 0);
    return "as nobody, without capabilities, everything read-only but DATA_DIR: pages, a rendered form, an enquiry, a record of root's told, a good end";
  });
}

/** Makes the project readable (not writable) for `nobody` even inside a closed folder such as /root. */
const openProject = [
  `mount --bind "$2" /mnt`,
  `mount -t tmpfs -o mode=755 none "$3"`,
  `mkdir -p "$2"`,
  `mount --bind /mnt "$2"`,
  `mount -o remount,bind,ro "$2"`,
].join(" && ");

/** The command prefix that confines a program. */
function confinement(dataDir: string): string[] {
  const project = process.cwd();
  const closed = closedAbove(project);
  const open = closed ? openProject : "true";
  const script = `mount --bind "$1" "$1" && ${open} && mount -o remount,bind,ro / && cd "$2" && shift 3 && exec "$@"`;
  const drop = ["--reuid", "--regid"].map((flag) => `${flag}=${nobody}`);
  const places = [dataDir, project, closed ?? ""];
  return [
    ...["unshare", "--mount", "--propagation", "private", "sh", "-c", script, "sh", ...places],
    ...["setpriv", ...drop, "--clear-groups", "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"],
  ];
}

/** The outermost ancestor of a path that other users may not enter. */
function closedAbove(path: string): string | undefined {
  if (dirname(path) === path) return undefined;
  return closedAbove(dirname(path)) ?? ((statSync(path).mode & 0o001) === 0 ? path : undefined);
}
