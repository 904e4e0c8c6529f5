# Stops the kubelet, containerd and all pods but those of etcd, of the API server and those that run on. Unpacks the
# kubelet's folder from standard input, and prints the UIDs of the pods that run on. Needs pods.sh.
# Arguments: the time since which a pod that runs on has not changed, UIDs of pods that may run on, and of each of their
# processes its name, its number and when it started.
set -eu
# Containers that containerd finds dead when it starts went with it; others would have failed and restarted.
systemctl stop kubelet containerd
since=$1
may=$2
shift 2
find_kept
while [ $# -gt 0 ]; do
    if runs_on "$1" "$2" "$3"; then
        kept="$kept $uid"
        echo "$uid" | tr _ -
    fi
    shift 3
done
of_kept() {
    for uid in $kept; do
        case $1 in *"$uid"*) return 0 ;; esac
    done
    return 1
}
places=''
for process in /proc/[0-9]*; do
    place "$process"
    if of_kept "$place"; then places="$places $place"; fi
done
# A shim is named by its pod's first container.
serves_kept() {
    id=$(tr '\0' ' ' 2> /dev/null < "$1/cmdline" | sed -nE 's/.* -id ([0-9a-f]+).*/\1/p')
    [ -n "$id" ] || return 1
    case $places in *"/$id"* | *"-$id"*) return 0 ;; esac
    return 1
}
strays() {
    for process in /proc/[0-9]*; do
        pid=${process#/proc/}
        place "$process"
        read -r stat 2> /dev/null < "$process/stat" || continue
        set -- ${stat##*) }
        # The first process; this shell, and what it has just started.
        [ "$pid" != 1 ] && [ "$pid" != $$ ] && [ "$2" != $$ ] || continue
        case $place in
            */ssh.service) [ "$2" = 1 ] || echo "$pid" ;;
            */containerd.service) serves_kept "$process" || echo "$pid" ;;
            /system.slice/*) ;;
            *) of_kept "$place" || echo "$pid" ;;
        esac
    done
}
for round in 1 2 3 4 5; do
    strays=$(strays)
    [ -n "$strays" ] || break
    kill -9 $strays 2> /dev/null || true
done
mounted() {
    awk '$2 ~ "^/var/lib/kubelet/pods/" { print $2 }' /proc/mounts | sort -r | while read -r mount; do
        of_kept "$(echo "$mount" | tr - _) $mount" || echo "$mount"
    done
}
for round in 1 2 3; do
    mounted | while read -r mount; do umount -l "$(printf '%b' "$mount")" || true; done
done
left=$(mounted)
if [ -n "$left" ]; then
    echo "still mounted: $left" >&2
    exit 1
fi
cd /var/lib/kubelet
exclude=''
for entry in pods/* * .[!.]*; do
    [ -e "$entry" ] || continue
    case $entry in
        pods) ;;
        pods/*)
            if of_kept "$(echo "$entry" | tr - _) $entry"; then exclude="$exclude --exclude kubelet/$entry"
            else rm -rf --one-file-system "$entry"; fi ;;
        *) rm -rf --one-file-system "$entry" ;;
    esac
done
tar -x -p --numeric-owner -C /var/lib $exclude --warning=no-unknown-keyword -f -
find /tmp /dev/shm -xdev -mindepth 1 -delete 2> /dev/null || true
systemctl start --no-block containerd
