package org.hybridlab.provision.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import org.hybridlab.config.catalog.Addons;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.engine.plan.Fingerprint;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.state.AppliedLab;
import org.hybridlab.provision.state.AppliedMachine;
import org.hybridlab.provision.state.AppliedNetwork;
import org.hybridlab.provision.state.WorkspaceState;

/** The difference between a lab file and the last {@code up}. Pure. */
public final class LabChanges {
    /** Of a key that an older record lacks. */
    private static final String NOTHING = Fingerprint.of(List.of());

    private final AppliedLab then;
    private final AppliedLab now;
    private final boolean fixedMemory;
    private final List<LabChange> changes = new ArrayList<>();

    private LabChanges(AppliedLab then, AppliedLab now, boolean fixedMemory) {
        this.then = then;
        this.now = now;
        this.fixedMemory = fixedMemory;
    }

    /** Empty if there is no earlier state. */
    public static Optional<List<LabChange>> of(LabContext labContext) {
        return then(labContext.open()).map(then -> of(then, LabRecord.of(labContext),
                !labContext.provider().name().traits().sharesHostMemory()));
    }

    /** By the file alone, without the apps' content: fast. */
    public static List<LabChange> ofFile(OpenLab open) {
        return then(open).map(then -> of(then, then.withFile(open.lab()),
                !open.choice().provider().traits().sharesHostMemory())).orElse(List.of());
    }

    /** What was never created does not leave. */
    private static Optional<AppliedLab> then(OpenLab open) {
        return new WorkspaceState(open.workspace()).lab().map(then -> {
            Set<String> there = MachinesThere.of(open.workspace());
            open.lab().machines().forEach(machine -> there.add(machine.name()));
            return then.ofMachines(there);
        });
    }

    /** @param fixedMemory whether machines are created with fixed memory and processors */
    static List<LabChange> of(AppliedLab then, AppliedLab now, boolean fixedMemory) {
        LabChanges all = new LabChanges(then, now, fixedMemory);
        all.kubernetes();
        now.machines().stream().filter(machine -> then.machine(machine.name()).isEmpty()).forEach(all::added);
        then.machines().stream().filter(machine -> now.machine(machine.name()).isEmpty()).forEach(all::removed);
        now.machines().forEach(machine -> then.machine(machine.name()).ifPresent(old -> all.changed(old, machine)));
        all.named("app", then.apps(), now.apps(), "applied, and waited for", "its objects are deleted",
                "applied again; what its manifests no longer name is deleted");
        all.named("check", then.checks(), now.checks(), "judged at the end", "no longer judged",
                "judged as it is now");
        all.initTemplate();
        all.turned(AppliedLab.UNTAINT, "control planes take ordinary pods",
                "new ordinary pods stay off the control planes, and those that run there stay");
        Addons.installed().forEach(addon -> all.turned(addon.name(), "a %s runs".formatted(addon.title()),
                "the %s is removed".formatted(addon.title())));
        all.windowsAgents();
        all.outside();
        return List.copyOf(all.changes);
    }

    private void kubernetes() {
        if (!then.kubernetes().equals(now.kubernetes())) {
            changes.add(new LabChange("^", "kubernetes", now.kubernetes(), "from %s: control planes first, then the "
                    .formatted(then.kubernetes()) + "other nodes, each drained before its kubelet changes", true));
        }
    }

    /** Only kubeadm's addons are applied. */
    private void initTemplate() {
        if (!then.initTemplate().equals(now.initTemplate())) {
            changes.add(LabChange.changed("template", LabRecord.INIT_TEMPLATE, "kube-proxy and CoreDNS take it over; "
                    + "all else only a new cluster, after `hybridlab destroy` and `hybridlab up`"));
        }
    }

    private void turned(String key, String on, String off) {
        if (now.isOn(key) != then.isOn(key)) {
            changes.add(LabChange.changed("setting", key, now.isOn(key) ? on : off));
        }
    }

    /** None of labs without Windows machines. */
    private void windowsAgents() {
        String old = then.network().get(AppliedNetwork.AGENTS);
        String next = now.network().get(AppliedNetwork.AGENTS);
        if (old != null && next != null && !old.equals(next)) {
            changes.add(LabChange.changed("setting", AppliedNetwork.AGENTS, ("%s -> %s, the agents of Windows "
                    + "machines stop and start again").formatted(old, next)));
        }
    }

