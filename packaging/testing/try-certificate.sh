#!/bin/bash
# Tests the way to a certificate: `trainer-site setup` as it is, and an authority of our own that Caddy takes for Let's Encrypt. The
# authority is Caddy's ACME server; it asks the site's own port for proof, as the real one does. Its certificates last twelve hours; for what
# happens later, the stored one is replaced by one that is some hours old.
#   packaging/testing/try-certificate.sh trixie|bookworm dist/trainer-site_1.0.0_amd64.deb [FOLDER]
# Needs root, debootstrap, systemd-container and caddy. FOLDER (default /var/tmp/trainer-site-try) keeps the bare system for the next run.
set -euo pipefail
suite=${1:?trixie or bookworm} deb=$(realpath "${2:?a package}") folder=$(realpath -m "${3:-/var/tmp/trainer-site-try}")
here=$(dirname "$(realpath "$0")")
. "$here/common.sh"
. "$here/machines.sh"
cd "$here/../.."
root=$folder/root-certificate authority=$folder/authority machine=10.77.0.2
trap 'end_machines; end' EXIT
end() { [ -z "${server:-}" ] || kill "$server" 2>/dev/null || true; }

echo "== a fresh machine, and an authority"
make_base "$folder/base-$suite" "$suite" ca-certificates,systemd,systemd-sysv,dbus,iproute2,procps,debconf,caddy,unattended-upgrades,curl,age,rclone,cloud-init,python3-cffi-backend
rm -rf "$root" "$authority"
mkdir -p "$authority"
cp -a --reflink=auto "$folder/base-$suite" "$root"
cp "$deb" "$root/root/trainer-site.deb"
printf '127.0.0.1 localhost\n10.77.0.1 acme-v02.api.letsencrypt.org acme-staging-v02.api.letsencrypt.org\n%s www.example.pl example.pl\n' "$machine" >"$root/etc/hosts"
make_network "10.77.0.1 acme-v02.api.letsencrypt.org acme-staging-v02.api.letsencrypt.org" "$machine www.example.pl example.pl"
cat >"$authority/Caddyfile" <<'C'
{
	admin off
	skip_install_trust
}
# After a failure Caddy asks the authority's trial first.
https://acme-v02.api.letsencrypt.org, https://acme-staging-v02.api.letsencrypt.org {
	tls internal
	log
	rewrite /directory /acme/local/directory
	acme_server
}
C
open_authority() {
	spawn env XDG_DATA_HOME="$authority" XDG_CONFIG_HOME="$authority" caddy run --adapter caddyfile --config "$authority/Caddyfile" >>"$authority/log" 2>&1 &
	server=$!
}
authority_answers() {
	within 30 here curl -ksSf -o "$authority/directory" https://acme-v02.api.letsencrypt.org/directory
}
open_authority
check "the authority opens" authority_answers
certificate_of() { here openssl s_client -connect "$machine:443" -servername "$1" </dev/null 2>/dev/null | openssl x509 -noout "${@:2}"; }
serial() { certificate_of www.example.pl -serial; }
trusted() { here curl -fsS --cacert "$authority/caddy/pki/authorities/local/root.crt" -o /dev/null -w '%{http_code} %{redirect_url}' "$1"; }

