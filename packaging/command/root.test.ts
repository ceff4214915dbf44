import { spawnSync } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../publishing/testing/temporary-folder.ts";
import { freePort } from "../../server/testing/free-port.ts";

/** The site's user of these tests. */
const nobody = 65_534;

/** In place of the installed program: notes who ran it, with which words and how many bytes on standard input. */
const program = `
import { appendFileSync, readFileSync } from "node:fs";
const words = process.argv.slice(3);
const given = words.includes("-") ? readFileSync(0).length : null;
appendFileSync("/var/lib/trainer-site/calls", JSON.stringify({ user: process.getuid(), words, given }) + "\\n");
if (words[1] === "--stdout") process.stdout.write("the newest backup");
process.exitCode = Number(process.env["STATUS_" + words[0].replace("-", "_")] ?? 0);
`;

/**
 * In place of systemd: the service is a process that answers. A version marked `broken` does not start; `die` and `die-at-stop` kill
 * who asks.
 */
const systemctl = `#!/bin/sh
[ "$1" != is-active ] || [ ! -e /mnt/stopped ] || exit 3
[ "$1" != stop ] || [ ! -e /mnt/die-at-stop ] || { mv /mnt/die-at-stop /mnt/stopped; kill -9 $PPID; exit 1; }
[ "$1" = restart ] || exit 0
rm -f /mnt/stopped
[ ! -e /mnt/die ] || { rm /mnt/die; kill -9 $PPID; exit 1; }
[ ! -e /mnt/server ] || kill "$(cat /mnt/server)"
rm -f /mnt/server
[ ! -e /usr/lib/trainer-site/current/broken ] || exit 1
[ ! -e /mnt/dead ] || exit 1
[ ! -e /mnt/needs-copy ] || grep -q put-back /var/lib/trainer-site/calls || exit 1
"$NODE" -e "require(\\"http\\").createServer((_, answer) => answer.end(\\"{}\\")).listen($PORT, \\"127.0.0.1\\")" >/dev/null 2>&1 &
echo $! >/mnt/server
`;

/** Begins a script with such a service. */
const withService = (port: number) => `
mkdir /mnt/bin
echo '${systemctl}' >/mnt/bin/systemctl
chmod +x /mnt/bin/systemctl
mount -t tmpfs none /run
mkdir -p /run/systemd/system
export PATH=/mnt/bin:$PATH PORT=${port}
trap 'kill $(cat /mnt/server) 2>/dev/null' EXIT
`;

/** Makes the places of an installed site, whose program and data are made up, and files that only root may read. */
const machine = `
mount -t tmpfs none /var/lib
mkdir -m 700 /var/lib/trainer-site
chown ${nobody}:${nobody} /var/lib/trainer-site
mount -t tmpfs none /mnt
for place in usr/lib etc; do
	mkdir -p /mnt/$place/upper /mnt/$place/work
	mount -t overlay overlay -o lowerdir=/$place,upperdir=/mnt/$place/upper,workdir=/mnt/$place/work /$place
done
mkdir -p /usr/lib/trainer-site/program/bin /usr/lib/trainer-site/program/command /etc/trainer-site
cd /usr/lib/trainer-site/program
cp "$NODE" bin/node
cp "$FILES/program.js" command/trainer-site.js
touch /etc/trainer-site/env
mkdir -m 700 /mnt/roots /mnt/roots/folder /mnt/roots/folder/photos
for name in kopia.tar sala.jpg folder/site.yaml folder/photos/a.jpg; do echo "root's $name" >/mnt/roots/$name; done
chmod -R go= /mnt/roots
trainer_site() { "$NODE" "$COMMAND" /mnt/roots "$@"; }
calls() { cat /var/lib/trainer-site/calls; }
`;

/** Runs a script in a mount namespace with such a site, and returns what it printed. */
function onOwnMachine(script: string): { status: number | null; stdout: string; stderr: string } {
  const files = temporaryFolder();
  writeFileSync(join(files, "program.js"), program);
  copyFileSync("packaging/testing/try-swapping.mjs", join(files, "attacker.mjs"));
  return spawnSync("unshare", ["--mount", "sh", "-euc", machine + script], {
    encoding: "utf8",
    timeout: 240_000,
    env: {
      PATH: "/usr/sbin:/usr/bin:/sbin:/bin",
      FILES: files,
      NODE: process.execPath,
      COMMAND: resolve("packaging/command/trainer-site.ts"),
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    },
  });
}

