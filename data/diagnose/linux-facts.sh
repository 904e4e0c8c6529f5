# What decides on a Linux machine whether it is a node: a line for each fact that known failures look for. Run as
# root by `sh`, with NAME ADDRESS ROLE INTERFACE RANK, and of the pod network PROGRAM SETTINGS SHARE CHAIN. INTERFACE is
# the pod network's, or - if it has none. RANK is `first` on the control plane that kubeadm init runs on. PROGRAM is a
# CNI program, SETTINGS its file, SHARE the file with the node's pod CIDR, CHAIN accepts what is forwarded. Changes
# nothing.
# A probe that cannot tell prints `unknown: WHAT`. Only what was seen to be missing is said to be missing.
# The last line is `facts: complete`, so that an answer that was cut off is known as such.
export LC_ALL=C
name=$1 address=$2 role=$3 interface=$4 rank=$5
plugin=$6 cni=$7 shared=$8 chain=$9
joined=no
if [ -e /etc/kubernetes/hybridlab-joined ] || [ -e /etc/kubernetes/hybridlab-initialised ]; then joined=yes; fi
has() { command -v "$1" > /dev/null 2>&1; }
unknown() { echo "unknown: $*"; }
limited() { if has timeout; then timeout 3 "$@"; else "$@"; fi; }

echo "clock $(date +%s)"
[ "$(cat /proc/sys/kernel/hostname)" = "$name" ] || echo "host name $(cat /proc/sys/kernel/hostname), expected $name"
if [ -r /etc/hosts ]; then
    awk -v name="$name" -v address="$address" '$1 == address {for (i = 2; i <= NF; i++) if ($i == name) found = 1}
        END {exit !found}' /etc/hosts || echo "hosts file without $address $name"
    # Of several lines with a name the first one counts.
    awk '$1 ~ /:/ {next} /^# hybridlab begin$/ {lab = 1} /^# hybridlab end$/ {lab = 0} {
        for (i = 2; i <= NF && $1 !~ /^#/ && $i !~ /^#/; i++) {
            if (!($i in first)) first[$i] = $1
            if (lab) own[$i] = $1
        }
    } END {
        for (one in own) if (first[one] != own[one])
            print "hosts file gives " one " the address " first[one] ", expected " own[one]
        if (!("localhost" in first)) print "hosts file without 127.0.0.1 localhost"
    }' /etc/hosts
else unknown /etc/hosts; fi

if has ip; then
    addresses=$(limited ip -o -4 address show) && case "$addresses" in
        *" $address/"*) ;;
        *) echo "address $address missing" ;;
    esac || unknown 'addresses of the adapters'
else unknown 'addresses of the adapters'; fi

# --- file systems
for path in / /etc/cni/net.d /etc/kubernetes /run /var/lib/cni /var/lib/containerd /var/lib/etcd /var/lib/kubelet \
        /var/log /var/log/pods; do
    [ -d "$path" ] || continue
    seen=$(limited df -Pk "$path" 2> /dev/null \
        | awk 'NR == 2 {printf "%s %s, %d MiB free\n", $6, $5, $4 / 1024}')
    [ -n "$seen" ] || { unknown "free space of $path"; continue; }
    echo "disk $seen"
    limited df -Pi "$path" 2> /dev/null | awk 'NR == 2 && $2 > 0 {print "inodes", $6, $5 ",", $4, "free"}'
    awk -v mount="${seen%% *}" '$2 == mount {options = $4} END {if (("," options ",") ~ /,ro,/)
        print "read-only file system", mount}' /proc/mounts
done | sort -u | awk '($1 != "disk" && $1 != "inodes") || !seen[$1, $2]++'

# --- memory, processes, connections, watches
awk '/^MemTotal:/ {all = $2} /^MemAvailable:/ {free = $2; known = 1}
    END {if (known && free < 51200) printf "memory of the machine short: %d of %d MiB\n", free / 1024, all / 1024}' \
    /proc/meminfo
share() { # WHAT USED LIMIT
    case "$2$3" in *[!0-9]* | '') return ;; esac
    [ "$3" -gt 0 ] && [ $(($2 * 100 / $3)) -ge 95 ] && echo "$1 used up: $2 of $3"
}
share processes "$(cat /sys/fs/cgroup/pids.current 2> /dev/null)" "$(cat /sys/fs/cgroup/pids.max 2> /dev/null)"
share connections "$(cat /proc/sys/net/netfilter/nf_conntrack_count 2> /dev/null)" \
    "$(cat /proc/sys/net/netfilter/nf_conntrack_max 2> /dev/null)"
