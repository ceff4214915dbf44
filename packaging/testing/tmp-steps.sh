# The steps of try.sh, in order.
make_base
rm -rf "$root"
mkdir -p "$root"
cp -a --reflink=auto "$base/." "$root"
printf '127.0.0.1 localhost\n127.0.0.1 www.example.pl example.pl\n' >"$root/etc/hosts"
cp "${BEFORE:-$deb}" "$root/root/trainer-site_1.0.0_amd64.deb"
cp deploy/cloud-init.yaml "$root/root/"
variant 1.0.6 '' 'return 1'
boot
in_root systemctl disable --now --quiet caddy || true
first=$(dpkg-deb -f "${BEFORE:-$deb}" Version)

echo "== install, by the words of the guide, without a network"
mapfile -t lines < <(guide)
check "${lines[0]}" in_root ${lines[0]}
check "${lines[1]}" in_root sh -c "cd /root && ${lines[1]}"
check "nothing runs before setup" fails in_root systemctl is-active --quiet trainer-site
check "status says what to do" says "trainer-site setup" in_root trainer-site status

echo "== setup"
# This machine has no network to synchronise its clock.
in_root sh -c 'printf "#!/bin/sh\necho NTPSynchronized=yes\n" >/usr/bin/timedatectl'
begun=$(date +%s.%N)
# In a terminal, so that the QR code is shown.
set_up() { (echo "root@serwer:~# ${lines[2]}" && in_root script -qec "${lines[2]}" /dev/null) | tee "$folder/setup-$suite.txt"; }
check "${lines[2]}" set_up
echo "      after $(echo "$(date +%s.%N) - $begun" | bc) s"
verify() { # HASH: runs the lines of cloud-init's file that fetch the package, and says when it would be installed
	sed -n '/^runcmd:$/,/sha256sum/s/^  - //p' deploy/cloud-init.yaml | sed 's/^curl.*/true/' >"$root/root/verify.sh"
	in_root sh -c 'cp /root/trainer-site_1.0.0_amd64.deb /run/trainer-site.deb; echo "$1" >/run/trainer-site-sha256; sh /root/verify.sh && echo installs' sh "$1"
}
check "cloud-init installs the package whose hash it was given" says installs verify "$(sha256sum "${BEFORE:-$deb}" | cut -d' ' -f1)"
check "and no other" fails says installs verify "$(sha256sum </dev/null | cut -d' ' -f1)"
true || check "cloud-init knows the file for a server without a terminal" says "^Valid " in_root cloud-init schema --config-file /root/cloud-init.yaml
# No certificate authority is reachable here.
own_certificates() { in_root sh -c 'sed -i "0,/^{/s//{\n\tlocal_certs/" /etc/trainer-site/Caddyfile && systemctl restart caddy && sleep 2'; }
own_certificates
check "the first page comes through Caddy with TLS" runs "$first"
check "the bare domain leads to www" says "https://www.example.pl/" in_root curl -ksS -o /dev/null -w '%{redirect_url}' --resolve example.pl:443:127.0.0.1 https://example.pl/
check "setup can be run again" in_root trainer-site setup www.example.pl
own_certificates
check "until its owner publishes, the site says so" says "Strona w przygotowaniu" secure /
check "and nothing of the sample answers" fails says "Mocna Strona" eval 'secure /; secure /sitemap.xml || true; secure /wizytowka.vcf || true'
cp -r content/start "$root/root/own-site"
mkdir -p "$root/root/own-site/photos"
cp content/photos/*.jpg "$root/root/own-site/photos"
sed -i 's/Imię Nazwisko/Ewa Nowak/' "$root/root/own-site/site.yaml"
echo 'telephone: "600 100 200"' >>"$root/root/own-site/site.yaml"
printf 'services:\n  - id: trening\n    name: Trening\n    price: { amount: 150, unit: za trening }\n' >>"$root/root/own-site/oferta.yaml"
check "content of one's own" in_root trainer-site content /root/own-site
check "and its publication" says "jest opublikowana" in_root trainer-site publish
check "the address is the owner's" says 'canonical" href="https://www.example.pl' secure /
check "status is well" says "działa" in_root trainer-site status
rm -f "$folder/mail-$suite"
nsenter -t "$leader" -n -- node_modules/.bin/node -e 'import("./enquiries/testing/mail-server.ts").then(async ({ startMailServer }) => console.log((await startMailServer()).url))' >"$folder/mail-$suite" &
mail_server=$!
until [ -s "$folder/mail-$suite" ]; do sleep 0.2; done
for setting in "SMTP_URL=$(cat "$folder/mail-$suite")" MAIL_FROM=kontakt@example.pl MAIL_TO=kontakt@example.pl; do
	in_root sed -i "s,^#${setting%%=*}=.*,$setting," /etc/trainer-site/env
done
check "${lines[3]}" in_root ${lines[3]}
in_root install -m 644 /var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt /etc/ssl/trial.crt
check "${lines[4]}" says "przeszła całą drogę" in_root env NODE_EXTRA_CA_CERTS=/etc/ssl/trial.crt ${lines[4]}
check "${lines[5]}" says "Ustawienia" in_root ${lines[5]}
check "${lines[6]}" says "Ustawienia" in_root ${lines[6]}
check "these are all of the guide's" [ "${#lines[@]}" = 7 ]
check "an enquiry is kept" enquire Ala
check "the export has it" says Ala in_root trainer-site enquiries export
check "a link to the panel" says "https://www.example.pl/panel" in_root trainer-site panel link
check "publishing" says "jest opublikowana" in_root trainer-site publish
check "history" in_root trainer-site history
check "a passkey, on the owner's phone" panel begin "$folder/key-$suite.pem" "$(panel_link)"
check "a database backup" in_root trainer-site backup
in_root systemd-analyze security --no-pager trainer-site | tail -1
in_root systemd-analyze verify --man=no /usr/lib/systemd/system/trainer-site.service /usr/lib/systemd/system/trainer-site-backup.timer 2>&1 | tail -5 || true
echo "      memory: $(in_root sh -c 'grep ^Pss: /proc/$(systemctl show -P MainPID trainer-site)/smaps_rollup')"
pid_before=$(in_root systemctl show -P MainPID trainer-site)


in_root apt-get install -qq -y /root/trainer-site_1.0.6.deb
check "1.0.6" runs 1.0.6
. "$here/try-updates.sh"
stop_machine