const canMount =
  process.getuid?.() === 0 &&
  spawnSync("unshare", ["--mount", "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0;
if (!canMount) console.warn("Skipped: the commands of root, which only root can try, in a mount namespace.");

const callsIn = (stdout: string) =>
  stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as { user: number; words: string[]; given: number | null });

describe.runIf(canMount)("commands of root", () => {
  test("T23 while the site's user swaps folders and links, no file of root changes its owner, mode or content", () => {
    const { status, stdout, stderr } = onOwnMachine(`
      head -c 20M /dev/zero >/mnt/roots/folder/photos/large.jpg
      cp /mnt/roots/folder/photos/large.jpg /mnt/roots/kopia.tar
      mkdir /mnt/outside
      touch /mnt/outside/kopia.tar /mnt/outside/other
      looks() { find /mnt/roots /mnt/outside -printf '%p %u %g %m %T@\\n' | sort; find /mnt/roots /mnt/outside -type f | sort | xargs sha256sum; }
      before=$(looks)
      cp "$FILES/attacker.mjs" /mnt/attacker.mjs
      setpriv --reuid=${nobody} --regid=${nobody} --clear-groups bin/node /mnt/attacker.mjs /var/lib/trainer-site /mnt/outside &
      until [ -e /var/lib/trainer-site/swapped-ready ]; do sleep 0.1; done
      for words in "restore kopia.tar" "content folder" activate activate "backup ../backup.tar"; do
        trainer_site $words >&2 || true
      done
      trainer_site status || true
      kill $!
      [ "$before" = "$(looks)" ] || { looks; exit 1; }
      calls`);
    expect(`${status} ${status ? stdout + stderr : ""}`).toBe("0 ");
    const calls = callsIn(stdout);
    expect(calls.filter(({ user }) => user !== nobody)).toEqual([]);
    expect(calls.map(({ words }) => words.join(" ").replace(/enquiries-before-.*/, "…"))).toEqual([
      "put-back -",
      "put-content -",
      "copy-database /var/lib/trainer-site/…",
      "rehearse",
      "copy-database /var/lib/trainer-site/…",
      "make-backup --stdout",
    ]);
  });

  test("T23 files that only root can read reach the site's user whole", () => {
    const { stdout } = onOwnMachine(`
      trainer_site restore --yes kopia.tar 2>/dev/null || true
      trainer_site restore missing.tar 2>&1 || true
      trainer_site content folder
      calls
      trainer_site backup ../backup.tar && stat -c '%u %a' /mnt/backup.tar && cat /mnt/backup.tar
      trainer_site backup ../backup.tar 2>&1 || true`);
    expect(stdout).toContain("Nie ma pliku /mnt/roots/missing.tar.");
    expect(callsIn(stdout)).toEqual([
      { user: nobody, words: ["put-back", "-", "--yes"], given: "root's kopia.tar\n".length },
      { user: nobody, words: ["put-content", "-"], given: 10_240 },
    ]);
    expect(stdout).toContain("0 600\nthe newest backup");
    expect(stdout).toContain("Plik /mnt/backup.tar już istnieje");
  });

  test("T23 a path in the site's folder, which may be a link, is opened by the site's user", () => {
    const { stdout } = onOwnMachine(`
      for name in kopia.tar folder; do ln -s /mnt/roots/$name /var/lib/trainer-site/$name; done
      ln -s /var/lib/trainer-site /mnt/alias
      trainer_site restore /mnt/alias/kopia.tar 2>/dev/null || true
      trainer_site content /var/lib/trainer-site/folder
      calls
      trainer_site backup /var/lib/trainer-site/new.tar 2>&1 || ls /var/lib/trainer-site`);
    expect(callsIn(stdout)).toEqual([
      { user: nobody, words: ["put-back", "/mnt/alias/kopia.tar"], given: null },
      { user: nobody, words: ["put-content", "/var/lib/trainer-site/folder"], given: null },
    ]);
    expect(stdout).toContain("calls\nfolder\nkopia.tar\n");
  });

  test("an upgrade becomes current only after its rehearsal and a copy of the database", () => {
    const { stdout } = onOwnMachine(`
      version() { readlink /usr/lib/trainer-site/current; }
      try() { trainer_site activate 2>&1 || echo refused; }
      try
      first=$(version)
      for step in rehearse copy_database; do
        echo STATUS_$step=1 >/etc/trainer-site/env
        try
        [ "$(version)" = "$first" ] && echo "kept after $step"
      done
      : >/etc/trainer-site/env
      try
      [ "$(version)" != "$first" ] && echo upgraded
      ls /usr/lib/trainer-site/versions | wc -l
      calls`);
    expect(stdout).toMatch(/próba się nie udała.*\n.*\nrefused\nkept after rehearse\n/);
    expect(stdout).toMatch(/nie udało się zrobić kopii bazy.*\n.*\nrefused\nkept after copy_database\n/);
    expect(stdout).toMatch(/upgraded\n2\n/);
    expect(callsIn(stdout).map(({ words: [name] }) => name)).toEqual([
      "copy-database",
      "rehearse",
      "rehearse",
      "copy-database",
      "rehearse",
      "copy-database",
    ]);
  });

  test("an upgrade whose program does not start, even one that was interrupted, gives way to the version before, with the database that it can read", async () => {
    const { stdout } = onOwnMachine(`
      ${withService(await freePort())}
      version() { readlink /usr/lib/trainer-site/current; }
      trainer_site activate 2>&1
      first=$(version)
      calls
      touch broken
      upgrade() {
        echo next
        : >/var/lib/trainer-site/calls
        rm -f /mnt/needs-copy
        for mark; do touch /mnt/$mark; done
        case $* in *die*) trainer_site activate >&2 || echo killed ;; esac
        trainer_site activate 2>&1 || echo refused
        [ "$(version)" = "$first" ] && echo kept
        ls /usr/lib/trainer-site/versions | wc -l
        [ ! -e /mnt/server ] || echo running
        calls
      }
      upgrade
      upgrade needs-copy
      upgrade needs-copy die
      upgrade needs-copy die-at-stop
      upgrade needs-copy dead`);
    const [installed = "", simple = "", copied = "", ...others] = stdout.split("next\n");
    const dead = others.pop() ?? "";
    const wordsIn = (part: string) => callsIn(part).map(({ words }) => words);
    const back = /uruchomiona: nie odpowiadała prawidłowo\.\n.*\nrefused\nkept\n1\nrunning\n/;

    expect(installed).toContain("Działa nowa wersja programu.\n");
    expect(wordsIn(installed).map(([name]) => name)).toEqual(["copy-database", "reclaim"]);
    expect(simple).toMatch(back);
    expect(wordsIn(simple).map(([name]) => name)).toEqual(["rehearse", "copy-database"]);

    // The version before cannot read the new tables.
    expect(copied).toMatch(back);
    const [, [, copy] = [], putBack] = wordsIn(copied);
    expect(copy).toMatch(/^\/var\/lib\/trainer-site\/enquiries-before-upgrade-/);
    expect(putBack).toEqual(["put-back", copy, "--yes"]);

    // Killed while the service starts, and while it stops: it gives way to the last version that ran, with the database of then.
    expect(others).toHaveLength(2);
    for (const interrupted of others) {
      expect(interrupted).toMatch(/killed\n.*\n.*prawidłowo\.\n.*\nrefused\nkept\n1\nrunning\n/);
      const [, [, copy] = []] = wordsIn(interrupted);
      expect(wordsIn(interrupted)).toEqual([
        ["rehearse"],
        ["copy-database", copy],
        ["rehearse"],
        ["put-back", copy, "--yes"],
      ]);
    }

    // The version before does not start either.
    expect(dead).toMatch(/prawidłowo, a dotychczasowa się nie uruchamia: .*\n.*\nrefused\nkept\n1\n\{/);
    expect(wordsIn(dead).map(([name]) => name)).toEqual(["rehearse", "copy-database", "put-back"]);
  });

  test("where there are no hard links the service runs a copy", () => {
    const { stdout } = onOwnMachine(`
      mkdir /mnt/bin
      printf '%s\\n' '#!/bin/sh' '[ "$1" = -al ] && mkdir "$3" && exit 1' 'exec /bin/cp "$@"' >/mnt/bin/cp
      chmod +x /mnt/bin/cp
      export PATH=/mnt/bin:$PATH
      trainer_site activate
      ls /usr/lib/trainer-site/current`);
    expect(stdout).toBe("bin\ncommand\n");
  });

  test("a backup that is interrupted leaves no file that looks like one, and the next one is not disturbed", () => {
    const { stdout } = onOwnMachine(`
      mkdir /mnt/backups
      cp command/trainer-site.js /mnt/program.js
      echo 'console.log(process.pid); setTimeout(() => {}, 60_000);' >command/trainer-site.js
      "$NODE" "$COMMAND" /mnt/backups backup a.tar &
      until grep -q . /mnt/backups/*; do sleep 0.1; done
      kill $!
      wait $! || kill $(cat /mnt/backups/*)
      ls /mnt/backups
      cp /mnt/program.js command/trainer-site.js
      "$NODE" "$COMMAND" /mnt/backups backup a.tar
      ls /mnt/backups
      cat /mnt/backups/a.tar`);
    expect(stdout).toBe(
      "a.tar.partial\nTa sama kopia jest w pliku /mnt/backups/a.tar.\na.tar\nthe newest backup",
    );
  });

  test("the link to the panel is in the file named from the caller's folder, and only then said to be", async () => {
    const { stdout } = onOwnMachine(`
      ${withService(await freePort())}
      trainer_site setup www.example.pl --behind-proxy --link-file link.txt
      stat -c '%u %a' /mnt/roots/link.txt
      echo STATUS_panel=1 >>/etc/trainer-site/env
      trainer_site setup www.example.pl --behind-proxy --link-file link.txt || echo failed`);
    expect(stdout).toMatch(/jest w pliku \/mnt\/roots\/link\.txt, .*\n0 600\n/);
    expect(stdout).toMatch(/Strona działa pod adresem https:\/\/www\.example\.pl\.\nfailed\n$/);
  });

  test("another program on Caddy's ports is named when Caddy cannot start", async () => {
    const { stdout } = onOwnMachine(`
      ${withService(await freePort())}
      mkdir -p /mnt/usr/bin/upper /mnt/usr/bin/work
      mount -t overlay overlay -o lowerdir=/usr/bin,upperdir=/mnt/usr/bin/upper,workdir=/mnt/usr/bin/work /usr/bin
      touch /usr/bin/caddy Caddyfile
      mv /mnt/bin/systemctl /mnt/bin/other-systemctl
      printf '%s\\n' '#!/bin/sh' '[ "$1 $2" != "restart caddy" ] || exit 1' 'exec other-systemctl "$@"' >/mnt/bin/systemctl
      printf '%s\\n' '#!/bin/sh' "echo 'users:((\\"nginx\\",pid=7))'" >/mnt/bin/ss
      chmod +x /mnt/bin/systemctl /mnt/bin/ss
      trainer_site setup www.example.pl 2>&1 || true`);
    expect(stdout).toContain("zajmuje inny program: nginx.");
    expect(stdout).not.toContain("Caddy się nie uruchomił");
  });

  test("once somebody has changed Caddy's own file, Caddy starts from that again", async () => {
    const { stdout } = onOwnMachine(`
      ${withService(await freePort())}
      mkdir -p /mnt/usr/bin/upper /mnt/usr/bin/work
      mount -t overlay overlay -o lowerdir=/usr/bin,upperdir=/mnt/usr/bin/upper,workdir=/mnt/usr/bin/work /usr/bin
      touch /usr/bin/caddy Caddyfile /mnt/verified
      printf '%s\\n' '#!/bin/sh' 'cat /mnt/verified' >/mnt/bin/dpkg
      chmod +x /mnt/bin/dpkg
      trainer_site setup www.example.pl >/dev/null 2>&1 || true
      ls -A /etc/systemd/system/caddy.service.d
      echo changed
      echo '??5?????? c /etc/caddy/Caddyfile' >/mnt/verified
      mkdir -p /etc/caddy
      echo 'import /etc/trainer-site/*Caddyfile' >/etc/caddy/Caddyfile
      trainer_site setup www.example.pl >/dev/null 2>&1 || true
      ls -A /etc/systemd/system/caddy.service.d`);
    expect(stdout).toMatch(/^[\w.-]+\.conf\nchanged\n$/);
  });

  test("the status tells of Caddy only where setup has given it the site", () => {
    const { stdout } = onOwnMachine(`
      export DATA_DIR=/var/lib/trainer-site
      trainer_site status || true
      echo given
      touch /etc/trainer-site/Caddyfile
      trainer_site status || true`);
    const [before = "", after = ""] = stdout.split("given\n");
    expect(before).toContain("Wolne miejsce:");
    expect(before).not.toContain("Caddy:");
    expect(after).toMatch(/^Caddy: +nie działa/m);
  });

  test("settings of root are never open to others, and only the site's group reads them", () => {
    const { stdout } = onOwnMachine(`
      echo STATUS_own_content=1 >/etc/trainer-site/env
      trainer_site setup www.example.pl --behind-proxy 2>&1 || true
      stat -c '%u %g %a' /etc/trainer-site/env
      cat /etc/trainer-site/env
      calls`);
    expect(stdout).toContain(`0 ${nobody} 640\n`);
    expect(stdout).toContain("SITE_URL=https://www.example.pl\n");
    expect(stdout).toContain("Nie udało się przygotować treści.");
    expect(callsIn(stdout).map(({ words: [name] }) => name)).toEqual(["own-content"]);
  });
});
