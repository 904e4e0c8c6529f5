package org.hybridlab.provision.snapshot;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.MachineDisk;

/**
 * The kubelet and containerd are off, of pods only etcd's and the API server's run and those that may run on, and the
 * kubelet's folder with the volumes of other pods is the snapshot's. No controller may see the keys come back: it
 * remembers owners that were deleted, and would delete what belongs to them.
 */
final class PodsStopped implements Action {
    private static final Duration WITHIN = Duration.ofMinutes(2);
    /**
     * Whether a pod's UID is one of {@code $may}, and nothing of it has changed since {@code $since}: its processes,
     * its volumes, its own files. It is told the name of the pod's process, its number and when it was started. Sets
     * {@code $uid}.
     */
    static final String RUNS_ON = RunningState.PLACE + """
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
                own=$(sed -nE 's/^[^ ]+ [^ ]+ [^ ]+ [^ ]+ \\/ .*[ ,]upperdir=([^, ]+).*/\\1/p' "$process/mountinfo")
                [ -d "$own" ] || return 1
                # Tokens are renewed all the time.
                changed=$(find "$pod/volumes" "$pod/etc-hosts" "$own" "$process/root/etc/resolv.conf" \\
                    -path '*/kubernetes.io~projected/kube-api-access-*' -prune -o -newerct "@$since" -print) || return 1
                [ -z "$changed" ]
            }
            """;
    /** UIDs of the pods of etcd and of the API server, in {@code $kept}; an app may have processes of such names. */
    static final String KEPT = """
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
            """;
    private static final String STOP = RUNS_ON + """
            set -eu
            # Containers that containerd finds dead when it starts went with it; others would have failed and restarted.
            systemctl stop kubelet containerd
            since=$1
            may=$2
            shift 2
            """ + KEPT + """
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
                id=$(tr '\\0' ' ' 2> /dev/null < "$1/cmdline" | sed -nE 's/.* -id ([0-9a-f]+).*/\\1/p')
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
            """;

    private final MachineDisk disk;
    private final String machine;
    private final Path kubelet;
    private final RunningState.Pods pods;
    private final Set<String> may;
    /** UIDs of those that run on; empty before that is known. */
    private volatile Set<String> running = Set.of();

    /**
     * @param kubelet this host's archive of the kubelet's folder
     * @param pods those that run as they did
     * @param may UIDs of those that may run on
     */
    PodsStopped(MachineDisk disk, String machine, Path kubelet, RunningState.Pods pods, Set<String> may) {
        this.disk = disk;
        this.machine = machine;
        this.kubelet = kubelet;
        this.pods = pods;
        this.may = Set.copyOf(may);
    }

    Set<String> running() {
        return running;
    }

    @Override
    public Probe probe(StepContext context) {
        return Probe.unknown("each reset does it");
    }

    @Override
    public Duration longest() {
        return WITHIN;
    }

    @Override
    public void run(StepContext context) {
        List<String> arguments = new ArrayList<>(List.of(pods.since(),
                String.join(" ", new TreeSet<>(may))));
        pods.processes().forEach(arguments::addAll);
        running = disk.run(machine, STOP, arguments, List.of(kubelet), WITHIN, context.cancellation()).lines()
                .collect(Collectors.toUnmodifiableSet());
    }
}
