# place PROCESS: sets $place to the place of a process in the tree of control groups, as systemd names it, such as
# /system.slice/ssh.service. Pods are below the kubelet's part, by their UID. There are hundreds of processes, so
# this starts no program.
place() {
    place=''
    { while IFS= read -r line; do
        case $line in
            *:name=systemd:*) place=${line#*:name=systemd:}; return ;;
            0::*) place=${line#0::} ;;
        esac
    done < "$1/cgroup"; } 2> /dev/null || true
}
# Prints the UID of the pod whose process is in $place.
uid() { echo "$place" | sed -nE 's/.*pod([0-9a-f][0-9a-f_-]+).*/\1/p'; }
# Whether the kubelet made that pod from a file, as it does those of kubeadm. Such a UID is a sum of the file. A UID
# of the API server has dashes, which systemd writes as underlines.
is_static() { case $(uid) in '' | *[!0-9a-f]*) return 1 ;; esac; }
# runs_on NAME PROCESS STARTED: whether the pod's UID is in $may and nothing of the pod has changed since $since: its
# processes, its volumes, its own files. Sets $uid.
runs_on() {
    process=/proc/$2
    read -r stat 2> /dev/null < "$process/stat" || return 1
    set -- "$2" "$3" ${stat##*) }
    case $3 in T | t | X | Z) return 1 ;; esac
    [ "${22}" = "$2" ] || return 1
    place "$process"
    uid=$(uid)
    case " $may " in *" $(echo "$uid" | tr _ -) "*) ;; *) return 1 ;; esac
    for other in /proc/[0-9]*; do
        place "$other"
        case $place in *"$uid"*) ;; *) continue ;; esac
        name=''
        { read -r name < "$other/comm"; } 2> /dev/null
        [ "$name" = pause ] || [ "$other" = "$process" ] || return 1
    done
    pod=/var/lib/kubelet/pods/$(echo "$uid" | tr _ -)
    for volume in "$pod/volumes"/*; do
        case ${volume##*/} in kubernetes.io~configmap | kubernetes.io~projected) ;; *) return 1 ;; esac
    done
    # A container's own files, where containerd has them: seen from the container, devices differ.
    own=$(sed -nE 's/^[^ ]+ [^ ]+ [^ ]+ [^ ]+ \/ .*[ ,]upperdir=([^, ]+).*/\1/p' "$process/mountinfo")
    [ -d "$own" ] || return 1
    # Tokens are renewed all the time.
    changed=$(find "$pod/volumes" "$pod/etc-hosts" "$own" "$process/root/etc/resolv.conf" \
        -path '*/kubernetes.io~projected/kube-api-access-*' -prune -o -newerct "@$since" -print) || return 1
    [ -z "$changed" ]
}
# Sets $kept to the UIDs of the pods of etcd and the API server. An app may have processes with such names.
find_kept() {
    kept=''
    for process in /proc/[0-9]*; do
        read -r name 2> /dev/null < "$process/comm" || continue
        case $name in
            etcd | kube-apiserver) ;;
            *) continue ;;
        esac
        place "$process"
        if is_static; then kept="$kept $(uid)"; fi
    done
}
