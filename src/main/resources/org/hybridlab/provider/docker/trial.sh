#!/bin/bash
# Tries what machines of labs need of Docker and of this host. The first argument says what is tried. The script runs on
# the host, but in containers for "machine" and "filters". What fails prints one line: id, what, advice and evidence,
# with tabs between. An answer that does not come, and a program that is not there, fail nothing.

fails() { # ID WHAT ADVICE EVIDENCE
    printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$(tr -s '\n\t ' ' ' <<< "$4")"
    exit
}
fails_elsewhere() {
    fails docker-elsewhere "Docker runs elsewhere than on this host: this host does not reach its containers." \
        "Ask a Docker that runs on this host itself, not Docker Desktop or rootless Docker: see \`docker context \
ls\`, and unset DOCKER_HOST." \
        "$1"
}
fails_podman() {
    fails docker-is-podman "The program docker is Podman, or asks Podman." \
        "Install Docker instead of podman-docker, or unset DOCKER_HOST. Machines of labs do not run on Podman." "$1"
}
fails_filtered() { # WHAT EVIDENCE
    fails lab-network-filtered "$1" \
        "Allow what comes from and goes to interfaces hl-*, in that chain or in your firewall's settings (firewalld: \
the zone docker). With a VPN, allow local networks." \
        "$2"
}
fails_machine() { # THING ADVICE EVIDENCE
    fails docker-machine-lacks "A container of Docker's does not have what machines of labs need: $1." "$2" "$3"
}

# Whether any lab can have machines here.
try_daemon() {
    info=$(docker info --format '{{.ID}} {{.DockerRootDir}}|{{.KernelVersion}}|{{.Driver}}|{{.SecurityOptions}}' 2>&1)
    case $info in
        *define.Info*) fails_podman "docker info: $info" ;;
        */containers/storage\|*) fails_podman "docker info: its folder is ${info%%|*}" ;;
    esac
    IFS='|' read -r id kernel driver security < <(grep -F '|' <<< "$info")
    folder=${id#* }
    if [ -n "$kernel" ] && [ "$kernel" != "$(uname -r)" ] || [[ $security == *name=rootless* ]]; then
        fails_elsewhere "docker info: kernel $kernel, security options $security"
    fi
    if [[ $security == *name=userns* ]]; then
        fails docker-userns-remap "Docker maps root of its containers to another user, and machines of labs need \
root." \
            "Take userns-remap out of /etc/docker/daemon.json or dockerd's arguments, and restart Docker. It then has \
its earlier images again." \
            "docker info: security options $security"
    fi
    if [ -n "$driver" ] && [ "$driver" != overlay2 ] && [ "$(stat -f -c %T "$folder" 2> /dev/null)" = overlayfs ]; then
        fails_overlay "$folder lies on an overlay, storage driver $driver"
    fi
}

# BRIDGE NETWORK CONTAINER MACHINE...: whether this host reaches machines. Without a bridge, whatever the route; without
# a container of the lab, none of them runs.
try_host() {
    bridge=$1 network=$2 container=$3
    shift 3
    for machine; do
        route=$(ip -4 route get "$machine" 2> /dev/null)
        device=$(sed -nE '1s/.* dev ([^ ]+).*/\1/p' <<< "$route")
        if [ -n "$device" ] && [ "$device" != "${bridge:-$device}" ]; then
            if ip link show dev "$bridge" 2>&1 | grep -q 'does not exist'; then
                fails_elsewhere "Docker made $bridge, and this host has no such interface"
            fi
            fails lab-network-routed-elsewhere \
                "This host sends packets to the lab's network $network elsewhere than to the lab." \
                "Write another network as network.machines. Or let this one come first, until the next boot: sudo ip \
rule add priority 10 to $network lookup main. With a VPN, allow local networks." \
                "\`ip route get $machine\`: $route; \`ip rule\`: $(ip rule | grep -vE 'lookup (local|main|default) *$')"
        fi
        # A port that is closed says so at once. The kernel has sent three packets by then.
        if [ -n "$container" ]; then
            timeout 4 bash -c "< /dev/tcp/$machine/22" 2> /dev/null
            if [ $? = 124 ]; then
                fails_filtered "This host does not reach the lab's machines: something drops its packets." \
                    "$machine, port 22: no answer within 4 s; $(try_rules "$container")"
            fi
        fi
    done
}

