#!/bin/bash
# Tests a package in a fresh, booted Debian: installs, sets up, upgrades, breaks, downgrades, moves, removes and purges it.
#   [BEFORE=older.deb] [MEMORY=512M] packaging/testing/try.sh trixie|bookworm dist/trainer-site_1.0.0_amd64.deb [FOLDER]
# BEFORE is installed first and upgraded. MEMORY limits the machine if this system has the memory controller of cgroup v1.
# Needs root, debootstrap and systemd-container. FOLDER (default /var/tmp/trainer-site-try) keeps the bare system for the next run.
set -euo pipefail
suite=${1:?trixie or bookworm} deb=$(realpath "${2:?a package}") folder=$(realpath -m "${3:-/var/tmp/trainer-site-try}")
base=$folder/base-$suite root=$folder/root-$suite debs=$folder/debs
here=$(dirname "$(realpath "$0")")
mkdir -p "$debs"
. "$here/common.sh"
cd "$here/../.."

# Builds a variant of $deb with another version and a line at the top of its server.
variant() { # VERSION LINE
	local work file=$debs/trainer-site_$1.deb
	[ "$file" -nt "$deb" ] || {
		work=$(mktemp -d)
		dpkg-deb -R "$deb" "$work"
		sed -i "/^News: /d; s/^Version: .*/Version: $1\nNews: Szybsze zdjęcia w $1./" "$work/DEBIAN/control"
		local program=$work/usr/lib/trainer-site/program
		sed -i "s/\"version\":\"[^\"]*\"/\"version\":\"$1\"/" "$program/package.json"
		printf '%s\n' "$2" | cat - "$program/build/code/main.js" >"$work/main.js"
		mv "$work/main.js" "$program/build/code/main.js"
		# A changed renderer makes the program publish all pages again.
		sed -i "s/\"version\":\"[^\"]*\"/\"version\":\"${1//[.~]/}aaaaaaaaa\"/" "$program/build/code/code.json"
		# Adds a migration, for variants whose tables the previous version must not be able to read.
		[ -z "${3:-}" ] || sed -i "s/\"0003-reminder-emails\":{/\"9999-later\":{up:async()=>{$3}},&/" "$program"/{build/code,build/code/parts,command/parts}/*.js
		rm -f "$work/DEBIAN/md5sums"
		dpkg-deb --build --root-owner-group -Zgzip -z1 "$work" "$file" >/dev/null
		rm -r "$work"
	}
	cp "$file" "$root/root/"
}

group=/sys/fs/cgroup/memory/trainer-site-try-$suite
limit_memory() { # BYTES
	[ -d /sys/fs/cgroup/memory ] || return 0
	mkdir -p "$group"
	echo "$1" >"$group/memory.limit_in_bytes"
}
tell_memory() {
	[ -d "$group" ] || { echo "      memory: not limited, this system cannot"; return; }
	echo "      the whole machine in ${MEMORY:-512M}: programs held $(sort -n "$folder/held-$suite" | tail -1 | awk '{print int($1 / 1e6)}') MB at the most," \
		"ended for want of memory: $(awk '/^oom_kill /{print $2}' "$group/memory.oom_control")"
}

boot() {
	limit_memory "${MEMORY:-512M}"
	(
		[ ! -d "$group" ] || echo "$BASHPID" >"$group/cgroup.procs"
		exec systemd-nspawn --quiet --boot --private-network --register=no --keep-unit --settings=no -D "$root" >"$folder/console-$suite.log" 2>&1
	) &
	nspawn=$!
	(while sleep 0.5 && kill -0 "$nspawn"; do awk '/^total_rss /{print $2}' "$group/memory.stat"; done) >"$folder/held-$suite" 2>/dev/null &
	for _ in $(seq 200); do
		leader=$(pgrep -P "$nspawn" | head -1 || true)
		[ -z "$leader" ] || ! [[ $(in_root systemctl is-system-running 2>/dev/null) =~ ^(running|degraded)$ ]] || return 0
		sleep 1
	done
	echo "the machine does not boot: $folder/console-$suite.log" >&2
	exit 1
}

in_root() (
	[ ! -d "$group" ] || echo "$BASHPID" >"$group/cgroup.procs"
	exec nsenter -t "$leader" -m -u -i -n -p -C -r -w -- env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 HOME=/root TERM=dumb DEBIAN_FRONTEND=noninteractive "$@"
)

stop_machine() {
	[ -z "${leader:-}" ] || kill -s RTMIN+4 "$leader" 2>/dev/null || true
	wait "$nspawn" 2>/dev/null || true
	leader=
}
end() {
	[ -z "${leader:-}" ] || kill -KILL "$leader" 2>/dev/null || true
	[ -z "${mail_server:-}" ] || kill "$mail_server" 2>/dev/null || true
	wait
	[ ! -d "$group" ] || rmdir "$group"
}
trap end EXIT

# Acts as the owner's phone, with a program of this machine in the other machine's network.
panel() { nsenter -t "$leader" -n -- node_modules/.bin/node packaging/testing/try-panel.ts "$@"; }
panel_link() { in_root trainer-site panel link | grep -oE 'https://[^ ]+/panel/start#[^ ]+'; }
# The commands of the guide's chapter on the server, except those for another computer or an editor.
guide() { sed -n '/^## 5\. /,/^## 6\. /p' docs/instalacja.md | sed -n '/^```sh$/,/^```$/p' | grep -vE '^(```|scp|ssh|nano)'; }
ask() { in_root curl -fsS -m 10 "http://127.0.0.1:3000$1"; }
secure() { in_root curl -ksS -m 20 --resolve www.example.pl:443:127.0.0.1 "https://www.example.pl$1"; }
running() { in_root sh -c 'sed s/.*version\":\"// /usr/lib/trainer-site/current/package.json | cut -d\" -f1'; }
runs() { [ "$(running)" = "$1" ] && ask / >/dev/null && secure / | grep -q '</html>'; }
count() { in_root trainer-site enquiries export | grep -c "$1"; }
publications() { in_root trainer-site history | grep -oE '[0-9TZ-]{24}-[0-9a-f]+'; }
enquire() { # NAME
	in_root curl -fsS -m 20 -H 'Content-Type: application/json' -d "{\"name\":\"$1\",\"phone\":\"600100200\",\"message\":\"Dzień dobry, $1\",\"elapsedMs\":20000}" http://127.0.0.1:3000/api/enquiries >/dev/null
}
. "$here/try-steps.sh"
end_of_trial
