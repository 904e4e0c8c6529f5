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
import org.hybridlab.common.text.ResourceText;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Os;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.MachineStates;

/** Faults that no wait cures. The API server learns of them late: a node stays Ready for 40 s without kubelet. */
final class MachineFaults {
    /** A machine that does not answer is unknown. */
    private static final Duration EACH = Duration.ofSeconds(5);

    private static final String SCRIPT = ResourceText.of(MachineFaults.class, "machine-faults.sh");

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
