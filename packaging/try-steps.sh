# The steps of try.sh, in order.
make_base
rm -rf "$root"
mkdir -p "$root"
cp -a --reflink=auto "$base/." "$root"
echo "127.0.0.1 www.example.pl example.pl" >>"$root/etc/hosts"
cp "$deb" "$root/root/first.deb"
variant 1.0.1 ''
variant 1.0.2 'process.exit(3);'
variant 1.0.3 '' 'throw new Error("broken on purpose")'
variant 1.0.4 'if(process.env.DATA_DIR==="/var/lib/trainer-site")setTimeout(()=>process.exit(3),1500);' ''
variant 1.0.5 'if(process.env.DATA_DIR==="/var/lib/trainer-site")setTimeout(()=>process.exit(3),1500);' 'return 1'
variant 1.0.6 '' 'return 1'
boot
in_root systemctl disable --now --quiet caddy || true
first=$(dpkg-deb -f "$deb" Version)

echo "== install"
check "the package installs, without a network" in_root apt-get install -qq -y --no-install-recommends /root/first.deb
check "nothing runs before setup" fails in_root systemctl is-active --quiet trainer-site
check "status says what to do" says "trainer-site setup" in_root trainer-site status

echo "== setup"
begun=$(date +%s.%N)
check "setup brings the site up" in_root trainer-site setup www.example.pl
echo "      after $(echo "$(date +%s.%N) - $begun" | bc) s"
# There is no authority to ask for a certificate here.
own_certificates() { in_root sh -c 'sed -i "0,/^{/s//{\n\tlocal_certs/" /etc/trainer-site/Caddyfile && systemctl restart caddy && sleep 2'; }
own_certificates
check "the first page comes through Caddy with TLS" runs "$first"
check "the bare domain leads to www" says "https://www.example.pl/" in_root curl -ksS -o /dev/null -w '%{redirect_url}' --resolve example.pl:443:127.0.0.1 https://example.pl/
check "setup can be run again" in_root trainer-site setup www.example.pl
own_certificates
check "the address is the owner's" says 'canonical" href="https://www.example.pl' secure /
check "status is well" says "działa" in_root trainer-site status
check "an enquiry is kept" enquire Ala
check "the owner's command reads it" says Ala in_root trainer-site enquiries list
check "a link to the panel" says "https://www.example.pl/panel" in_root trainer-site panel link
check "a copy" in_root trainer-site backup /root/copy.sqlite
check "the daily copy, with all its hardening" in_root systemctl start trainer-site-backup
mkdir -p "$root/etc/systemd/system/trainer-site-backup.service.d"
in_root age-keygen -o /root/key.txt 2>/dev/null
printf '[place]\ntype = local\n' >"$root/etc/trainer-site/rclone.conf"
# The lines of docs/deploy.md, with a folder as the place.
sed -n '/systemctl edit trainer-site-backup/,/\.age/p' "$here/../docs/deploy.md" | sed -n 's/^    //p' |
	sed "s/PUBLIC-KEY/$(in_root age-keygen -y /root/key.txt)/; s,PLACE:trainer-site/,place:/var/lib/trainer-site/away/," \
		>"$root/etc/systemd/system/trainer-site-backup.service.d/away.conf"
in_root systemctl daemon-reload
check "the daily copy goes elsewhere, encrypted" in_root systemctl start trainer-site-backup
check "and comes back" says "SQLite format 3" in_root sh -c 'age -d -i /root/key.txt /var/lib/trainer-site/away/*.age | head -c 15'
check "publishing" says "jest opublikowana" in_root trainer-site publish
check "history" in_root trainer-site history
check "the check before the launch" says "Ustawienia" in_root trainer-site check
in_root systemd-analyze security --no-pager trainer-site | tail -1
in_root systemd-analyze verify /usr/lib/systemd/system/trainer-site.service /usr/lib/systemd/system/trainer-site-backup.timer 2>&1 | tail -5
echo "      memory: $(in_root sh -c 'grep ^Pss: /proc/$(systemctl show -P MainPID trainer-site)/smaps_rollup')"
pid_before=$(in_root systemctl show -P MainPID trainer-site)

