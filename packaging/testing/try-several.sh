#!/bin/bash
# Tests the site on two machines: two booted Debians with the package, one PostgreSQL, nginx with deploy/nginx.conf between, the panel on one.
#   packaging/testing/try-several.sh trixie|bookworm dist/trainer-site_1.0.0_amd64.deb [FOLDER]
# Needs root, debootstrap, systemd-container, nginx, postgresql and npm ci. FOLDER (default /var/tmp/trainer-site-try) keeps the bare system.
set -euo pipefail
suite=${1:?trixie or bookworm} deb=$(realpath "${2:?a package}") folder=$(realpath -m "${3:-/var/tmp/trainer-site-try}")
mkdir -p "$folder"
here=$(dirname "$(realpath "$0")")
. "$here/common.sh"
. "$here/machines.sh"
cd "$here/../.."
base=$folder/base-several-$suite own=$folder/several
declare -A address=([one]=10.77.0.11 [other]=10.77.0.12)
export DATABASE_URL=postgres://postgres@10.77.0.1/postgres SITE_HOST=10.77.0.1
trap 'end_machines; end' EXIT
end() {
	touch "$own/end"
	for pid in ${proxy:-}; do kill "$pid" 2>/dev/null || true; done
	[ ! -e "$own/postgres/postmaster.pid" ] || kill -INT "$(head -1 "$own/postgres/postmaster.pid")" 2>/dev/null || true
	wait 2>/dev/null || true
}
node() { here env PATH="$PATH" node_modules/.bin/node "$@"; }
load() { node packaging/testing/try-load.ts "$@"; }
panel() { node packaging/testing/try-panel.ts "$@"; }
page() { here curl -ksS -m 20 "https://www.example.pl$1"; }
page_of() { here curl -sS -m 20 -H 'Host: www.example.pl' "http://${address[$1]}:3000$2"; }

