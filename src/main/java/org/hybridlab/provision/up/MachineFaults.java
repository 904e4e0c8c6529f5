package org.hybridlab.provision.up;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.check.cluster.SystemPodsStable;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Parallel;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Os;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.MachineStates;

/**
 * What is wrong with a lab's machines so that no wait helps, which the API server learns late or never: it takes a node
 * for Ready for 40 s after its kubelet has ended.
 */
final class MachineFaults {
    /** A machine that does not answer has said nothing. */
    private static final Duration EACH = Duration.ofSeconds(5);

    /**
     * Its arguments: units that must run; `etcd` where its pod must run; files that must exist. A unit that was killed
     * comes back by itself, as does one on its first tries after a boot.
     */
    private static final String SCRIPT = """
            export LC_ALL=C units="$1" etcd="$2"; shift 2
            for unit in $units; do
              state=$(systemctl show -p ActiveState -p SubState -p Result -p NRestarts "$unit" | sort | tr '\\n' ' ')
              case "$state" in
                *=active*|*=reloading*|*=activating?NRestarts=[01]?*|*=activating*Result=signal*|"") ;;
                *=activating*Result=success*) ;;
                *) echo "$unit does not run (it is $(systemctl is-active "$unit"))" ;;
              esac
            done
            for file in "$@"; do [ -s "$file" ] || echo "$file is gone"; done
            df --output=avail,target /var/lib/etcd /var/lib/kubelet/pods /var/lib/containerd 2>/dev/null |
              awk '$1 == "0" { print "no space is left in " $2 }' | sort -u
            case "$units" in *containerd*) ;; *) exit 0 ;; esac
            ls -d /var/lib/containerd/io.containerd.snapshotter.v1.*/snapshots/* > /dev/null 2>&1 ||
              echo "containerd has lost the files of its images"
            timeout 3 ctr plugins ls 2> /dev/null | awk '$2 == "cri" && $NF == "error" {
              print "containerd runs without its Kubernetes part: " $1 }'
            cd /etc/kubernetes/pki 2> /dev/null && [ -s apiserver.crt ] && [ -s ca.crt ] &&
              command -v openssl > /dev/null &&
              ! openssl verify -no_check_time -CAfile ca.crt apiserver.crt > /dev/null 2>&1 &&
              echo 'certificate apiserver signed by another authority than ca.crt'
            [ -n "$etcd" ] && ! pgrep -x etcd > /dev/null || exit 0
            tail -n 20 "$(ls -t /var/log/pods/kube-system_etcd-*/etcd/*.log | head -n 1)" | cut -c 1-300 |
              grep -E '"level":"(fatal|panic)"|panic: ' | tail -n 1 | sed 's/^/etcd ended: /'
            """;

    private final LabContext labContext;
    private final Cancellation cancellation;

    MachineFaults(LabContext labContext, Cancellation cancellation) {
        this.labContext = labContext;
        this.cancellation = cancellation;
    }

    List<String> look() {
        MachineStates states = LabException.known(() -> labContext.states(cancellation))
                .orElseGet(() -> new MachineStates(Map.of()));
        List<Machine> real = labContext.lab().machines().stream().filter(machine -> !machine.isSimulated()).toList();
        List<String> faults = new ArrayList<>(real.stream().filter(machine -> isOff(states, machine))
                .map(machine -> "%s is off: %s".formatted(machine.name(), states.of(machine).word())).toList());
        List<Machine> asked = real.stream()
                .filter(machine -> machine.os() == Os.LINUX && !isOff(states, machine)).toList();
        try (Parallel parallel = new Parallel(Math.max(1, asked.size()), cancellation)) {
            parallel.map(asked, this::ask).forEach(faults::addAll);
        }
        return faults;
    }

    private static boolean isOff(MachineStates states, Machine machine) {
        return states.isGone(machine) || !states.of(machine).isAbsent() && states.of(machine).isStill();
    }

    private List<String> ask(Machine machine) {
        Lab lab = labContext.lab();
        boolean ours = machine.isControlPlane() && !lab.joinsExisting();
        List<String> words = new ArrayList<>(List.of("sh", "-c", SCRIPT, "sh",
                machine.isEtcd() ? "hybridlab-etcd" : "containerd kubelet",
                ours && !lab.hasExternalEtcd() ? "etcd" : ""));
        if (!machine.isEtcd()) {
            words.add("/etc/kubernetes/kubelet.conf");
            if (!lab.joinsExisting()) {
                words.add(lab.network().plugin().files().cniSettings());
            }
        }
        if (ours) {
            SystemPodsStable.staticPods(lab)
                    .forEach(name -> words.add("/etc/kubernetes/manifests/%s.yaml".formatted(name)));
        }
        try {
            return labContext.shell(machine).sudo(words, Optional.empty(), EACH, line -> { }, cancellation).stdout()
                    .lines().map(line -> machine.name() + ": " + line).toList();
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return List.of();
        }
    }
}
