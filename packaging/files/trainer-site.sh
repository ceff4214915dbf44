#!/bin/sh
# Runs the installed program with its settings. File arguments are relative to the caller's directory.
set -eu
program=/usr/lib/trainer-site/current
[ -d "$program" ] || program=/usr/lib/trainer-site/program
case $(id -un) in
root | trainer-site) ;;
*)
	echo "To polecenie wydaje root: sudo trainer-site $*" >&2
	exit 1
	;;
esac
from=$PWD
cd "$(readlink -f "$program")"
set -- command/trainer-site.js "$from" "$@"
[ ! -e /etc/trainer-site/env ] || set -- --env-file=/etc/trainer-site/env "$@"
exec bin/node --env-file=defaults.env "$@"
