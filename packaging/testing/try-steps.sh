# The steps of try.sh, in order.
make_base "$base" "$suite" ca-certificates,systemd,systemd-sysv,dbus,iproute2,procps,debconf,caddy,unattended-upgrades,curl,age,rclone,cloud-init,python3-cffi-backend
rm -rf "$root"
mkdir -p "$root"
cp -a --reflink=auto "$base/." "$root"
printf '127.0.0.1 localhost\n127.0.0.1 www.example.pl example.pl\n' >"$root/etc/hosts"
cp "${BEFORE:-$deb}" "$root/root/trainer-site_1.0.0_amd64.deb"
cp deploy/cloud-init.yaml "$root/root/"
variant 1.0.1 ''
variant 1.0.2 'process.exit(3);'
variant 1.0.3 '' 'throw new Error("broken on purpose")'
variant 1.0.4 'if(process.env.DATA_DIR==="/var/lib/trainer-site")setTimeout(()=>process.exit(3),1500);' ''
variant 1.0.5 'if(process.env.DATA_DIR==="/var/lib/trainer-site")setTimeout(()=>process.exit(3),1500);' 'return 1'
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
check "cloud-init knows the file for a server without a terminal" says "^Valid " in_root cloud-init schema --config-file /root/cloud-init.yaml
# No certificate authority is reachable here.
own_certificates() { in_root sh -c 'sed -i "0,/^{/s//{\n\tlocal_certs/" /etc/trainer-site/Caddyfile && systemctl restart caddy && sleep 2'; }
own_certificates
check "the first page comes through Caddy with TLS" runs "$first"
check "the bare domain leads to www" says "https://www.example.pl/" in_root curl -ksS -o /dev/null -w '%{redirect_url}' --resolve example.pl:443:127.0.0.1 https://example.pl/
check "setup can be run again" in_root trainer-site setup www.example.pl
own_certificates
check "until its owner publishes, the site says so" says "Strona w przygotowaniu" secure /
check "and nothing of the sample answers" fails says "Mocna Strona" eval 'secure /; secure /sitemap.xml || true; secure /wizytowka.vcf || true'
make_own_site "$root/root/own-site"
check "content of one's own" in_root trainer-site content /root/own-site
check "and its publication" says "jest opublikowana" in_root trainer-site publish
check "the address is the owner's" within 10 says 'canonical" href="https://www.example.pl' secure /
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
check "${lines[4]}" says "przeszło całą drogę" in_root env NODE_EXTRA_CA_CERTS=/etc/ssl/trial.crt ${lines[4]}
check "${lines[5]}" says "Ustawienia" in_root ${lines[5]}
check "these are all of the guide's" [ "${#lines[@]}" = 6 ]
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

echo "== the watch"
in_root kill -STOP "$pid_before"
check "a server that hangs is restarted" timeout 60 bash -c "until [ \"\$(nsenter -t $leader -m -p -- systemctl show -P MainPID trainer-site)\" != $pid_before ] && nsenter -t $leader -m -n -p -- curl -fsS -m 2 http://127.0.0.1:3000/ >/dev/null; do sleep 1; done"

