#!/bin/bash
# Builds deploy/Dockerfile and runs it as its head says, with buildah and podman in place of Docker; the base is made by debootstrap.
#   [RUNTIME=runc] packaging/testing/try-container.sh dist/trainer-site_1.0.0_amd64.deb [FOLDER]
# Needs root, debootstrap, buildah, podman, iptables and catatonit (for --init). FOLDER (default /var/tmp/trainer-site-try) keeps the base. crun runs on cgroups
# of one version only, RUNTIME=runc on both.
set -euo pipefail
deb=$(realpath "${1:?a package}") folder=$(realpath -m "${2:-/var/tmp/trainer-site-try}")
here=$(dirname "$(realpath "$0")")
. "$here/common.sh"
cd "$here/../.."
own=$folder/container suite=$(sed -n 's/^FROM debian:\(.*\)-slim/\1/p' deploy/Dockerfile)
trap end EXIT
end() {
	pod rm -f -t 2 site >/dev/null 2>&1 || true
	pod volume rm -f trainer-site >/dev/null 2>&1 || true
	rm -rf "$own"
}
# Nothing of this machine's own containers is touched.
places=(--root "$own/store" --runroot "$own/run" --storage-driver overlay)
pod() { podman ${RUNTIME:+--runtime "$RUNTIME"} "${places[@]}" --cgroup-manager cgroupfs --network-config-dir "$own/networks" --tmpdir "$own/tmp" --volumepath "$own/volumes" "$@"; }
build() { buildah "${places[@]}" "$@"; }

make_base "$folder/base-container-$suite" "$suite" ca-certificates
rm -rf "$own"
mkdir -p "$own"/{dist,networks,tmp,volumes}
cp "$deb" "$own/dist/"
import_base() {
	local from
	from=$(build from scratch)
	build add --quiet "$from" "$folder/base-container-$suite" / >/dev/null
	build commit --quiet "$from" "docker.io/library/debian:$suite-slim" >/dev/null
	build rm "$from" >/dev/null
}
echo "== the image"
check "a base from debootstrap" import_base
check "deploy/Dockerfile builds" build bud --isolation chroot --pull-never -f deploy/Dockerfile -t trainer-site "$own/dist"
echo "      $(build images --format '{{.Name}} {{.Size}}' | grep trainer-site)"

# The words of the file's head, without the name of the program.
head=$(sed -n '/^#   docker run/,/trainer-site$/s/^# *//p' deploy/Dockerfile | tr -d '\\\n' | sed 's/^docker run//; s/trainer-site$//')
# Where limits cannot be raised or no port be handed on, as in a machine that is a container itself, the output says so.
more=
start() { pod run -d --name site $head $more localhost/trainer-site; }
starts() { start >"$own/said" 2>&1 || { echo "      not here: $(tail -1 "$own/said")"; pod rm -f site >/dev/null 2>&1; return 1; }; }
ask() { curl -fsS -m 10 -H 'Host: www.example.pl' "http://127.0.0.1:3000$1"; }
told() { pod exec site trainer-site "$@"; }
enquire() { curl -fsS -m 20 -H 'Content-Type: application/json' -d '{"name":"Ala","phone":"600100200","message":"Dzień dobry","elapsedMs":20000}' http://127.0.0.1:3000/api/enquiries; }

echo "== run:$head"
starts || {
	more="--ulimit nofile=8192:8192 --ulimit nproc=1024:1024"
	echo "      with $more:"
	starts || {
		head=${head/-p 127.0.0.1:3000:3000/} more+=" --network host -e HOST=127.0.0.1"
		echo "      with $more:"
		check "it starts" starts
	}
}
check "a page" within 60 says "Strona w przygotowaniu" ask /
inside() { pod exec site sh -c "$1"; }
check "as its own user" says '^trainer-site$' inside 'id -un'
check "without a capability" says '^CapBnd:[[:space:]]*0*$' inside 'cat /proc/1/status'
check "and none to be had" says '^NoNewPrivs:[[:space:]]*1$' inside 'cat /proc/1/status'
check "everything but the volume is read-only" says 'Read-only file system' inside ': >/usr/lib/trainer-site/x'
mapfile -t health < <(node -p 'JSON.parse(/^HEALTHCHECK CMD (.*)$/m.exec(require("fs").readFileSync("deploy/Dockerfile", "utf8"))[1]).join("\n")')
check "the health check succeeds" pod exec site "${health[@]}"
make_own_site "$own/site"
bring() { tar -C "$own/site" -c . | pod exec -i site sh -c 'mkdir /tmp/own && tar -C /tmp/own -x' && told content /tmp/own; }
check "content of one's own" bring
check "a publication" says "jest opublikowana" told publish
check "visitors see it" within 10 says "tel:+48600100200" ask /kontakt
check "an enquiry is taken" enquire
check "the export has it" says Ala told enquiries export
check "a link to the panel" says "https://www.example.pl/panel/start" told panel link
check "a full backup" told backup
echo "      memory: $(inside 'cat /proc/[0-9]*/cmdline | tr "\0" " " >/dev/null; grep -h ^Pss: /proc/[0-9]*/smaps_rollup 2>/dev/null' | awk '{s += $2} END {print int(s / 1000)}') MB"

echo "== a new container with the same volume"
stop() { pod stop -t 30 site && [ "$(pod inspect -f '{{.State.ExitCode}}' site)" = 0 ]; }
begun=$SECONDS
check "it ends by itself when asked to" stop
echo "      after $((SECONDS - begun)) s"
check "and goes" pod rm site
check "another starts" start
check "with the publication" within 60 says "tel:+48600100200" ask /kontakt
check "and the enquiry" says Ala told enquiries export
end_of_trial