if has timeout; then
    case "$(timeout 0.2 tail -n 0 -f /etc/hosts 2>&1)" in
        *inotify*) echo 'inotify watches used up' ;;
        *) echo 'inotify watches free' ;;
    esac
fi

# --- the kernel's settings for pods
if [ "$role" != etcd ]; then
    echo "sysctl net.ipv4.ip_forward $(cat /proc/sys/net/ipv4/ip_forward)"
    if [ -r /proc/sys/net/bridge/bridge-nf-call-iptables ]; then
        echo "sysctl net.bridge.bridge-nf-call-iptables $(cat /proc/sys/net/bridge/bridge-nf-call-iptables)"
    elif [ ! -d /sys/module/br_netfilter ]; then echo 'module br_netfilter missing'; fi
    grep -qw overlay /proc/filesystems || echo 'module overlay missing'
    config=/var/lib/kubelet/config.yaml
    if [ "$(wc -l < /proc/swaps)" -gt 1 ] && [ -e $config ]; then
        if grep -q '^failSwapOn: false' $config; then echo 'swap on, allowed'; else echo 'swap on, refused'; fi
    fi
fi

# --- services and their files
service() {
    state=$(limited systemctl is-enabled "$1" 2>&1)
    case "$state" in
        disabled | masked | masked-runtime) echo "service $1 $state" ;;
        enabled) ;;
        *) unknown "whether $1 starts at boot" ;;
    esac
    again=$(limited systemctl show --property=NRestarts --value "$1" 2> /dev/null)
    if [ "$(systemctl is-active "$1")" = active ]; then
        # One that ends again and again is active for a moment, too.
        since=$(limited systemctl show --property=ActiveEnterTimestampMonotonic --value "$1" 2> /dev/null)
        [ "$again" = 0 ] || [ $((${since:-0} / 1000000 + 30)) -lt "$(cut -d. -f1 /proc/uptime)" ] &&
            echo "service $1 runs"
    elif [ "${again:-0}" -gt 2 ] 2> /dev/null; then
        echo "service $1 ended $again times: $(limited journalctl --unit="$1" --output=cat --lines=60 --no-pager \
            | grep -v '^[a-z0-9-]*\.service: \|^Started \|^Stopped \|^Scheduled ' | tail -n 1 | cut -c 1-300)"
    fi
}
if [ "$role" = etcd ]; then
    [ ! -e /etc/systemd/system/hybridlab-etcd.service ] || service hybridlab-etcd
else
    service containerd
    for unit in hybridlab-names-udp hybridlab-names-tcp; do
        [ ! -e /etc/systemd/system/$unit.service ] || service $unit
    done
    [ "$(systemctl is-failed hybridlab-boot 2> /dev/null)" != failed ] || echo 'service hybridlab-boot failed'
    if [ ! -e /etc/containerd/config.toml ]; then echo 'file /etc/containerd/config.toml missing'
    elif grep -Eq '^[[:space:]]*disabled_plugins.*cri"' /etc/containerd/config.toml; then
        echo 'containerd without its cri plugin'
    elif started=$(date -d "$(limited systemctl show --property=ActiveEnterTimestamp --value containerd)" +%s \
            2> /dev/null) && [ "$(stat -c %Y /etc/containerd/config.toml)" -le "$started" ]; then
        echo 'containerd with its cri plugin'
    fi
    for program in bridge "$plugin" host-local loopback portmap; do
        [ ! -d /opt/cni ] || [ -e /opt/cni/bin/$program ] || echo "program /opt/cni/bin/$program missing"
    done