echo "== upgrade"
before=$(publications)
last_backup=$(in_root ls /var/lib/trainer-site/copies)
asset=$(ask / | grep -oE '/assets/[A-Za-z0-9_-]+\.js' | head -1)
(while sleep 0.2; do in_root curl -ks -m 20 -o /dev/null -w '%{http_code} %{time_total}\n' --resolve www.example.pl:443:127.0.0.1 https://www.example.pl/oferta || echo failed; done) >"$folder/asked-$suite" 2>&1 &
asking=$!
check "the next version installs" in_root apt-get install -qq -y /root/trainer-site_1.0.1.deb
kill "$asking"; wait "$asking" 2>/dev/null || true
check "and runs" runs 1.0.1
check "no visitor saw an error meanwhile" fails grep -qv ^200 "$folder/asked-$suite"
echo "      asked $(wc -l <"$folder/asked-$suite") times, slowest $(awk '{print $2}' "$folder/asked-$suite" | sort -n | tail -1) s"
check "the pages were published again" says "nowa wersja programu" in_root trainer-site history
check "files of tabs that were open are still there" ask "$asset"
check "the enquiry is still there" says Ala in_root trainer-site enquiries export
check "and what was published before" says "$before" eval 'publications | tail -n "$(wc -l <<<"$before")"'
check "and the settings" in_root grep -q ^MAIL_TO=kontakt@example.pl /etc/trainer-site/env
check "the upgrade's own copies are not taken for the owner's" [ "$last_backup" = "$(in_root ls /var/lib/trainer-site/copies)" ]

echo "== the owner's phone"
in_root sed -i 's/^telephone: .*/telephone: "600 700 800"/' /var/lib/trainer-site/content/site.yaml
node_modules/.bin/node -e 'require("sharp")({ create: { width: 4000, height: 3000, channels: 3, background: "#777", noise: { type: "gaussian", mean: 120, sigma: 40 } } }).jpeg({quality:80}).toFile(process.argv[1])' "$folder/large.jpg"
phone() { panel send "$folder/key-$suite.pem" publishing/photos/testing/phone.heic "$folder/large.jpg" | tee "$folder/phone-$suite.txt"; }
check "the passkey opens the panel; photographs (HEIC, and 12 megapixels) and a publication, by processes that give way to the server" phone
sed 's/^/      /' "$folder/phone-$suite.txt"
check "visitors read the new words" within 5 says "tel:+48600700800" ask /kontakt

echo "== copies"
check "the daily full backup, with all its hardening" in_root sh -c 'systemctl start trainer-site-backup && ls /var/lib/trainer-site/copies/kopia-*.tar'
mkdir -p "$root/etc/systemd/system/trainer-site-backup.service.d"
in_root age-keygen -o /root/key.txt 2>/dev/null
printf '[place]\ntype = local\n' >"$root/etc/trainer-site/rclone.conf"
# The lines of docs/deploy/backups.md, with a folder as the destination.
sed -n '/systemctl edit trainer-site-backup/,/\.age.$/p' docs/deploy/backups.md | sed -n 's/^    //p' |
	sed "s/PUBLIC-KEY/$(in_root age-keygen -y /root/key.txt)/; s,PLACE:trainer-site/,place:/var/lib/trainer-site/away/," \
		>"$root/etc/systemd/system/trainer-site-backup.service.d/away.conf"
in_root systemctl daemon-reload
check "the daily full backup goes elsewhere, encrypted" in_root systemctl start trainer-site-backup
check "and comes back" says "manifest.json" in_root sh -c 'age -d -i /root/key.txt /var/lib/trainer-site/away/*.age | tar -t'

echo "== upgrades that cannot succeed"
for version in 1.0.2 1.0.3 1.0.4 1.0.5; do
	enquire "Before-$version" || true
	check "$version is refused" fails in_root apt-get install -qq -y "/root/trainer-site_$version.deb"
	check "and 1.0.1 goes on" runs 1.0.1
	check "with every enquiry" says "Before-$version" in_root trainer-site enquiries export
done
# The last one changes the tables, takes enquiries for a moment and dies.
stored() { in_root /usr/lib/trainer-site/current/bin/node -p 'new (require("node:sqlite").DatabaseSync)("/var/lib/trainer-site/enquiries.sqlite").prepare("select name from enquiries").all().map(({ name }) => name).join("\n")'; }
(for i in $(seq 200); do ! enquire "During-$i" || echo "During-$i"; sleep 0.2; done) >"$folder/during-$suite" 2>/dev/null &
asking=$!
check "1.0.5 is refused again, while enquiries come" fails in_root apt-get install -qq -y --reinstall /root/trainer-site_1.0.5.deb
kill "$asking"; wait "$asking" 2>/dev/null || true
check "of which none is lost ($(wc -l <"$folder/during-$suite"))" [ -z "$(grep -vxFf <(stored) "$folder/during-$suite")" ]
check "and none is left behind" says "Żadne zapytanie" in_root trainer-site reclaim
check "the package before can be put back" in_root apt-get install -qq -y --allow-downgrades /root/trainer-site_1.0.1.deb
check "and runs" runs 1.0.1

echo "== killed in the middle of an upgrade"
for pause in 0.3 1 2 4 6; do
	in_root sh -c 'setsid dpkg -i /root/trainer-site_1.0.6.deb >/dev/null 2>&1 & echo $! >/run/dpkg-pid'
	sleep "$pause"
	in_root sh -c 'pkill -KILL -s $(cat /run/dpkg-pid); pkill -KILL dpkg; true'
	check "after $pause s the site goes on" says '</html>' secure /
done
check "dpkg puts it right" in_root sh -c 'dpkg --configure -a; dpkg -i /root/trainer-site_1.0.6.deb'
check "and the next version runs" runs 1.0.6

echo "== downgrade"
check "the version before cannot read the changed tables and says so" says "nowszej wersji programu" in_root apt-get install -qq -y --allow-downgrades /root/trainer-site_1.0.1.deb
check "the newer one goes on" runs 1.0.6
check "the newer package can be put back" in_root apt-get install -qq -y /root/trainer-site_1.0.6.deb

echo "== disk full"
# This test keeps its disk in memory.
limit_memory -1
in_root sh -c 'systemctl stop trainer-site; mkdir /mnt/lib && mount -t tmpfs -o size=$(($(du -sm /usr/lib/trainer-site | cut -f1) + 60))M none /mnt/lib && cp -a /usr/lib/trainer-site/. /mnt/lib/ && mount --bind /mnt/lib /usr/lib/trainer-site && systemctl start trainer-site'
check "a disk that is full stops the upgrade" fails in_root dpkg -i /root/trainer-site_1.0.6.deb
check "and the site goes on" runs 1.0.6
in_root sh -c 'umount -l /usr/lib/trainer-site /mnt/lib'
check "with room again it installs" in_root dpkg -i /root/trainer-site_1.0.6.deb
in_root systemctl restart trainer-site
check "and runs" runs 1.0.6
limit_memory "${MEMORY:-512M}"

echo "== a full backup"
in_root sh -c 'for i in $(seq 200); do head -c 2000000 /dev/urandom >/var/lib/trainer-site/content/photos/many-$i.jpg; done; chown -R trainer-site: /var/lib/trainer-site/content'
check "it is taken away, 400 MB of photographs in it" in_root trainer-site backup /root/moving.tar

echo "== remove and purge"
check "it can be removed" in_root apt-get remove -qq -y trainer-site
check "the data stay" in_root test -e /var/lib/trainer-site/enquiries.sqlite
check "no program stays" fails in_root test -e /usr/lib/trainer-site
check "Caddy has its own configuration again" fails in_root sh -c 'systemctl cat caddy | grep -q trainer-site'
check "it comes back with its data, behind another proxy" in_root sh -c 'apt-get install -qq -y /root/trainer-site_1.0.6.deb && systemctl disable --now caddy && trainer-site setup www.example.pl --behind-proxy'
check "and answers" says "tel:+48600700800" ask /kontakt
check "and leaves Caddy alone" fails in_root sh -c 'systemctl is-active caddy || systemctl cat caddy | grep trainer-site'
check "a purge without an answer keeps the data" in_root sh -c 'apt-get purge -qq -y trainer-site && test -e /var/lib/trainer-site/enquiries.sqlite'
in_root apt-get install -qq -y /root/trainer-site_1.0.6.deb >/dev/null 2>&1
purge_all() { in_root sh -c 'echo "trainer-site trainer-site/delete-data boolean true" | debconf-set-selections; apt-get purge -qq -y trainer-site && test ! -e /var/lib/trainer-site && test ! -e /etc/trainer-site'; }
check "a purge that is told to deletes them" purge_all

echo "== moving house"
in_root sed -i '/www.example.pl/d' /etc/hosts
set_up_by_itself() {
	in_root trainer-site setup --wait --link-file /root/panel-link.txt www.example.pl >"$folder/wait-$suite.txt" &
	local setup=$!
	for _ in $(seq 60); do ! grep -q 'powstanie po' "$folder/wait-$suite.txt" || break; sleep 1; done
	grep 'nie wskazuje jeszcze' "$folder/wait-$suite.txt" || return 1
	echo "127.0.0.1 www.example.pl example.pl" >>"$root/etc/hosts"
	wait "$setup" && fails grep '/panel/start#' "$folder/wait-$suite.txt" &&
		in_root sh -c 'grep /panel/start# /root/panel-link.txt && [ "$(stat -c "%u %a" /root/panel-link.txt)" = "0 600" ]'
}
check "a server that never saw this site" in_root apt-get install -qq -y /root/trainer-site_1.0.6.deb
check "waits for its name before it makes the link, which root alone can read, as cloud-init's file lets it" set_up_by_itself
own_certificates
check "shows nothing of it" fails says "tel:+48600700800" ask /kontakt
check "restores everything" says "jest opublikowana taka" in_root trainer-site restore /root/moving.tar --yes
check "and runs" runs 1.0.6
check "with the words that were published" says "tel:+48600700800" secure /kontakt
check "with every enquiry" says Ala in_root trainer-site enquiries export
come_back() { panel return "$folder/key-$suite.pem" >"$folder/returned-$suite.txt"; }
check "the same phone opens the panel with its passkey" come_back
for name in $(grep -xE '[a-z0-9-]+\.jpg' "$folder/phone-$suite.txt"); do
	check "and finds $name" grep -qx "$name" "$folder/returned-$suite.txt"
done

echo "== moving house by the panel"
check "everything is purged again" purge_all
check "and set up again" in_root sh -c 'apt-get install -qq -y /root/trainer-site_1.0.6.deb && trainer-site setup www.example.pl'
own_certificates
check "an empty server shows nothing of it" fails says "tel:+48600700800" ask /kontakt
bring_copy() { panel restore "$(panel_link)" "$root/root/moving.tar" | tee "$folder/moved-$suite.txt"; }
check "takes the full backup in parts while it serves, and restarts for it" bring_copy
sed 's/^/      /' "$folder/moved-$suite.txt"
check "and shows what was published" says "tel:+48600700800" secure /kontakt
check "with every enquiry" says Ala in_root trainer-site enquiries export
check "the same phone opens the panel with its passkey" come_back
check "and finds its photographs" grep -qx "$(grep -xE 'large-.*\.jpg' "$folder/phone-$suite.txt")" "$folder/returned-$suite.txt"
check "the service was started anew for it, once" [ "$(in_root systemctl show -P NRestarts trainer-site)" = 1 ]

. "$here/try-updates.sh"

echo "== whoever took over the site swaps its folders for links"
mkdir -m 700 "$root/root/outside"
for name in moving.tar sala.jpg site.yaml other; do echo "root's $name" >"$root/root/outside/$name"; done
install -m 644 packaging/testing/try-swapping.mjs "$root/var/tmp/"
cp -r content "$root/root/own-content"
of_root() { in_root sh -c 'ls -lnR --time-style=full-iso /root/outside; sha256sum /root/outside/*; find / -xdev -path /var/lib/trainer-site -prune -o \( -user trainer-site -o -group trainer-site \) -print'; }
before=$(of_root)
in_root setpriv --reuid=trainer-site --regid=trainer-site --clear-groups /usr/lib/trainer-site/current/bin/node /var/tmp/try-swapping.mjs /var/lib/trainer-site /root/outside &
until in_root test -e /var/lib/trainer-site/swapped-ready; do sleep 0.2; done
for words in "trainer-site restore /root/moving.tar --yes" "trainer-site content /root/own-content" \
	"trainer-site backup /root/swapped.tar" "dpkg -i /root/trainer-site_1.0.1.deb" "dpkg -i /root/trainer-site_1.0.6.deb"; do
	in_root $words >>"$folder/swapped-$suite.txt" 2>&1 || true
	check "no file of root changes by: $words" [ "$before" = "$(of_root)" ]
done
check "folders were swapped meanwhile" in_root test -e /var/lib/trainer-site/swapped-0
in_root pkill -KILL -f try-swapping.mjs || true
tell_memory
stop_machine

echo "== without systemd, as deploy/Dockerfile starts it"
rm -rf "$root" "$folder/volume"
cp -a --reflink=auto "$base/." "$root"
cp "$deb" "$root/root/trainer-site.deb"
contained() { exec systemd-nspawn --quiet --register=no --keep-unit --settings=no --private-network -D "$root" "$@"; }
check "the package installs" eval '(contained apt-get install -qq -y --no-install-recommends /root/trainer-site.deb)'
cp -a "$root/var/lib/trainer-site" "$folder/volume"
mapfile -t words < <(node_modules/.bin/node -p 'JSON.parse(/^CMD (.*)$/m.exec(fs.readFileSync("deploy/Dockerfile", "utf8"))[1]).join("\n")')
(contained --read-only --tmpfs=/tmp --bind="$folder/volume:/var/lib/trainer-site" --user=trainer-site --drop-capability=all \
	--no-new-privileges=yes --chdir=/usr/lib/trainer-site/current --setenv=SITE_URL=https://www.example.pl "${words[@]}") >"$folder/container-$suite.log" 2>&1 &
nspawn=$!
# nspawn has short-lived children before the container's own.
contained_leader() { pgrep -P "$nspawn" | tail -n 1; }
answers_contained() { nsenter -t "$(contained_leader)" -n curl -fsS -m 5 -o /dev/null http://127.0.0.1:3000/; }
check "the site answers, read-only and without a capability" within 120 answers_contained
leader=$(contained_leader)
kill -TERM "$leader"
wait "$nspawn" 2>/dev/null || true
leader=