echo "== PostgreSQL, nginx and two machines"
make_base "$base" "$suite" ca-certificates,systemd,systemd-sysv,dbus,iproute2,procps,debconf,curl,rsync
rm -rf "$own" "$folder"/root-{one,other}
mkdir -p "$own/nginx"
make_network "10.77.0.1 www.example.pl example.pl"
programs=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)
install -d -o nobody "$own/postgres"
as_nobody() { here setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"; }
(cd / && as_nobody "$programs/initdb" -D "$own/postgres" -U postgres --auth=trust -E UTF8 --locale=C >"$own/initdb.log")
echo 'host all all 10.77.0.0/24 trust' >>"$own/postgres/pg_hba.conf"
(cd / && as_nobody "$programs/postgres" -D "$own/postgres" -c listen_addresses=10.77.0.1 -c unix_socket_directories= >"$own/postgres.log" 2>&1) &
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=www.example.pl -addext subjectAltName=DNS:www.example.pl \
	-keyout "$own/key.pem" -out "$own/cert.pem" -days 30 2>/dev/null
# The changes that docs/deploy/several-machines.md names.
sed "s,/etc/letsencrypt/live/www.example.pl/fullchain.pem,$own/cert.pem,; s,/etc/letsencrypt/live/www.example.pl/privkey.pem,$own/key.pem,
	/^upstream trainer_site {/,/^}/s,^    server .*,    server ${address[one]}:3000 max_fails=2 fail_timeout=5s;\n    server ${address[other]}:3000 max_fails=2 fail_timeout=5s;,
	/^upstream trainer_site_panel {/,/^}/s,127.0.0.1:3000,${address[one]}:3000,; /listen \[::\]/d; s,/var/log/nginx/error.log,$own/nginx/error.log," \
	deploy/nginx.conf >"$own/nginx/site"
echo "user root; daemon off; pid $own/nginx/pid; error_log $own/nginx/error.log; events { worker_connections 1024; }
	http { include /etc/nginx/mime.types; client_body_temp_path $own/nginx/b; proxy_temp_path $own/nginx/p; include $own/nginx/site; }" >"$own/nginx/main"
check "nginx accepts deploy/nginx.conf" here nginx -t -p "$own/nginx" -c "$own/nginx/main"
spawn nginx -p "$own/nginx" -c "$own/nginx/main" 2>/dev/null &
proxy=$!
make_machine() { # NAME
	cp -a --reflink=auto "$base" "$folder/root-$1"
	cp "$deb" "$folder/root-$1/root/trainer-site.deb"
	printf '127.0.0.1 localhost\n10.77.0.1 www.example.pl example.pl\n' >"$folder/root-$1/etc/hosts"
}
start_machine() { boot_machine "$1" "$folder/root-$1" "${address[$1]}"; }
for name in one other; do make_machine "$name" && start_machine "$name"; done
settings() { # NAME
	on "$1" cp /usr/share/trainer-site/env.example /etc/trainer-site/env
	on "$1" sh -c "printf '%s\n' 'DATABASE_URL=$DATABASE_URL' HOST=${address[$1]} TRUSTED_PROXIES=10.77.0.1 ENQUIRY_LIMITS=off CANARY=off >>/etc/trainer-site/env"
}
for name in one other; do
	check "$name: the package installs" on "$name" apt-get install -qq -y --no-install-recommends /root/trainer-site.deb
	settings "$name"
	check "$name: setup" on "$name" trainer-site setup --behind-proxy www.example.pl
done
check "one hands its publications out" on one systemctl enable --now --quiet "trainer-site-releases@${address[one]}"
check "the other takes them over" on other systemctl enable --now --quiet "trainer-site-releases-from@${address[one]}.timer"
check "a passkey, through nginx" panel begin "$own/key-one.pem" "$(on one trainer-site panel link | grep -oE 'https://[^ ]+/panel/start#[^ ]+')"

echo "== a publication"
site=$folder/root-one/root/own-site
make_own_site "$site"
check "content of one's own" on one trainer-site content /root/own-site
check "published on one" says "jest opublikowana" on one trainer-site publish
check "the other shows it too" within 90 says "tel:+48600100200" page_of other /kontakt
same() { [ "$(readlink "$folder/root-one/var/lib/trainer-site/releases/current")" = "$(readlink "$folder/root-other/var/lib/trainer-site/releases/current")" ]; }
check "it is the same publication" same
telephone() { on one sed -i "s/^telephone: .*/telephone: \"$1\"/" /var/lib/trainer-site/content/site.yaml; }
# Each writes its status when it has ended, because `check` runs in a shell of its own.
in_background() { # NAME COMMAND...
	local name=$1
	shift
	rm -f "$own/$name.status"
	(set +e; "$@" >"$own/$name.log" 2>&1; echo $? >"$own/$name.status") &
}
ends_well() { # NAME
	within 120 test -s "$own/$1.status" && [ "$(cat "$own/$1.status")" = 0 ] || { tail -30 "$own/$1.log"; return 1; }
}
read_pages() { rm -f "$own/end"; in_background read load read "$own/end"; }
stop_reading() { touch "$own/end"; ends_well read; }
told() { sed 's/^/      /' "$own/read.log" | tail -1; }

echo "== a publication in the panel, while visitors read"
read_pages
telephone "600 200 300"
check "the panel, through nginx, publishes" panel publish "$own/key-one.pem"
check "the other shows it too" within 90 says "tel:+48600200300" page_of other /kontakt
check "no page failed" stop_reading
told

echo "== the machine with the panel loses its power during a publication"
read_pages
telephone "600 300 400"
(on one trainer-site publish >/dev/null 2>&1 || true) &
check "a publication is under way" within 60 test -d "$folder/root-one/var/lib/trainer-site/releases/unfinished"
kill_machine one
sleep 20
check "no page failed" stop_reading
told
check "visitors see what was published before" says "tel:+48600200300" page /kontakt
start_machine one
check "it is back" within 60 says "tel:+48600200300" page_of one /kontakt
check "the same passkey opens the panel, which publishes" panel publish "$own/key-one.pem"
check "the other shows it too" within 90 says "tel:+48600300400" page_of other /kontakt
check "nothing half-done is left there" [ -z "$(ls "$folder/root-other/var/lib/trainer-site/releases" | grep unfinished)" ]

echo "== the other machine is away during a publication"
kill_machine other
telephone "600 400 500"
check "the panel publishes" panel publish "$own/key-one.pem"
start_machine other
check "once back, the other takes it over by itself" within 90 says "tel:+48600400500" page_of other /kontakt

echo "== a machine loses its power during bookings"
in_background book load book 400 "$own/told.json"
check "people book" within 60 eval '[ "$(cat "$own/told.json.count" 2>/dev/null || echo 0)" -gt 60 ]'
kill_machine other
check "all have been answered" ends_well book
verify() { load verify "$own/told.json" | tee "$own/verify.log"; }
check "nobody was lost, and no two have one time" verify
sed 's/^/      /' "$own/verify.log"
start_machine other
check "the other takes part again" within 60 says "tel:+48600400500" page_of other /kontakt
check "dates are the same on both" within 20 eval '[ "$(page_of one /api/slots)" = "$(page_of other /api/slots)" ]'

echo "== 50 000 enquiries and 2000 appointments"
check "they are in the database" load fill 50000 2000
times() { panel time "$own/key-one.pem" 250 | tee "$own/times.txt"; }
check "list, search, Dziś and the week take 250 ms at most" times
sed 's/^/      /' "$own/times.txt"
memory() { on one sh -c 'grep ^Pss: /proc/$(systemctl show -P MainPID trainer-site)/smaps_rollup' | awk '{print int($2 / 1000)}'; }
echo "      the server holds $(memory) MB"

echo "== what the units may do"
for unit in "trainer-site-releases@${address[one]}" "trainer-site-releases-from@${address[one]}"; do
	on one systemd-analyze security --no-pager "$unit.service" | tail -1
done
check "nobody writes there" fails here rsync "$own/verify.log" "rsync://${address[one]}:8730/releases/"
check "removing the package ends them" on one apt-get remove -qq -y trainer-site
check "and leaves nothing behind" fails eval 'on one sh -c "ls /etc/systemd/system/*.wants" | grep -q trainer-site'
end_of_trial