boot_machine site "$root" "$machine"
on site systemctl disable --now --quiet caddy || true
# The machine trusts the authority as every machine trusts Let's Encrypt.
cp "$authority/caddy/pki/authorities/local/root.crt" "$root/usr/local/share/ca-certificates/authority.crt"
on site update-ca-certificates >"$folder/trust-certificate.log" 2>&1
# The certificate of www.example.pl in Caddy's store, as it will be then.
age_certificate() { # HOURS
	local pki=$authority/caddy/pki/authorities/local own=$authority/own
	local store=$root/var/lib/caddy/.local/share/caddy/certificates/acme-v02.api.letsencrypt.org-directory/www.example.pl/www.example.pl
	rm -rf "$own" && mkdir "$own" && touch "$own/index"
	cat >"$own/conf" <<-C
		[ca]
		default_ca = own
		[own]
		database = $own/index
		new_certs_dir = $own
		certificate = $pki/intermediate.crt
		private_key = $pki/intermediate.key
		rand_serial = yes
		default_md = sha256
		policy = any
		x509_extensions = leaf
		[any]
		commonName = supplied
		[leaf]
		subjectAltName = DNS:www.example.pl
		extendedKeyUsage = serverAuth
		keyUsage = digitalSignature
	C
	on site systemctl stop caddy
	openssl req -new -key "$store.key" -subj /CN=www.example.pl -out "$own/csr"
	openssl ca -batch -notext -config "$own/conf" -in "$own/csr" -out "$own/leaf" \
		-startdate "$(date -ud "-$1 hours" +%Y%m%d%H%M%SZ)" -enddate "$(date -ud "-$1 hours +12 hours" +%Y%m%d%H%M%SZ)" 2>"$own/log"
	cat "$own/leaf" "$pki/intermediate.crt" >"$store.crt"
	on site systemctl start caddy
}

echo "== issuance"
check "the package installs" on site apt-get install -qq -y /root/trainer-site.deb
check "setup" on site trainer-site setup www.example.pl
check "the certificate comes, and a browser that trusts the authority opens the site" within 60 says '^200' trusted https://www.example.pl/
check "for the bare domain too, which leads to www" within 60 says '308 https://www.example.pl/\|301 https://www.example.pl/' trusted https://example.pl/
check "plain http leads to https" says '308 https://www.example.pl/' here curl -sS -o /dev/null -w '%{http_code} %{redirect_url}' http://www.example.pl/
check "Caddy was told nothing but the names" fails grep -q 'acme_ca' "$root/etc/trainer-site/Caddyfile"
problems() { on site curl -fsS http://127.0.0.1:3000/api/health || on site curl -sS http://127.0.0.1:3000/api/health; }
check "nothing is wrong" within 100 fails says certificate-late problems

echo "== renewal"
check "nine hours later" age_certificate 9
first=$(openssl x509 -in "$authority/own/leaf" -noout -serial)
check "the certificate is renewed" within 60 eval '[ -n "$(serial)" ] && [ "$(serial)" != "$first" ]'
check "and is valid" says '^200' trusted https://www.example.pl/
check "nothing is wrong" fails says certificate-late problems

echo "== the authority is away"
kill "$server"; wait "$server" 2>/dev/null || true; server=
check "eleven hours later" age_certificate 11
check "visitors still have the old certificate" within 30 says '^200' trusted https://www.example.pl/
check "health says that its renewal is late" within 100 says certificate-late problems
check "so does trainer-site status" says 'Certyfikat https nie powstał albo nie odnowił się w porę' on site trainer-site status
in_panel() { here env SITE_HOST="$machine" node_modules/.bin/node packaging/testing/try-panel.ts "$@"; }
check "a passkey, on the owner's phone" in_panel begin "$authority/key.pem" "$(on site trainer-site panel link | grep -oE 'https://[^ ]+/panel/start#[^ ]+')"
check "and so does Stan" says 'certificate-late' in_panel ask "$authority/key.pem" state
open_authority
check "the authority opens again" authority_answers
check "Caddy asks again by itself, and the certificate is renewed" within 400 eval 'certificate_of www.example.pl -checkend 7200'
check "and health says so" within 100 fails says certificate-late problems

echo "== the domain leads elsewhere"
on site systemctl stop caddy
rm -rf "$root/var/lib/caddy/.local/share/caddy/certificates"
kill "$server"; wait "$server" 2>/dev/null || true
sed -i 's/^10.77.0.2 /10.77.0.9 /' "/etc/netns/$network/hosts"
open_authority
check "the authority asks another machine for proof" authority_answers
on site systemctl start caddy
check "health says that there is no certificate" within 100 says certificate-late problems
end_of_trial
