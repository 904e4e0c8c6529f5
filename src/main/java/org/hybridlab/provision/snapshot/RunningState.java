package org.hybridlab.provision.snapshot;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
            """;
    /** By the kernel, in seconds, from its clock and from how long it runs: it follows each jump of the clock. */
    private static final String BOOT = "booted at ";
    private static final int ROUNDED = 2;
    private static final String LOOK = PLACE + """
            set -eu
            date +%s.%N
            sed -n 's/^btime /BOOT/p' /proc/stat
            for process in /proc/[0-9]*; do
                place "$process"
                read -r name 2> /dev/null < "$process/comm" || continue
                case $place:$name in
                    *:containerd-shim*) continue ;;
                    /kube*:etcd | /kube*:kube-apiserver | /system.slice/*) ;;
                    *) [ "$process" = /proc/1 ] || continue ;;
                esac
                read -r stat 2> /dev/null < "$process/stat" || continue
                set -- ${stat##*) }
                # A child of sshd is somebody's session; one of containerd or the kubelet has ended soon.
                case $place in /system.slice/*) [ "$2" = 1 ] || continue ;; esac
                echo "process $name (${process#/proc/}, started at ${20})"
            done | sort
            echo "host name $(hostname)"
            # Files that the provider and the pod network may write again as they were.
            sed 's/^/hosts /' /etc/hosts
            sed 's/^/resolv.conf /' /etc/resolv.conf
            [ ! -d /etc/cni/net.d ] || find /etc/cni/net.d -printf 'path %y %m %u %g %p %l\\n' \\
                -type f -exec sed 's/^/net.d /' {} \\; | sort
            for command in iptables-save ip6tables-save; do
                "$command" 2> /dev/null |
                    sed -E "/KUBE-|FLANNEL-|CNI-|^#|^COMMIT/d; s/ \\\\[[0-9:]*\\\\]//; s/^/$command /"
            done
            nft list tables 2> /dev/null | while read -r table; do
                echo "nft $table"
                case $table in
                    *' nat' | *' filter' | *' mangle' | *' raw' | *kube* | *flannel*) ;;
                    *) nft list $table | sed -E 's/packets [0-9]+ bytes [0-9]+//; s/^/nft /' ;;
                esac
            done
            ip -o link show | sed -nE 's/^[0-9]+: ([^@:]*)[^<]*<([^>]*)> mtu ([0-9]+).*/link \\1 \\3 \\2/p' |
                sed -E '/^link (veth|cni)/d; s/,?(LOWER_UP|NO-CARRIER)//g' | sort
            ip -o address show |
                sed -nE '/ veth| cni| fe80/d; s/^[0-9]+: +(\\S+) +(\\S+) +(\\S+).*/address \\1 \\2 \\3/p' | sort
            ip rule show | sed 's/^/rule /'
            ip -4 route show table all | sed -E '/ table local | dev (cni|flannel)/d; s/^/route /' | sort
            tc qdisc show 2> /dev/null | sed -E '/ dev (veth|cni)/d' | sort
            grep -rs . /proc/sys/net/ipv4 |
                sed -E '/\\/veth|\\/cni|\\/tcp_fastopen_key|\\/route\\/flush/d; s/^/setting /' | sort
            awk '$2 !~ "^/(var/lib/(kubelet/pods|containerd)/|run/(containerd|netns|user)(/|$))" \\
                { print "mount", $2, $3, $4 }' /proc/mounts | sort
            for folder in /run/systemd/system /run/systemd/transient; do
                [ ! -d "$folder" ] || find "$folder" -xdev -maxdepth 2 -printf 'path %p\\n'
            done | sort
            """.replace("BOOT", BOOT);
    /** Not the folders in which what is left out is made and removed; etcd's and the kubelet's are set back. */
    private static final String CHANGED = """
            set -eu
            list=/run/hybridlab-changed
            find / -xdev -ignore_readdir_race \\( LEFT_OUT -o -path /var/lib/etcd -o -path /var/lib/kubelet \\
                -o -path /etc/hosts -o -path /etc/hostname -o -path /etc/resolv.conf \\
                -o -path /etc/cni/net.d \\) -prune \\
                -o ! -path / ! -path /var ! -path /var/lib -newerct "@$1" -print > "$list"
            head -n 20 "$list"
            rm -f "$list"
            echo end
            """.replace("LEFT_OUT", "-path " + String.join(" -o -path ", SavedPaths.LEFT_OUT));

    RunningState {
        lines = List.copyOf(lines);
    }

    static RunningState of(MachineDisk disk, String machine, Cancellation cancellation) {
        List<String> said = disk.run(machine, LOOK, List.of(), List.of(), QUICK, cancellation).lines().toList();
        return said.isEmpty() ? new RunningState("", said)
                : new RunningState(said.get(0), said.subList(1, said.size()));
    }

    /** Seconds by the machine's own clock, with a fraction. */
    static String clock(MachineDisk disk, String machine, Cancellation cancellation) {
        return disk.run(machine, "date +%s.%N", List.of(), List.of(), QUICK, cancellation).strip();
    }

    /** Whether the machine said anything. */
    boolean hasLines() {
        return !lines.isEmpty();
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

    /** Files and folders of which anything changed since then, also what they are called; 20 at most. */
    List<String> changedFiles(MachineDisk disk, String machine, Cancellation cancellation) {
        List<String> said = disk.run(machine, CHANGED, List.of(since), List.of(), QUICK, cancellation).lines().toList();
        int last = said.size() - 1;
        return last < 0 || !said.get(last).equals("end") ? List.of("it did not list its files") : said.subList(0, last);
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
        return new ArrayList<>(lines.stream().filter(line -> !line.startsWith(BOOT)).toList());
    }
}
