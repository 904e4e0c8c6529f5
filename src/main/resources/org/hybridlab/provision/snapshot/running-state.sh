# Prints how the machine runs. $1 and $2 are the share of the pod network and its MTU, as they were noted. Without
# them, the machine's present ones count. Needs pods.sh.
set -eu
share=${1:-}
mtu=${2:-}
date +%s.%N
sed -n 's/^btime /booted at /p' /proc/stat
for process in /proc/[0-9]*; do
    place "$process"
    read -r name 2> /dev/null < "$process/comm" || continue
    kind='process '
    case $place:$name in
        *:containerd-shim*) continue ;;
        /kube*:etcd | /kube*:kube-apiserver) is_static || continue ;;
        /system.slice/*) ;;
        /kube*:flanneld) kind="process of the network's pod: " ;;
        /kube*:coredns) kind="process of a pod: " ;;
        *) [ "$process" = /proc/1 ] || continue ;;
    esac
    read -r stat 2> /dev/null < "$process/stat" || continue
    set -- ${stat##*) }
    # A child of sshd is somebody's session; one of containerd or the kubelet has ended soon.
    case $place in /system.slice/*) [ "$2" = 1 ] || continue ;; esac
    echo "$kind$name (${process#/proc/}, started at ${20})"
    [ "$kind" = "process of a pod: " ] || continue
    pid=${process#/proc/}
    {
        nsenter -t "$pid" -n sh -c \
            'ip -o address; ip route show table all; ip rule; iptables-save; tc qdisc'
        grep -s . "/sys/fs/cgroup$place"/*.max /sys/fs/cgroup/*"$place"/*limit_in_bytes \
            /sys/fs/cgroup/*"$place"/*quota_us /sys/fs/cgroup/*"$place"/pids.max
    } | sed -E "/^#/d; s/ \\[[0-9:]*\\]//; s/^/around process $pid: /"
done | sort
date "+pods are noted at %s.%N"
echo "host name $(hostname)"
# Files that the provider and the pod network may write again as they were.
sed 's/^/hosts /' /etc/hosts
sed 's/^/resolv.conf /' /etc/resolv.conf
[ ! -d /etc/cni/net.d ] || find /etc/cni/net.d -printf 'path %y %m %u %g %p %l\n' \
    -type f -exec sed 's/^/net.d /' {} \; | sort
for command in iptables-save ip6tables-save; do
    "$command" 2> /dev/null | sed -E -e "/KUBE-|CNI-|^#|^COMMIT/d; s/ \\[[0-9:]*\\]//" \
        -e "s/^/$command /; /FLANNEL-/s/^/network of pods: /"
done
nft list tables 2> /dev/null | while read -r table; do
    echo "nft $table"
    case $table in
        *' nat' | *' filter' | *' mangle' | *' raw' | *kube*) ;;
        *flannel*) nft list $table | sed -E 's/packets [0-9]+ bytes [0-9]+//; s/^/network of pods: /' ;;
        *) nft list $table | sed -E 's/packets [0-9]+ bytes [0-9]+//; s/^/nft /' ;;
    esac
done
# The bridge of pods comes and goes: of it only what its CNI plugins would not make. Without a pod its MTU
# is the kernel's own.
: "${share:=$(sed -n 's/^FLANNEL_SUBNET=//p' /run/flannel/subnet.env 2> /dev/null || true)}"
: "${mtu:=$(sed -n 's/^FLANNEL_MTU=//p' /run/flannel/subnet.env 2> /dev/null || true)}"
if [ -z "$(ls /sys/class/net/cni0/brif 2> /dev/null || true)" ]; then mtu="$mtu|1500"; fi
ip -o link show | sed -nE 's/^[0-9]+: ([^@:]*)[^<]*<([^>]*)> mtu ([0-9]+).*/link \1 \3 \2/p' |
    sed -E "/^link veth/d; s/,?(LOWER_UP|NO-CARRIER)//g
        /^link cni0 ($mtu) ,?BROADCAST,MULTICAST(,UP)?\$/d" | sort
ip -o address show |
    sed -nE '/ veth| fe80/d; s/^[0-9]+: +(\S+) +(\S+) +(\S+).*/address \1 \2 \3/p' |
    sed -E "s#^address cni[^ ]* inet $share\$#network of pods: &#" | sort
ip rule show | sed 's/^/rule /'
ip -4 route show table all | sed -E '/ table local /d; s/^/route /
    / dev (cni\S* proto kernel|flannel\S* onlink)/{ s/^/network of pods: /; s/ linkdown//; }' | sort
ip -o link show | sed -nE 's/^[0-9]+: (flannel[^@:]*).*/\1/p' | while read -r device; do
    ip -d -o link show dev "$device" | sed -E 's/^[0-9]+: //'
    bridge fdb show dev "$device"
    ip neigh show dev "$device" nud permanent
done | sed 's/^/network of pods: /' | sort
[ ! -f /run/flannel/subnet.env ] || sed 's/^/network of pods: /' /run/flannel/subnet.env
# What slows down pods' packets no CNI plugin puts there; what a pod's has goes with the pod.
tc qdisc show 2> /dev/null | sed -E '/ noqueue .* dev (veth|cni)/d; / dev veth/s/^/queue of pods: /' | sort
# Of neighbours a container has no defaults; one plugin lets ports of the host lead to pods.
grep -rs . /proc/sys/net/ipv4 /proc/sys/net/bridge |
    sed -E '/\/veth|\/cni0\/route_localnet|\/tcp_fastopen_key|\/route\/flush/d; s/^/setting /' |
    sort -r | awk -F: '
        /\/default\/|\/neigh\/lo\// { usual[$1] = $2 }
        /\/cni/ { of = $1; sub("/neigh/cni[^/]*/", "/neigh/lo/", of); sub("/cni[^/]*/", "/default/", of) }
        /\/cni/ && usual[of] == $2 { next }
        { print }' | sort
awk '$2 !~ "^/(var/lib/(kubelet/pods|containerd)/|run/(containerd|netns|user)(/|$))" \
    { print "mount", $2, $3, $4 }' /proc/mounts | sort
# Of these, files that changed do not tell.
find / /var /var/lib -maxdepth 0 -printf 'path %m %U:%G %p\n'
for folder in /run/systemd/system /run/systemd/transient; do
    [ ! -d "$folder" ] || find "$folder" -xdev -maxdepth 2 -printf 'path %p\n'
done | sort
