#!/bin/bash
# Tests pages on a static host and the service elsewhere, in a browser: nginx with deploy/nginx-static.conf as www.example.pl, and Caddy with
# deploy/Caddyfile in front of the package's program as api.example.pl, each with an address of its own.
#   packaging/testing/try-static.sh dist/trainer-site_1.0.0_amd64.deb
# Needs root, nginx, caddy, openssl, the browser that npm test installs, and npm ci.
set -euo pipefail
deb=$(realpath "${1:?a package}")
here=$(dirname "$(realpath "$0")")
. "$here/common.sh"
. "$here/machines.sh"
cd "$here/../.."
own=$(mktemp -d)
chmod 755 "$own"
trap 'end_machines; end; rm -rf "$own"' EXIT
end() {
	for pid in ${service:-} ${pages:-} ${proxy:-}; do kill "$pid" 2>/dev/null || true; done
	wait 2>/dev/null || true
}
pages_at=10.77.0.1 service_at=10.77.0.2
make_network "$pages_at www.example.pl example.pl" "$service_at api.example.pl"
ip -n "$network" addr add "$service_at/24" dev trial
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=example.pl \
	-addext "subjectAltName=DNS:www.example.pl,DNS:example.pl,DNS:api.example.pl" -keyout "$own/key.pem" -out "$own/cert.pem" -days 30 2>/dev/null

echo "== the service"
dpkg-deb -x "$deb" "$own/root"
program=$own/root/usr/lib/trainer-site/program
install -d -o nobody "$own/data" "$own/releases"
make_own_site "$own/site"
cp -r "$own/site" "$own/data/content"
chown -R nobody "$own/data"
settings=(SITE_URL=https://www.example.pl API_BROWSER_BASE_URL=https://api.example.pl/ CORS_ORIGINS=https://www.example.pl
	TRUSTED_PROXIES="127.0.0.1, $service_at" DATA_DIR="$own/data" RELEASES_DIR="$own/releases")
site() { (cd "$program" && here env "${settings[@]}" setpriv --reuid=nobody --regid=nogroup --clear-groups bin/node command/trainer-site.js / "$@"); }
check "publishes, for pages that stand elsewhere" says "jest opublikowana" site publish
check "makes links to the panel where the service is" says "https://api.example.pl/panel/start#" site panel link
start_service() { (cd "$program" && exec ip netns exec "$network" env "${settings[@]}" setpriv --reuid=nobody --regid=nogroup --clear-groups bin/node command/trainer-site.js / serve) >"$own/service.log" 2>&1 & service=$!; }
start_service
# The file's two names become the service's one.
sed "s/^www.example.pl {/api.example.pl {\n\ttls ${own//\//\\/}\/cert.pem ${own//\//\\/}\/key.pem/; /^example.pl {/,/^}/d; s/^{\$/{\n\tadmin off\n\tskip_install_trust\n\tdefault_bind $service_at/" deploy/Caddyfile >"$own/Caddyfile"
spawn env XDG_DATA_HOME="$own/caddy" XDG_CONFIG_HOME="$own/caddy" caddy run --adapter caddyfile --config "$own/Caddyfile" >"$own/caddy.log" 2>&1 &
proxy=$!
check "answers as api.example.pl" within 60 here curl -fsS --cacert "$own/cert.pem" -o /dev/null https://api.example.pl/api/slots

echo "== the pages"
check "root takes over the headers" deploy/install-headers.sh "$own/releases/current/hosting/nginx.conf" "$own/headers.conf"
sed "s,/etc/letsencrypt/live/www.example.pl/fullchain.pem,$own/cert.pem,; s,/etc/letsencrypt/live/www.example.pl/privkey.pem,$own/key.pem,
	s,/srv/trainer-site/releases,$own/releases,; s,/etc/nginx/trainer-site-headers.conf,$own/headers.conf,
	s,listen 80;,listen $pages_at:80;,; s,listen 443,listen $pages_at:443,; /listen \[::\]/d; s,/var/log/nginx/error.log,$own/error.log," \
	deploy/nginx-static.conf >"$own/nginx-site"
echo "user root; daemon off; pid $own/pid; error_log $own/error.log; events { worker_connections 1024; }
	http { include /etc/nginx/mime.types; client_body_temp_path $own/b; include $own/nginx-site; }" >"$own/nginx"
spawn nginx -p "$own" -c "$own/nginx" 2>/dev/null &
pages=$!
check "answer as www.example.pl" within 30 here curl -fsS --cacert "$own/cert.pem" -o /dev/null https://www.example.pl/

echo "== a visit"
spki=$(openssl x509 -in "$own/cert.pem" -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64)
visit() { here env PATH="$PATH" HOME="$own" PLAYWRIGHT_BROWSERS_PATH="${PLAYWRIGHT_BROWSERS_PATH:-}" node_modules/.bin/node packaging/testing/try-static.ts "$spki" "$@" | tee "$own/visit.log"; }
check "in a browser" visit
sed 's/^/      /' "$own/visit.log"
check "the enquiry is where the service is" says "Próbna Osoba" site enquiries export
check "with its date" says 'Próbna Osoba.*:00' site enquiries export
kill "$service"; wait "$service" 2>/dev/null || true; service=
check "while the service is away the pages stay, and the form keeps every word" visit away
sed 's/^/      /' "$own/visit.log"
end_of_trial