# CONTAINER: rules of the host that drop packets, from a container in the host's network: only root may list them.
try_rules() {
    rules=$(docker run --rm --network=host --cap-add=NET_ADMIN --entrypoint=bash \
        "$(docker inspect --format '{{.Image}}' "$1")" -c "$BASH_EXECUTION_STRING" trial filters 2> /dev/null)
    echo "rules of this host: $(tr -s '\n\t ' ' ' <<< "${rules:-neither iptables nor nftables lists one that says so}")"
}

# Docker sets the policy of iptables' FORWARD, and lets labs through.
try_filters() {
    {
        iptables-legacy-save -t filter | grep -E '^-A (FORWARD|DOCKER-USER) .*-j (DROP|REJECT)'
        nft list ruleset | awk '/^table/ {t = $2 " " $3} /^\tchain/ {c = $2} /^\t}/ {f = 0}
            /hook (forward|output)/ {f = 1} /chain DOCKER-USER/ {f = 1}
            f && !/packets 0 / && (/policy drop/ && c != "FORWARD" || !/policy/ && /(drop|reject)/) {
                print t, c ":", $0
            }'
    } 2> /dev/null | head -n 6
}

# IMAGE ARGUMENT...: a throw-away machine.
try_box() {
    image=$1
    shift
    # The box's first process would make its control groups writable.
    docker run --rm --mount=type=volume,target=/trial --env=volume=/trial --entrypoint=bash "$@" "$image" \
        -c 'for group in $(grep -o "/sys/fs/cgroup[^ ]*" /proc/mounts); do mount -o remount,bind,rw $group; done'"
$BASH_EXECUTION_STRING" trial machine
}

fails_overlay() {
    fails_machine "an overlay in a volume" \
        "Move Docker's folder to ext4 or xfs: set data-root in /etc/docker/daemon.json, and restart Docker." "$1"
}
# NAME MACHINE...: as root in a machine with its container's name, and with others that run.
try_machine() {
    disk=$(mktemp -d "${volume:-/var/lib/containerd}/trial-XXXXXX")
    mkdir "$disk"/{lower,upper,work,merged}
    said=$(mount -t overlay -o "lowerdir=$disk/lower,upperdir=$disk/upper,workdir=$disk/work" none "$disk/merged" 2>&1)
    failed=$?
    umount "$disk/merged" 2> /dev/null
    rm -rf "$disk"
    [ $failed = 0 ] || fails_overlay "$said"

    groups=/sys/fs/cgroup
    if [ ! -e $groups/cgroup.procs ]; then groups=$groups/memory; fi
    said=$(mkdir -p $groups/hybridlab-trial 2>&1 && rmdir $groups/hybridlab-trial 2>&1) ||
        fails_machine "control groups of its own" "Run \`docker info\`, and see what it says of Cgroup." "$said"

    said=$(ip link add hl-trial type vxlan id 1 dstport 0 2>&1 && ip link del hl-trial 2>&1) ||
        fails_machine VXLAN "Install the package with your kernel's modules, then: modprobe vxlan" "$said"

    # systemd and a kubelet take about 300. tail says what it does not get, and ends with the process that it follows.
    files=$(mktemp -d)
    touch "$files"/{1..400}
    sleep 0 &
    wait $!
    said=$(tail -s 0.01 --pid=$! -qF -- "$files"/* 2>&1 | grep inotify)
    rm -r "$files"
    [ -z "$said" ] || fails inotify-watches-used-up "Too few inotify watches are free on this host." \
        "Raise their limit: sudo sysctl -w fs.inotify.max_user_watches=524288" "$said"

    if [ "$(sed -n '/^nameserver/{p;q}' /etc/resolv.conf)" = 'nameserver 127.0.0.11' ]; then
        timeout 3 getent hosts "$1" > /dev/null || fails_machine "names of other machines, and of hosts outside" \
            "Restart Docker. Its resolver needs iptables: do not start it with --iptables=false." \
            "127.0.0.11 does not know $1"
    fi
    shift
    for machine; do
        timeout 3 bash -c "< /dev/tcp/$machine/22" 2> /dev/null
        if [ $? = 124 ]; then
            fails_filtered "Machines of the lab do not reach each other: this host drops what its bridge passes on." \
                "from $(hostname) to $machine, port 22: no answer within 3 s"
        fi
    done
}

what=$1
shift
"try_$what" "$@"
