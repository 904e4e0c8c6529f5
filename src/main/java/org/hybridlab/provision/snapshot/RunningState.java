package org.hybridlab.provision.snapshot;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.provider.api.MachineDisk;

/**
 * What a boot would set back in a machine, besides its files: its system services and their processes, addresses,
 * routes and devices, packet filters, settings of the kernel, mounts. Left out is what the kubelet, kube-proxy and the
 * pod network make for pods and nodes, such as the bridge {@code cni0} and flannel's routes: all of them make it again.
 *
 * @param since what changed on its disk later is not known here; seconds by the machine's own clock
 */
record RunningState(String since, List<String> lines) {
    private static final String NOT_KNOWN = "how it runs is not known";
    private static final Duration QUICK = Duration.ofMinutes(1);

    /**
     * The place of a process in the tree of control groups, as systemd names it: {@code /system.slice/ssh.service}.
     * Below the kubelet's part are pods, whose folder there is named by their UID.
     */
    static final String PLACE = """
            # Says it in $place; without a program, as there are hundreds of processes.
            place() {
                place=''
                { while IFS= read -r line; do
                    case $line in
                        *:name=systemd:*) place=${line#*:name=systemd:}; return ;;
                        0::*) place=${line#0::} ;;
                    esac
                done < "$1/cgroup"; } 2> /dev/null || true
            }
            # Of the pod whose process is in $place.
            uid() { echo "$place" | sed -nE 's/.*pod([0-9a-f][0-9a-f_-]+).*/\\1/p'; }
            # Whether the kubelet made that pod from a file, as kubeadm's are: such a UID is a sum of the file, and one
            # of the API server has dashes, which systemd writes as underlines.
            is_static() { case $(uid) in '' | *[!0-9a-f]*) return 1 ;; esac; }
            """;
    /** By the kernel, in seconds, from its clock and from how long it runs: it follows each jump of the clock. */
    private static final String BOOT = "booted at ";
    private static final int ROUNDED = 2;
    private static final String POD = "process of a pod: ";
    /** It makes the pod network. */
    private static final String NETWORK_POD = "process of the network's pod: ";
    private static final Pattern PROCESS = Pattern.compile("(%s|%s)(\\S+) \\((\\d+), started at (\\d+)\\)"
            .formatted(POD, NETWORK_POD));
    /** Of the network and the limits of a pod, with the number of its process. */
    private static final String OWN = "around process ";
    private static final String QUEUE = "queue of pods: ";
    /** What the pod network makes of nodes. */
    private static final String NETWORK = "network of pods: ";
    /** And when, by the machine's own clock: what a pod made of its files until then belongs to its start. */
    private static final String PODS = "pods are noted at ";
    static final String LOOK = PLACE + """
            set -eu
            date +%s.%N
            sed -n 's/^btime /BOOT/p' /proc/stat
            for process in /proc/[0-9]*; do
                place "$process"
                read -r name 2> /dev/null < "$process/comm" || continue
                kind='process '
                case $place:$name in
                    *:containerd-shim*) continue ;;
                    /kube*:etcd | /kube*:kube-apiserver) is_static || continue ;;
                    /system.slice/*) ;;
                    /kube*:flanneld) kind="NETWORK_POD" ;;
                    /kube*:coredns) kind="POD" ;;
                    *) [ "$process" = /proc/1 ] || continue ;;
                esac
                read -r stat 2> /dev/null < "$process/stat" || continue
                set -- ${stat##*) }
                # A child of sshd is somebody's session; one of containerd or the kubelet has ended soon.
                case $place in /system.slice/*) [ "$2" = 1 ] || continue ;; esac
                echo "$kind$name (${process#/proc/}, started at ${20})"
                [ "$kind" = "POD" ] || continue
                pid=${process#/proc/}
                {
                    nsenter -t "$pid" -n sh -c \\
                        'ip -o address; ip route show table all; ip rule; iptables-save; tc qdisc'
                    grep -s . "/sys/fs/cgroup$place"/*.max /sys/fs/cgroup/*"$place"/*limit_in_bytes \\
                        /sys/fs/cgroup/*"$place"/*quota_us /sys/fs/cgroup/*"$place"/pids.max
                } | sed -E "/^#/d; s/ \\\\[[0-9:]*\\\\]//; s/^/OWN$pid: /"
            done | sort
            date "+PODS%s.%N"
            echo "host name $(hostname)"
            # Files that the provider and the pod network may write again as they were.
            sed 's/^/hosts /' /etc/hosts
            sed 's/^/resolv.conf /' /etc/resolv.conf
            [ ! -d /etc/cni/net.d ] || find /etc/cni/net.d -printf 'path %y %m %u %g %p %l\\n' \\
                -type f -exec sed 's/^/net.d /' {} \\; | sort
            for command in iptables-save ip6tables-save; do
                "$command" 2> /dev/null | sed -E -e "/KUBE-|CNI-|^#|^COMMIT/d; s/ \\\\[[0-9:]*\\\\]//" \\
                    -e "s/^/$command /; /FLANNEL-/s/^/NETWORK/"
            done
            nft list tables 2> /dev/null | while read -r table; do
                echo "nft $table"
                case $table in
                    *' nat' | *' filter' | *' mangle' | *' raw' | *kube*) ;;
                    *flannel*) nft list $table | sed -E 's/packets [0-9]+ bytes [0-9]+//; s/^/NETWORK/' ;;
                    *) nft list $table | sed -E 's/packets [0-9]+ bytes [0-9]+//; s/^/nft /' ;;
                esac
            done
            # The bridge of pods comes and goes: of it only what its CNI plugins would not make. Without a pod its MTU
            # is the kernel's own.
            : "${share:=$(sed -n 's/^FLANNEL_SUBNET=//p' /run/flannel/subnet.env 2> /dev/null || true)}"
            : "${mtu:=$(sed -n 's/^FLANNEL_MTU=//p' /run/flannel/subnet.env 2> /dev/null || true)}"
            if [ -z "$(ls /sys/class/net/cni0/brif 2> /dev/null || true)" ]; then mtu="$mtu|1500"; fi
            ip -o link show | sed -nE 's/^[0-9]+: ([^@:]*)[^<]*<([^>]*)> mtu ([0-9]+).*/link \\1 \\3 \\2/p' |
                sed -E "/^link veth/d; s/,?(LOWER_UP|NO-CARRIER)//g
                    /^link cni0 ($mtu) ,?BROADCAST,MULTICAST(,UP)?\\$/d" | sort
            ip -o address show |
                sed -nE '/ veth| fe80/d; s/^[0-9]+: +(\\S+) +(\\S+) +(\\S+).*/address \\1 \\2 \\3/p' |
                sed -E "s#^address cni[^ ]* inet $share\\$#NETWORK&#" | sort
            ip rule show | sed 's/^/rule /'
            ip -4 route show table all | sed -E '/ table local /d; s/^/route /
                / dev (cni\\S* proto kernel|flannel\\S* onlink)/{ s/^/NETWORK/; s/ linkdown//; }' | sort
            ip -o link show | sed -nE 's/^[0-9]+: (flannel[^@:]*).*/\\1/p' | while read -r device; do
                ip -d -o link show dev "$device" | sed -E 's/^[0-9]+: //'
                bridge fdb show dev "$device"
                ip neigh show dev "$device" nud permanent
            done | sed 's/^/NETWORK/' | sort
            [ ! -f /run/flannel/subnet.env ] || sed 's/^/NETWORK/' /run/flannel/subnet.env
            # What slows down pods' packets no CNI plugin puts there; what a pod's has goes with the pod.
            tc qdisc show 2> /dev/null | sed -E '/ noqueue .* dev (veth|cni)/d; / dev veth/s/^/QUEUE/' | sort
            # Of neighbours a container has no defaults; one plugin lets ports of the host lead to pods.
            grep -rs . /proc/sys/net/ipv4 /proc/sys/net/bridge |
                sed -E '/\\/veth|\\/cni0\\/route_localnet|\\/tcp_fastopen_key|\\/route\\/flush/d; s/^/setting /' |
                sort -r | awk -F: '
                    /\\/default\\/|\\/neigh\\/lo\\// { usual[$1] = $2 }
                    /\\/cni/ { of = $1; sub("/neigh/cni[^/]*/", "/neigh/lo/", of); sub("/cni[^/]*/", "/default/", of) }
                    /\\/cni/ && usual[of] == $2 { next }
                    { print }' | sort
            awk '$2 !~ "^/(var/lib/(kubelet/pods|containerd)/|run/(containerd|netns|user)(/|$))" \\
                { print "mount", $2, $3, $4 }' /proc/mounts | sort
            # Of these, files that changed do not tell.
            find / /var /var/lib -maxdepth 0 -printf 'path %m %U:%G %p\\n'
            for folder in /run/systemd/system /run/systemd/transient; do
                [ ! -d "$folder" ] || find "$folder" -xdev -maxdepth 2 -printf 'path %p\\n'
            done | sort
            """.replace("BOOT", BOOT).replace("NETWORK_POD", NETWORK_POD).replace("NETWORK", NETWORK)
            .replace("PODS", PODS).replace("POD", POD).replace("OWN", OWN).replace("QUEUE", QUEUE);
    private static final String FILES = "files that changed:";
    /** What the box brings: {@link DiskComparison} sees what changed there, later. */
    private static final List<String> OF_BOX = List.of("/opt/hybridlab", "/usr/bin", "/usr/lib", "/usr/libexec",
            "/usr/sbin", "/usr/share");
    /** Not the folders in which what is left out is made and removed; etcd's and the kubelet's are set back. */
    private static final String CHANGED = """
            echo "FILES"
            list=/run/hybridlab-changed
            since=$1
            shift
            find / -xdev -ignore_readdir_race \\( LEFT_OUT -o -path /var/lib/etcd -o -path /var/lib/kubelet \\
                -o -path /etc/hosts -o -path /etc/hostname -o -path /etc/resolv.conf \\
                -o -path /etc/cni/net.d "$@" \\) -prune \\
                -o ! -path / ! -path /var ! -path /var/lib -newerct "@$since" -print > "$list"
            head -n 20 "$list"
            rm -f "$list"
            echo end
            """.replace("LEFT_OUT", "-path " + String.join(" -o -path ", SavedPaths.LEFT_OUT)).replace("FILES", FILES);

