#!/bin/sh
# Root's part of updates (C9): `check` writes which version the repository offers, `install` installs it and writes how that went. It
# reads nothing from the site's user, whose request file only starts it; its state is in a folder of root's.
set -u
state=/var/lib/trainer-site-update
sources=/etc/apt/sources.list.d/trainer-site.sources
export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive

put() { # FILE LINE...: writes atomically
	file=$state/$1
	shift
	printf '%s\n' "$@" >"$file.new" && chmod 644 "$file.new" && mv "$file.new" "$file"
}

# Asks only this repository, with an ordinary apt request that does not identify the site.
check() {
	for _ in $(seq 60); do
		fault=
		apt-get update -q -o "Dir::Etc::sourcelist=$sources" -o Dir::Etc::sourceparts=- -o APT::Get::List-Cleanup=0 \
			-o APT::Update::Error-Mode=any >"$state/check.log" 2>&1 || fault=away
		# For its lists apt does not wait until the system's own check has ended.
		grep -q 'get lock' "$state/check.log" && sleep 5 || break
	done
	if [ -n "$fault" ] && grep -qiE 'expired|EXPKEYSIG|not live' "$state/check.log"; then fault=key-expired; fi
	if [ "$fault" = away ] && grep -qiE 'signature|signed|NO_PUBKEY|BADSIG' "$state/check.log"; then fault=signature; fi
	running=$(sed 's/.*"version":"\([^"]*\)".*/\1/' /usr/lib/trainer-site/current/package.json)
	offered=$(apt-cache policy trainer-site | sed -n 's/^  Candidate: //p')
	dpkg --compare-versions "$offered" gt "$running" || offered=
	news=
	[ -z "$offered" ] || news=$(apt-cache show "trainer-site=$offered" | sed -n 's/^News: //p' | head -n 1)
	put offer "offered: $offered" "news: $news" "checked: $(date +%s)" "fault: $fault" "key: $(sed -n 's/^# Key ends: //p' "$sources")"
}

# The line of the upgrade's output that is for the owner, without the full stop.
reason_after() { # BEGINNING
	tr -d '\r' <"$state/install.log" | sed -n "s/^$1: //p" | sed 's/ (powód wyżej)//; s/\.$//' | tail -n 1
}

install() {
	put progress "phase: installing" "at: $(date +%s)"
	check
	if [ -z "$fault" ] && [ -n "$offered" ]; then
		reason=apt
		# If a power cut has interrupted dpkg, apt does nothing until this is done.
		dpkg --force-confold --configure -a >/dev/null 2>&1
		apt-get install -q -y --only-upgrade -o DPkg::Lock::Timeout=900 -o Dpkg::Options::=--force-confold trainer-site \
			>"$state/install.log" 2>&1 || reason=$(reason_after 'Nowa wersja nie została uruchomiona')$(reason_after Przyczyna | sed 's/^/: /')
		# The running version shows whether it worked: apt may succeed without this upgrade.
		check
		fault=${offered:+${reason:-apt}}
	fi
	phase=done
	# While this runs, a request starts nothing, so there is at most one run a minute however often the file is written. A failure is told
	# afterwards, because then the button that asks for the next run is shown again.
	[ -z "$fault" ] || { phase=failed; sleep 60; }
	put progress "phase: $phase" "fault: $fault" "at: $(date +%s)"
	[ -n "$fault" ] || sleep 60
}

"$1"
