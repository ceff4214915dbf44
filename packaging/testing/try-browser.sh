#!/bin/bash
# Tests a package's files, run by its own Node, with the browser tests and the fault tests' confined scenario.
#   packaging/testing/try-browser.sh dist/trainer-site_1.0.0_amd64.deb [public|panel|confined]
# Needs root and everything that npm test needs.
set -euo pipefail
deb=$(realpath "${1:?a package}") part=${2:-}
cd "$(dirname "$(realpath "$0")")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
dpkg-deb -x "$deb" "$work/root"
program=$work/root/usr/lib/trainer-site/program

# The sample site, published by the package.
install -d -o nobody "$work/data" "$work/build"
cp -r "$program/cache" "$work/cache"
chown -R nobody "$work/cache"
(cd "$program" && env DATA_DIR="$work/data" CACHE_DIR="$work/cache" setpriv --reuid=nobody --regid=nogroup --clear-groups \
	bin/node command/trainer-site.js / publish)
cp -r "$work/data/releases/current/." "$work/build/site"
ln -s "$program/build/code" "$work/build/code"

export BUILD_DIR=$work/build CACHE_DIR=$work/cache PATH=$program/bin:$PATH
playwright() { node node_modules/@playwright/test/cli.js test "$@"; }
[ -n "$part" ] && [ "$part" != public ] ||
	playwright e2e/{routes,no-javascript,enquiry,service-worker}.spec.ts
[ -n "$part" ] && [ "$part" != panel ] ||
	playwright e2e/panel{,-photos,-publish}.spec.ts -g 'P2.1 P2.2|P5.3 a photograph|P7.1'
[ -n "$part" ] && [ "$part" != confined ] || node e2e/faults/run.ts --short unprivileged
