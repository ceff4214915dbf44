#!/bin/bash
# Tests the arm64 package in an arm64 Debian, whose programs qemu runs: installation, setup, a publication with photographs, an enquiry,
# restart, upgrade. Services of trixie need qemu 10, as in the package qemu-user of trixie itself: QEMU says where it lies.
#   [QEMU=/usr/bin/qemu-aarch64] packaging/testing/try-arm64.sh trixie|bookworm dist/trainer-site_1.0.0_arm64.deb [FOLDER]
# Needs root, debootstrap, systemd-container and qemu-user-static. FOLDER (default /var/tmp/trainer-site-try) keeps the bare system.
set -euo pipefail
suite=${1:?trixie or bookworm} deb=$(realpath "${2:?a package}") folder=$(realpath -m "${3:-/var/tmp/trainer-site-try}")
here=$(dirname "$(realpath "$0")")
. "$here/common.sh"
. "$here/machines.sh"
cd "$here/../.."
base=$folder/base-arm64-$suite root=$folder/root-arm64 own=$folder/arm64 machine=10.77.0.2 formats=/proc/sys/fs/binfmt_misc
qemu=$(realpath "${QEMU:-/usr/bin/qemu-aarch64-static}")
trap 'end_machines; end' EXIT
end() {
	[ -z "${registered:-}" ] || echo -1 >"$formats/trial-aarch64"
	[ -z "${mounted:-}" ] || umount "$formats"
}
[ -e "$formats/register" ] || { mount -t binfmt_misc binfmt_misc "$formats" && mounted=1; }
if [ -n "${QEMU:-}" ] || ! grep -qs ^enabled "$formats/qemu-aarch64"; then
	# With F, the kernel keeps qemu open, and roots need none of their own; with O it hands on the opened program, which in the case of
	# trixie's systemd-executor has no path any more; P and C are as in Debian's own entry.
	printf %s ':trial-aarch64:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00:\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:'"$qemu:POCF" \
		>"$formats/register"
	registered=1
fi

echo "== an arm64 machine"
make_base "$base" "$suite" ca-certificates,systemd,systemd-sysv,dbus,iproute2,procps,debconf,caddy,curl --arch=arm64
[ "${ONLY_BASE:-}" = "" ] || exit 0
rm -rf "$root" "$own"
mkdir -p "$own"
cp -a --reflink=auto "$base" "$root"
cp "$deb" "$root/root/trainer-site_1.0.0_arm64.deb"
printf '127.0.0.1 localhost\n%s www.example.pl example.pl\n' "$machine" >"$root/etc/hosts"
# What units ask for and qemu cannot do: a user or network namespace, for any service; for trixie's systemd, a mount namespace either.
missing='PrivateUsers=no PrivateNetwork=no'
[ "$suite" = bookworm ] || missing+=' ImportCredential= ReadWritePaths= ProtectSystem=no ProtectHome=no PrivateTmp=no PrivateMounts=no PrivateDevices=no ProtectProc=default ProcSubset=all
	ProtectKernelLogs=no ProtectKernelModules=no ProtectKernelTunables=no ProtectControlGroups=no ProtectHostname=no ProtectClock=no PrivateIPC=no'
mkdir -p "$root/etc/systemd/system/service.d"
printf '%s\n' '[Service]' $missing >"$root/etc/systemd/system/service.d/qemu.conf"
# The next version: the same program, which publishes anew.
next=$own/next
dpkg-deb -R "$deb" "$next"
sed -i 's/^Version: .*/Version: 1.0.1/' "$next/DEBIAN/control"
sed -i 's/"version":"[^"]*"/"version":"1.0.1"/' "$next/usr/lib/trainer-site/program/package.json"
sed -i 's/"version":"[^"]*"/"version":"101aaaaaaaaa"/' "$next/usr/lib/trainer-site/program/build/code/code.json"
rm -f "$next/DEBIAN/md5sums"
dpkg-deb --build --root-owner-group -Zgzip -z1 "$next" "$root/root/trainer-site_1.0.1_arm64.deb" >/dev/null
rm -r "$next"
make_network "$machine www.example.pl example.pl"
BOOT_SECONDS=600 boot_machine arm64 "$root" "$machine"
check "it is one" says aarch64 on arm64 uname -m
on arm64 systemctl disable --now --quiet caddy || true
seconds() { local begun=$SECONDS; "$@"; echo "      after $((SECONDS - begun)) s"; }
page() { here curl -ksSf -m 60 "https://www.example.pl$1"; }

echo "== install and setup"
seconds check "the package installs" on arm64 apt-get install -qq -y --no-install-recommends /root/trainer-site_1.0.0_arm64.deb
seconds check "setup" on arm64 trainer-site setup www.example.pl
[ "$failures" = 0 ] || { on arm64 journalctl -u trainer-site --no-pager | tail -20; end_of_trial; }
on arm64 sh -c 'sed -i "0,/^{/s//{\n\tlocal_certs/" /etc/trainer-site/Caddyfile && systemctl restart caddy'
seconds check "a page through Caddy" within 120 says "Strona w przygotowaniu" page /
panel() { here env SITE_HOST="$machine" node_modules/.bin/node packaging/testing/try-panel.ts "$@"; }
check "a passkey" panel begin "$own/key.pem" "$(on arm64 trainer-site panel link | grep -oE 'https://[^ ]+/panel/start#[^ ]+')"

echo "== publications"
make_own_site "$root/root/own-site"
check "content of one's own" on arm64 trainer-site content /root/own-site
seconds check "a publication with photographs" says "jest opublikowana" on arm64 trainer-site publish
check "visitors see it" within 60 says "tel:+48600100200" page /kontakt
on arm64 sed -i 's/^telephone: .*/telephone: "600 700 800"/' /var/lib/trainer-site/content/site.yaml
photograph() { panel photograph "$own/key.pem" publishing/photos/testing/phone.heic; }
seconds check "a photograph from a phone (HEIC) and a publication in the panel" photograph
check "visitors see it" within 60 says "tel:+48600700800" page /kontakt

echo "== an enquiry"
enquire() { here curl -ksSf -m 60 -H 'Content-Type: application/json' -d '{"name":"Ala","phone":"600100200","message":"Dzień dobry","elapsedMs":20000}' https://www.example.pl/api/enquiries; }
check "is taken" enquire
check "the export has it" says Ala on arm64 trainer-site enquiries export
check "a full backup" on arm64 systemctl start trainer-site-backup

echo "== restart and upgrade"
seconds check "restarted" on arm64 systemctl restart trainer-site
check "visitors see the site" within 60 says "tel:+48600700800" page /kontakt
seconds check "the next version installs, with its rehearsal" on arm64 apt-get install -qq -y --no-install-recommends /root/trainer-site_1.0.1_arm64.deb
check "and runs" says '"version":"1.0.1"' on arm64 cat /usr/lib/trainer-site/current/package.json
check "visitors see the site" within 60 says "tel:+48600700800" page /kontakt
check "the enquiry is there" says Ala on arm64 trainer-site enquiries export
echo "      memory: $(on arm64 sh -c 'grep ^Rss: /proc/$(systemctl show -P MainPID trainer-site)/smaps_rollup') with qemu"
end_of_trial