fi
mode() { # FILE
    [ ! -e "$1" ] || case "$(stat -c %a "$1")" in
        *00) ;;
        *) echo "file $1 readable by others, mode $(stat -c %a "$1")" ;;
    esac
}
for file in /etc/kubernetes/*.conf /etc/kubernetes/pki/*.key /etc/kubernetes/pki/etcd/*.key; do mode "$file"; done

certificate() { # NAME FILE
    [ -s "$2" ] || return
    if ! has openssl; then unknown "until when the certificate $1 is valid"; return; fi
    if openssl x509 -noout -checkend 2592000 -in "$2" > /dev/null 2>&1; then return; fi
    if ! openssl x509 -noout -in "$2" 2> /dev/null; then echo "certificate $1 unreadable"
    elif ! openssl x509 -noout -checkend 0 -in "$2" > /dev/null; then echo "certificate $1 expired"
    else echo "certificate $1 ends within 30 days: $(openssl x509 -noout -enddate -in "$2")"; fi
}
for file in /etc/kubernetes/pki/*.crt; do certificate "$(basename "$file" .crt)" "$file"; done
for file in /etc/kubernetes/pki/etcd/*.crt; do certificate "etcd-$(basename "$file" .crt)" "$file"; done
if [ -s /etc/kubernetes/pki/apiserver.crt ] && [ -s /etc/kubernetes/pki/ca.crt ] && has openssl; then
    openssl verify -no_check_time -CAfile /etc/kubernetes/pki/ca.crt /etc/kubernetes/pki/apiserver.crt > /dev/null 2>&1 ||
        echo 'certificate apiserver signed by another authority than ca.crt'
fi
for file in admin controller-manager scheduler super-admin; do
    [ -r /etc/kubernetes/$file.conf ] || continue
    sed -n 's/^ *client-certificate-data: *//p' /etc/kubernetes/$file.conf | base64 -d 2> /dev/null \
        > /run/hybridlab-facts.$$ && certificate $file.conf /run/hybridlab-facts.$$
    rm -f /run/hybridlab-facts.$$
done
certificate kubelet-client /var/lib/kubelet/pki/kubelet-client-current.pem

# --- what kubeadm made
if [ $joined = yes ] && [ "$role" != etcd ]; then
    service kubelet
    # It looks at them every 20 seconds, and complains each time.
    if [ "$(systemctl is-active kubelet)" = active ] && complaints=$(limited journalctl --unit=kubelet --since=-1min \
            --output=cat --no-pager 2> /dev/null) && ! echo "$complaints" | grep -q 'Could not process manifest file'; then
        echo 'manifests of static pods are read'
    fi
    [ -e /etc/kubernetes/kubelet.conf ] || echo 'file /etc/kubernetes/kubelet.conf missing'
    if [ ! -e /var/lib/kubelet/config.yaml ]; then echo 'file /var/lib/kubelet/config.yaml missing'; fi
    # The kubelet gets both in this order, and the last flag counts.
    used=$(sed -n '/^[[:space:]]*[#;]/d; s/.*--node-ip=\([0-9.]*\).*/\1/p' /var/lib/kubelet/kubeadm-flags.env \
        /etc/default/kubelet 2> /dev/null | tail -n 1)
    [ "$used" = "$address" ] || echo "kubelet's node-ip ${used:-missing}, expected $address"
    resolv=$(sed -n 's/^resolvConf: *"\{0,1\}\([^"]*\)"\{0,1\}$/\1/p' /var/lib/kubelet/config.yaml 2> /dev/null)
    resolv=${resolv:-/etc/resolv.conf}
    if [ ! -e /var/lib/kubelet/config.yaml ]; then :
    elif [ ! -e "$resolv" ]; then echo "name servers of pods: $resolv missing"
    elif ! grep -q '^nameserver ' "$resolv"; then echo "name servers of pods: none in $resolv"
    elif grep -Eq '^nameserver (127\.|::1|0\.0\.0\.0)' "$resolv"; then
        echo "name servers of pods: the machine itself in $resolv"
    fi
fi
if [ -e /etc/kubernetes/hybridlab-initialised ] || { [ "$role" = control-plane ] && [ $joined = yes ]; }; then
    # Somebody who reset the machine took more than manifests.
    manifests=
    if [ -e /etc/kubernetes/admin.conf ] && [ -e /etc/kubernetes/pki/ca.crt ]; then
        manifests='kube-apiserver kube-controller-manager kube-scheduler'
    fi
    # Without this key the members of etcd are elsewhere, and without data a new one would be empty.
    if [ -e /etc/kubernetes/pki/etcd/ca.key ] && [ -e /var/lib/etcd/member ]; then manifests="$manifests etcd"; fi
    # kubeadm writes them again by these settings, which only the first control plane has, unless it was made again.
    if [ -e /etc/hybridlab/kubeadm-init.yaml ]; then settings=
    elif [ "$rank" != first ]; then settings=", nor settings of kubeadm init on $name"
    else
        settings=', nor settings of kubeadm init on the first control plane'
        echo 'first control plane without settings of kubeadm init'
    fi
    for pod in $manifests; do
        [ -s /etc/kubernetes/manifests/$pod.yaml ] || echo "static pod $pod without manifest$settings"
    done