    RunningState {
        lines = List.copyOf(lines);
    }

    static RunningState of(MachineDisk disk, String machine, Cancellation cancellation) {
        return of(disk.run(machine, LOOK, List.of(), List.of(), QUICK, cancellation).lines().toList());
    }

    private static RunningState of(List<String> said) {
        return said.isEmpty() ? new RunningState("", said)
                : new RunningState(said.get(0), said.subList(1, said.size()));
    }

    /**
     * A machine against how it ran then.
     *
     * @param change what has changed since, for people, also a file or folder of which anything did; what the machine
     *               does not say counts as changed; empty if nothing has
     * @param pods that run as they did
     */
    record Look(Optional<String> change, Pods pods) {
    }

    /**
     * Pods that may run on through a reset.
     *
     * @param since when nothing of them had changed yet, by the machine's own clock
     * @param processes of each its name, its number and when it was started
     */
    record Pods(String since, List<List<String>> processes) {
        static final Pods NONE = new Pods("", List.of());

        Pods {
            processes = List.copyOf(processes);
        }
    }

    /** @param compared whether all of the disk is compared later, so that what is quickly looked through will do */
    Look look(MachineDisk disk, String machine, boolean compared, Cancellation cancellation) {
        if (!hasLines()) {
            return new Look(Optional.of(NOT_KNOWN), Pods.NONE);
        }
        List<String> arguments = new ArrayList<>(List.of(since));
        if (compared) {
            OF_BOX.forEach(path -> arguments.addAll(List.of("-o", "-path", path)));
        }
        List<String> said = disk.run(machine, noted("share", "SUBNET") + noted("mtu", "MTU") + LOOK
                + CHANGED, arguments, List.of(), QUICK, cancellation).lines().toList();
        int files = said.lastIndexOf(FILES);
        RunningState now = of(said.subList(0, Math.max(0, files)));
        return now.hasLines() ? new Look(difference(now).or(() -> changedFiles(said.subList(files + 1, said.size()))),
                runningOn(now)) : new Look(Optional.of(NOT_KNOWN), Pods.NONE);
    }