    private void outside() {
        now.outside().forEach((key, fingerprint) -> {
            if (!fingerprint.equals(then.outside().getOrDefault(key, NOTHING))) {
                changes.add(LabChange.changed("setting", key, "set on each machine"));
            }
        });
    }

    private void added(AppliedMachine machine) {
        changes.add(LabChange.added("machine", machine.name(), "%s, %s, %d CPUs, %d MiB, %s%s".formatted(
                machine.role(), machine.os(), machine.cpus(), machine.memoryMiB(), machine.address(),
                machine.simulated() ? ", simulated" : "")));
    }

    private void removed(AppliedMachine machine) {
        changes.add(LabChange.removed("machine", machine.name(), machine.simulated() ? "its node is deleted"
                : "drained, taken out of the cluster and destroyed", true));
    }

    private void changed(AppliedMachine old, AppliedMachine machine) {
        List<String> words = new ArrayList<>();
        if (old.memoryMiB() != machine.memoryMiB()) {
            words.add("memory %d -> %d MiB".formatted(old.memoryMiB(), machine.memoryMiB()));
        }
        if (old.cpus() != machine.cpus()) {
            words.add("%d -> %d CPUs".formatted(old.cpus(), machine.cpus()));
        }
        if (!words.isEmpty()) {
            words.add(fixedMemory ? old.joined() ? "it is drained and started again, one machine after the other"
                    : "it starts with that" : "it takes what it needs of the host, so nothing is done");
        }
        if (!old.box().equals(machine.box())) {
            words.add("box %s -> %s takes effect when it is made again".formatted(box(old), box(machine)));
        }
        boolean drained = hasOtherKubelet(old, machine) && machine.kubernetes().equals(now.kubernetes());
        if (hasOtherKubelet(old, machine)) {
            words.add("kubelet %s -> %s%s".formatted(old.kubernetes(), machine.kubernetes(),
                    drained ? ", it is drained for that" : ""));
        }
        Set<String> gone = new TreeSet<>(old.marks());
        machine.marks().forEach(gone::remove);
        Set<String> come = new TreeSet<>(machine.marks());
        old.marks().forEach(come::remove);
        gone.forEach(mark -> words.add("without " + mark));
        come.forEach(mark -> words.add("with " + mark));
        if (!words.isEmpty()) {
            changes.add(new LabChange("~", "machine", machine.name(), String.join(", ", words), drained));
        }
    }

    /** A kubelet that follows the lab's version is reported with that. */
    private boolean hasOtherKubelet(AppliedMachine old, AppliedMachine machine) {
        boolean follows = old.kubernetes().equals(then.kubernetes()) && machine.kubernetes().equals(now.kubernetes());
        return !follows && !old.kubernetes().equals(machine.kubernetes());
    }

    private static String box(AppliedMachine machine) {
        return machine.box().isEmpty() ? "the usual one" : machine.box();
    }

    private void named(String subject, Map<String, String> old, Map<String, String> next, String coming, String going,
                       String changing) {
        next.keySet().stream().filter(name -> !old.containsKey(name))
                .forEach(name -> changes.add(LabChange.added(subject, name, coming)));
        old.keySet().stream().filter(name -> !next.containsKey(name))
                .forEach(name -> changes.add(LabChange.removed(subject, name, going, subject.equals("app"))));
        next.forEach((name, fingerprint) -> {
            if (old.containsKey(name) && !old.get(name).equals(fingerprint)) {
                changes.add(LabChange.changed(subject, name, changing));
            }
        });
    }

    /** Empty if there is no earlier state. */
    public static List<String> lines(Optional<List<LabChange>> changes) {
        if (changes.isEmpty()) {
            return List.of();
        }
        if (changes.get().isEmpty()) {
            return List.of("The lab file has not changed since the last `up`.");
        }
        List<String> lines = new ArrayList<>(List.of("Changes since the last `up`:"));
        changes.get().forEach(change -> lines.add("  " + change.line()));
        return lines;
    }

    /** Whether kubeadm can upgrade in one step: one minor version. */
    static boolean isOneStep(KubernetesVersion from, KubernetesVersion to) {
        return from.compareTo(to) <= 0 && from.branchesBehind(to) <= 1;
    }
}