fi
if [ -e /var/lib/etcd/member/snap/db ]; then
    quota=$(sed -n 's/.*--quota-backend-bytes=\([0-9]*\).*/\1/p' /etc/kubernetes/manifests/etcd.yaml 2> /dev/null)
    [ "$role" != etcd ] || of=' on a machine for etcd'
    share "etcd's quota${of-}" "$(stat -c %s /var/lib/etcd/member/snap/db)" "${quota:-2147483648}"
fi

# --- the pod network
if [ $joined = yes ] && [ "$role" != etcd ]; then
    files=$(ls /etc/cni/net.d 2> /dev/null | grep -E '\.(conf|conflist|json)$' | sort)
    first=$(echo "$files" | head -n 1)
    if [ -z "$files" ]; then echo 'CNI configuration missing'
    elif [ -e "$cni" ] && [ "$first" != "${cni##*/}" ]; then
        echo "CNI configuration $first sorts before ${cni##*/}"
    fi
    if [ ! -s "$shared" ]; then echo "file $shared missing"
    elif [ "$interface" != - ] && has ip; then
        own=$(sed -n 's|^[A-Z]*_SUBNET=\(.*\)\.[0-9]*/.*|\1.0|p' "$shared")
        if ! shown=$(limited ip -o -4 address show dev "$interface" 2>&1); then
            case "$shown" in
                *'does not exist'* | *'Cannot find device'*) echo "interface $interface missing" ;;
                *) unknown "interface $interface" ;;
            esac
        elif ! ip -o link show dev "$interface" up | grep -q .; then echo "interface $interface down"
        else case "$shown" in
            *" $own/"*) ;;
            *) echo "interface $interface without its address $own" ;;
        esac; fi
    fi
fi

# --- ports of Kubernetes that somebody else has
listening() { # PORT PROGRAM
    echo "$listeners" | awk -v port=":$1\$" -v mine="\"$2\"" '$4 ~ port && $6 != "" && index($6, mine) == 0 {
        split($6, words, "\""); match($6, /pid=[0-9]+/)
        print "port", substr(port, 2, length(port) - 2), "held by", words[2], substr($6, RSTART + 4, RLENGTH - 4)}' \
        | head -n 1
}
if has ss; then
    listeners=$(limited ss -Hltnp 2> /dev/null) || unknown 'who listens on ports'
    [ "$role" = etcd ] || listening 10250 kubelet
    if [ "$role" = control-plane ]; then
        listening 6443 kube-apiserver
        listening 10257 kube-controller
        listening 10259 kube-scheduler
    fi
    [ ! -e /etc/kubernetes/manifests/etcd.yaml ] || { listening 2379 etcd; listening 2380 etcd; }
else unknown 'who listens on ports'; fi

# --- packet filter
if [ $joined = yes ] && [ "$role" != etcd ] && has iptables-save; then
    if rules=$(limited iptables-save 2> /dev/null) && [ -n "$rules" ]; then
        case "$rules" in
            *:KUBE-SERVICES*) ;;
            *) if has nft && limited nft list tables 2> /dev/null | grep -q 'kube-proxy'; then :
               else echo 'packet filter without rules of kube-proxy'; fi ;;
        esac
        echo "$rules" | awk -v chain="$chain" '/^\*/ {table = $1} table == "*filter" && /^:FORWARD DROP/ {drops = 1}
            table == "*filter" && /^-A FORWARD / && $0 ~ "-j (KUBE-FORWARD|" chain ")" {kube = 1}
            END {if (drops && !kube) print "packet filter forwards nothing"}'
    else unknown 'rules of the packet filter'; fi
fi

# --- images that no pod starts without
if [ "$role" != etcd ] && has ctr && limited systemctl --quiet is-active containerd; then
    if images=$(limited ctr --namespace k8s.io images list --quiet 2> /dev/null) && [ -n "$images" ]; then
        {
            sed -n "s/^ *sandbox = '\(.*\)'/\1/p" /etc/containerd/config.toml 2> /dev/null
            # Of pods that a user put beside them containerd may know the images by longer names.
            for pod in kube-apiserver kube-controller-manager kube-scheduler etcd; do
                sed -n "s/^ *image: *[\"']\{0,1\}\([^\"' ]*\).*/\1/p" /etc/kubernetes/manifests/$pod.yaml 2> /dev/null
            done
        } | sort -u | while read -r image; do
            echo "$images" | grep -qxF "$image" || echo "image $image missing"
        done
    else unknown 'images of containerd'; fi
fi
echo 'facts: complete'