    /** As the pod network had it then: what it says now may be another's, or be gone. */
    private String noted(String variable, String key) {
        Pattern line = Pattern.compile("%s[A-Z]+_%s=([0-9./]+)".formatted(NETWORK, key));
        return lines.stream().map(line::matcher).filter(Matcher::matches)
                .map(found -> "%s='%s'\n".formatted(variable, found.group(1))).findFirst().orElse("");
    }

    /**
     * They are such as keep nothing in memory but what the API server tells them, which also tells them of what a reset
     * changes.
     */
    private Pods runningOn(RunningState now) {
        List<List<String>> processes = lines.stream().filter(now.lines::contains).map(PROCESS::matcher)
                .filter(Matcher::matches).filter(process -> isSame(QUEUE, now) && isSame(process.group(1).equals(POD)
                        ? OWN + process.group(3) + ": " : NETWORK, now))
                .map(process -> List.of(process.group(2), process.group(3), process.group(4))).toList();
        return podsNoted().map(noted -> new Pods(noted, processes)).orElse(Pods.NONE);
    }

    private static Optional<String> changedFiles(List<String> said) {
        int last = said.size() - 1;
        return last < 0 || !said.get(last).equals("end") ? Optional.of("it did not list its files")
                : said.subList(0, last).stream().findFirst();
    }