echo "== the watch"
in_root kill -STOP "$pid_before"
check "a server that hangs is started anew" timeout 60 bash -c "until [ \"\$(nsenter -t $leader -m -p -- systemctl show -P MainPID trainer-site)\" != $pid_before ] && nsenter -t $leader -m -n -p -- curl -fsS -m 2 http://127.0.0.1:3000/ >/dev/null; do sleep 1; done"

echo "== upgrade"
asset=$(ask / | grep -oE '/assets/[A-Za-z0-9_-]+\.js' | head -1)
(while sleep 0.2; do in_root curl -ks -m 20 -o /dev/null -w '%{http_code} %{time_total}\n' --resolve www.example.pl:443:127.0.0.1 https://www.example.pl/oferta || echo failed; done) >"$folder/asked-$suite" 2>&1 &
asking=$!
check "the next version installs" in_root apt-get install -qq -y /root/trainer-site_1.0.1.deb
kill "$asking"; wait "$asking" 2>/dev/null || true
check "and runs" runs 1.0.1
check "no visitor saw an error meanwhile" fails grep -qv ^200 "$folder/asked-$suite"
echo "      asked $(wc -l <"$folder/asked-$suite") times, slowest $(awk '{print $2}' "$folder/asked-$suite" | sort -n | tail -1) s"
check "the pages were published anew" says "nowa wersja programu" in_root trainer-site history
check "files of tabs that were open are still there" ask "$asset"
check "the enquiry is still there" says Ala in_root trainer-site enquiries list

echo "== upgrades that cannot succeed"
for version in 1.0.2 1.0.3 1.0.4 1.0.5; do
	enquire "Before-$version" || true
	check "$version is refused" fails in_root apt-get install -qq -y "/root/trainer-site_$version.deb"
	check "and 1.0.1 goes on" runs 1.0.1
	check "with every enquiry" says "Before-$version" in_root trainer-site enquiries list
done
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
in_root sh -c 'systemctl stop trainer-site; mkdir /mnt/lib && mount -t tmpfs -o size=$(($(du -sm /usr/lib/trainer-site | cut -f1) + 60))M none /mnt/lib && cp -a /usr/lib/trainer-site/. /mnt/lib/ && mount --bind /mnt/lib /usr/lib/trainer-site && systemctl start trainer-site'
check "a disk that is full stops the upgrade" fails in_root dpkg -i /root/trainer-site_1.0.6.deb
check "and the site goes on" runs 1.0.6
in_root sh -c 'umount -l /usr/lib/trainer-site /mnt/lib'
check "with room again it installs" in_root dpkg -i /root/trainer-site_1.0.6.deb
in_root systemctl restart trainer-site
check "and runs" runs 1.0.6

echo "== moving house"
check "a copy comes back" in_root sh -c 'trainer-site backup /root/moving.sqlite && trainer-site restore /root/moving.sqlite'
check "and the site runs with it" says Ala in_root trainer-site enquiries list

echo "== remove and purge"
check "it can be removed" in_root apt-get remove -qq -y trainer-site
check "the data stay" in_root test -e /var/lib/trainer-site/enquiries.sqlite
check "no program stays" fails in_root test -e /usr/lib/trainer-site
check "Caddy has its own configuration again" fails in_root sh -c 'systemctl cat caddy | grep -q trainer-site'
check "it comes back with its data" in_root sh -c 'apt-get install -qq -y /root/trainer-site_1.0.6.deb && trainer-site setup www.example.pl'
own_certificates
check "and runs" runs 1.0.6
check "a purge without an answer keeps the data" in_root sh -c 'apt-get purge -qq -y trainer-site && test -e /var/lib/trainer-site/enquiries.sqlite'
in_root apt-get install -qq -y /root/trainer-site_1.0.6.deb >/dev/null 2>&1
in_root sh -c 'echo "trainer-site trainer-site/delete-data boolean true" | debconf-set-selections'
check "a purge that is told to deletes them" in_root sh -c 'apt-get purge -qq -y trainer-site && test ! -e /var/lib/trainer-site && test ! -e /etc/trainer-site'
stop_machine
