# What the trials share. Sourced by each; they need root, debootstrap and, for machines, systemd-container.
failures=0

# A bare Debian made by debootstrap, kept for the next run.
make_base() { # FOLDER SUITE PACKAGES [DEBOOTSTRAP-OPTION...]
	[ ! -d "$1" ] || return 0
	local mirror
	# Either place may be missing, or name no mirror.
	mirror=$({ grep -hoE '^(URIs:|deb) +[^ ]+/debian/?( |$)' /etc/apt/sources.list.d/*.sources /etc/apt/sources.list 2>/dev/null || true; } | awk '{print $2; exit}')
	rm -rf "$1.partial"
	debootstrap --variant=minbase --include="$3" "${@:4}" "$2" "$1.partial" "${mirror:-http://deb.debian.org/debian}" >"$1.log"
	mv "$1.partial" "$1"
}

# Content of somebody's own, with an hour for every hour of the day.
make_own_site() { # FOLDER
	cp -r content/start "$1"
	mkdir -p "$1/photos"
	cp content/photos/*.jpg "$1/photos"
	sed -i 's/Imię Nazwisko/Ewa Nowak/' "$1/site.yaml"
	echo 'telephone: "600 100 200"' >>"$1/site.yaml"
	printf 'services:\n  - id: trening\n    name: Trening\n    price: { amount: 150, unit: za trening }\n' >>"$1/oferta.yaml"
	{
		printf 'slots:\n  heading: Wolne terminy\n  service: trening\n  noticeHours: 24\n  pauseMinutes: 0\n  daysAhead: 21\n  times:\n'
		for hour in $(seq 7 20); do printf '    - { days: [ Mo, Tu, We, Th, Fr, Sa, Su ], time: "%s:00", kind: talk, minutes: 30 }\n' "$hour"; done
	} >>"$1/kontakt.yaml"
}

check() { # WHAT COMMAND...
	local what=$1 output
	shift
	if output=$("$@" 2>&1); then echo "ok    $what"; else
		echo "FAIL  $what"
		sed 's/^/        /' <<<"$output" | tail -15 | cut -c1-300
		failures=$((failures + 1))
	fi
}
fails() { if "$@"; then return 1; fi; }
says() { # WORDS COMMAND...
	local words=$1 output
	shift
	output=$("$@" 2>&1) || true
	grep -q -- "$words" <<<"$output" || { echo "$output"; return 1; }
}
# Runs a command once a second until it succeeds.
within() { # SECONDS COMMAND...
	local end=$((SECONDS + $1)) output
	shift
	until output=$("$@" 2>&1); do
		[ "$SECONDS" -lt "$end" ] || { echo "$output"; return 1; }
		sleep 1
	done
}
end_of_trial() { [ "$failures" = 0 ] && echo "all of it succeeded" || { echo "$failures failed"; exit 1; }; }
