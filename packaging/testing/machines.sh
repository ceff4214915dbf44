# Booted Debian machines in a network of their own, 10.77.0.0/24, in which this machine is 10.77.0.1. Sourced by trials of several machines.
network=trial-$$
declare -A leaders nspawns

make_network() { # LINE-OF-HOSTS...
	ip netns add "$network"
	ip -n "$network" link set lo up
	ip -n "$network" link add trial type bridge
	ip -n "$network" addr add 10.77.0.1/24 dev trial
	ip -n "$network" link set trial up
	mkdir -p "/etc/netns/$network"
	printf '%s\n' '127.0.0.1 localhost' "$@" >"/etc/netns/$network/hosts"
}
# Runs a program of this machine in that network.
here() { ip netns exec "$network" "$@"; }
# In the background, so that $! is the program itself.
spawn() { exec ip netns exec "$network" "$@"; }

boot_machine() { # NAME ROOT ADDRESS
	local name=$1 root=$2 address=$3
	systemd-nspawn --quiet --boot --private-network --register=no --keep-unit --settings=no --machine="trial-$name" -D "$root" >"$folder/console-$name.log" 2>&1 &
	nspawns[$name]=$!
	leaders[$name]=
	for _ in $(seq "${BOOT_SECONDS:-200}"); do
		[ -n "${leaders[$name]}" ] || find_leader "$name" "$address"
		[ -z "${leaders[$name]}" ] || ! [[ $(on "$name" systemctl is-system-running 2>/dev/null) =~ ^(running|degraded)$ ]] || return 0
		sleep 1
	done
	echo "$name does not boot: $folder/console-$name.log" >&2
	exit 1
}
# The machine's first process, once it has left this machine's network.
find_leader() { # NAME ADDRESS
	local found
	found=$(pgrep -P "${nspawns[$1]}" | head -1 || true)
	[ -n "$found" ] && [ "$(readlink "/proc/$found/ns/net")" != "$(readlink /proc/self/ns/net)" ] || return 0
	leaders[$1]=$found
	connect "$1" "$2" 2>/dev/null || leaders[$1]=
}
connect() { # NAME ADDRESS
	local leader=${leaders[$1]}
	ip -n "$network" link add "to-$1" type veth peer name host0 netns "$leader" &&
	ip -n "$network" link set "to-$1" master trial up &&
	nsenter -t "$leader" -n ip link set lo up &&
	nsenter -t "$leader" -n ip addr add "$2/24" dev host0 &&
	nsenter -t "$leader" -n ip link set host0 up
}
on() ( # NAME COMMAND...
	exec nsenter -t "${leaders[$1]}" -m -u -i -n -p -C -r -w -- env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 HOME=/root TERM=dumb DEBIAN_FRONTEND=noninteractive "${@:2}"
)
# As if its power had failed.
kill_machine() { # NAME
	kill -KILL "${leaders[$1]}"
	wait "${nspawns[$1]}" 2>/dev/null || true
	unset "leaders[$1]" "nspawns[$1]"
}
end_machines() {
	for pid in "${nspawns[@]}"; do pkill -KILL -P "$pid" || true; done
	ip netns del "$network" 2>/dev/null || true
	rm -rf "/etc/netns/$network"
}
