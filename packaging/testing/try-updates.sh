# Updates from a signed repository, which Caddy serves in the machine itself (C9). Sourced by try-steps.sh; 1.0.6 runs.
echo "== updates with a tap"
updates=/var/lib/trainer-site-update
repository=$root/srv/apt keyring=$folder/gnupg-$suite
rm -rf "$keyring"
mkdir -p -m 700 "$repository" "$keyring"
export GNUPGHOME=$keyring
make_key() { gpg --batch --quiet --passphrase '' "${@:2}" --quick-generate-key "$1" ed25519 sign 1y 2>/dev/null; }
make_key updates@example.com
# As npm run package does with --repository.
repository_ts() { node_modules/.bin/node --input-type=module -e "import { signRepository, sourcesFile } from './packaging/repository.ts'; $1"; }
offer() { # VERSION
	cp "$debs/trainer-site_$1.deb" "$repository/"
	repository_ts "signRepository('$repository', { key: 'updates@example.com', now: new Date() })"
}
repository_ts "process.stdout.write(sourcesFile('http://127.0.0.1:8099', 'updates@example.com'))" >"$root/etc/apt/sources.list.d/trainer-site.sources"
serve_repository() { in_root systemd-run --quiet --unit=try-repository -p StandardError=file:/var/log/try-repository caddy file-server --root /srv/apt --listen 127.0.0.1:8099 --access-log; }
offered() { in_root cat "$updates/offer"; }
progress() { in_root cat "$updates/progress"; }
ask_for_versions() { in_root systemctl start trainer-site-update-check && offered; }
# What the panel does: as the site's user, an empty file. The one before may keep the next from starting for a minute.
settle() { for _ in $(seq 120); do [ "$(in_root systemctl is-active trainer-site-update)" != inactive ] || return 0; sleep 1; done; }
tap() {
	settle
	in_root rm -f "$updates/progress"
	in_root setpriv --reuid=trainer-site --regid=trainer-site --clear-groups sh -c ': >/var/lib/trainer-site/update-requested'
	within 240 says 'phase: [df]' progress
}
# Written by nobody but root, and not by upgrades.
files_of_root() { in_root sh -c 'sha256sum /etc/passwd /etc/shadow /etc/trainer-site/env; find /root /etc /usr -xdev -newer /run/try-mark -type f ! -path "/etc/apt/*" | sort'; }
# With the tables of 1.0.6.
variant 1.0.7 '' 'return 1'
variant 1.0.8 'process.exit(3);' 'return 1'
offer 1.0.6
offer 1.0.7
serve_repository
in_root systemctl start trainer-site-update-check.timer trainer-site-update.path
check "the repository offers the next version" says "offered: 1.0.7" ask_for_versions
check "with what is new" says "news: Szybsze zdjęcia" offered
check "unattended-upgrades knows the repository" says "o=trainer-site\|origin=trainer-site" in_root unattended-upgrade --dry-run --debug
check "and the service may read that, but not change it" fails in_root setpriv --reuid=trainer-site --regid=trainer-site --clear-groups sh -c "cat $updates/offer && : >$updates/offer"
in_root systemctl is-active --quiet trainer-site-update.path || echo "the path is not watched"
(in_root trainer-site publish >"$folder/published-$suite" 2>&1 || true) &
publishing=$!
check "a tap, while a publication runs, installs it" tap
wait "$publishing"
check "and says so" says "phase: done" progress
check "and it runs" runs 1.0.7
check "what was being published can be published" says "jest opublikowana\|nie ma zmian\|Nic się nie zmieniło" in_root trainer-site publish
check "the check sent nothing of this site" fails grep -qiE "cookie|authorization|example\.pl|$(in_root cat /etc/machine-id)" "$root/var/log/try-repository"
offer 1.0.8
check "a broken version is offered like any other" says "offered: 1.0.8" ask_for_versions
check "a tap" tap
check "leads to the reason" says "fault: próba się nie udała: program nie uruchamia się na kopii danych$" progress
check "and 1.0.7 goes on" runs 1.0.7

echo "== whatever is in the file that asks for the update"
in_root touch /run/try-mark
before=$(files_of_root)
for words in 'head -c 1000000 /dev/urandom >update-requested' 'ln -sf /etc/shadow update-requested; : >>/var/lib/trainer-site/other' \
	'rm -f update-requested; mkdir update-requested; : >update-requested/x' 'rm -rf update-requested; mkfifo update-requested; :' \
	'rm -f update-requested; printf "trainer-site=1.0.1; touch /root/taken" >update-requested'; do
	in_root setpriv --reuid=trainer-site --regid=trainer-site --clear-groups sh -c "cd /var/lib/trainer-site; $words" || true
done
in_root rm -rf /var/lib/trainer-site/update-requested
settle
check "the same upgrade or nothing" eval 'runs 1.0.7 && in_root test ! -e /root/taken && [ "$before" = "$(files_of_root)" ]'
in_root systemctl stop try-repository
check "a tap while the repository is away" tap
check "is told" says "fault: away" progress
check "and changes nothing" runs 1.0.7
serve_repository
# Prolonged where it signs, but not in the package that is installed here.
gpg --batch --quiet --faked-system-time 20250101T000000 --passphrase '' --quick-generate-key expired@example.com ed25519 sign 1d 2>/dev/null
repository_ts "process.stdout.write(sourcesFile('http://127.0.0.1:8099', 'expired@example.com'))" >"$root/etc/apt/sources.list.d/trainer-site.sources"
gpg --batch --quiet --passphrase '' --quick-set-expire "$(gpg --list-keys --with-colons expired@example.com | awk -F: '/^fpr/ {print $10; exit}')" 1y
repository_ts "signRepository('$repository', { key: 'expired@example.com', now: new Date() })"
check "a key that has expired is told" says "fault: key-expired" ask_for_versions
in_root rm -f /etc/apt/sources.list.d/trainer-site.sources
gpgconf --kill all
unset GNUPGHOME
check "the broken version is put right" in_root dpkg -i /root/trainer-site_1.0.6.deb
check "and neither the failure nor the offer is told any more" fails in_root sh -c "cat $updates/progress || cat $updates/offer"