    /** Whether the machine said anything. */
    boolean hasLines() {
        return !lines.isEmpty();
    }

    /** Whether it is so of lines that begin so. */
    private boolean isSame(String prefix, RunningState now) {
        return of(prefix).equals(now.of(prefix));
    }

    private List<String> of(String prefix) {
        return lines.stream().filter(line -> line.startsWith(prefix)).toList();
    }

    /**
     * The same after pods were stopped: what of them runs is not known, but if all did run on.
     *
     * @param running how many of those noted here did
     */
    RunningState withPods(int running) {
        return lines.stream().filter(line -> PROCESS.matcher(line).matches()).count() == running ? this
                : withoutPods();
    }

    /** The same where what of pods runs is not known. */
    RunningState withoutPods() {
        return new RunningState(since, lines.stream().filter(line -> !line.startsWith(PODS)).toList());
    }

    /** When pods were noted; empty if what of them runs is not known. */
    Optional<String> podsNoted() {
        return lines.stream().filter(line -> line.startsWith(PODS)).map(line -> line.substring(PODS.length()))
                .findFirst();
    }

    /** The same with some services started again; empty if one of them did not run, or another was started. */
    Optional<RunningState> restarted(List<String> processes) {
        List<String> names = processes.stream().map(line -> line.replaceFirst(" \\(.*", " (")).toList();
        List<String> rest = lines.stream().filter(line -> names.stream().noneMatch(line::startsWith)).toList();
        return names.isEmpty() || rest.size() + names.size() != lines.size() ? Optional.empty()
                : Optional.of(new RunningState(since, Stream.concat(processes.stream(), rest.stream()).toList()));
    }

    RunningState since(String earlier) {
        return new RunningState(earlier, lines);
    }

    /**
     * What one of them has and the other has not, for people; empty if they are the same. After the clock was set back,
     * what changed can look older than {@link #since}.
     */
    Optional<String> difference(RunningState now) {
        Optional<Long> then = booted();
        if (then.isEmpty() || now.booted().filter(later -> later >= then.get() - ROUNDED).isEmpty()) {
            return Optional.of(then.isEmpty() || now.booted().isEmpty() ? "whether its clock was set back is not known"
                    : "its clock was set back");
        }
        List<String> come = now.marks();
        lines.forEach(come::remove);
        List<String> gone = marks();
        now.lines.forEach(gone::remove);
        return gone.stream().findFirst().map(line -> "no longer: " + line)
                .or(() -> come.stream().findFirst().map(line -> "new: " + line));
    }

    private Optional<Long> booted() {
        return lines.stream().filter(line -> line.matches(BOOT + "\\d+")).findFirst()
                .map(line -> Long.valueOf(line.substring(BOOT.length())));
    }

    private List<String> marks() {
        List<String> others = List.of(BOOT, POD, NETWORK_POD, NETWORK, PODS, OWN, QUEUE);
        return new ArrayList<>(lines.stream().filter(line -> others.stream().noneMatch(line::startsWith)).toList());
    }
}
