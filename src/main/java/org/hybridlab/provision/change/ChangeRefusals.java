package org.hybridlab.provision.change;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Role;
import org.hybridlab.provider.vagrant.VagrantNotes;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.state.AppliedLab;
import org.hybridlab.provision.state.AppliedMachine;
import org.hybridlab.provision.state.AppliedNetwork;
import org.hybridlab.provision.state.LabCluster;
import org.hybridlab.provision.state.WorkspaceState;

/** The reasons why machines or a cluster cannot take changes of their lab file. */
public final class ChangeRefusals {
    private final AppliedLab then;
    private final Lab now;
    private final boolean movable;
    private final List<String> reasons = new ArrayList<>();

    /** @param movable whether an unjoined machine can change its address, as on Docker */
    private ChangeRefusals(AppliedLab then, Lab now, boolean movable) {
        this.then = then;
        this.now = now;
        this.movable = movable;
    }

    /** Empty if no machine was created. */
    public static List<String> reasons(OpenLab open) {
        Set<String> made = VagrantNotes.of(open.workspace()).names();
        if (made.isEmpty()) {
            return List.of();
        }
        return new LabCluster(open.workspace()).wasKnown() ? running(open, made)
                : new WorkspaceState(open.workspace()).lab().map(then -> beforeCluster(then, open, made))
                        .orElse(List.of());
    }

    private static List<String> running(OpenLab open, Set<String> made) {
        Optional<AppliedLab> then = new WorkspaceState(open.workspace()).lab().map(lab -> lab.ofMachines(made));
        if (then.isEmpty()) {
            return List.of();
        }
        KubernetesVersion there = then.get().newestThere();
        List<String> all = new ArrayList<>(reasons(then.get(), there, made.stream().filter(machine ->
                !isEquipped(open, machine)).collect(Collectors.toSet()), open.lab(), movable(open)));
        Set<String> whole = new TreeSet<>(made);
        whole.removeAll(new WorkspaceState(open.workspace()).recreating());
        lostLeader(then.get(), there, open.lab(), whole).ifPresent(all::add);
        return all;
    }

    /** It would be recreated with the new version, which the others must bring into the cluster first. */
    private static Optional<String> lostLeader(AppliedLab then, KubernetesVersion there, Lab now, Set<String> whole) {
        return Optional.of(now).filter(Lab::hasSeveralControlPlanes).map(lab -> lab.firstControlPlane().name())
                .filter(first -> !there.equals(now.kubernetes()) && then.machine(first).isPresent()
                        && !whole.contains(first))
                .map(first -> ("%s is to be made again, and would be the first control plane of an upgrade. Run `up` "
                        + "with Kubernetes %s in the file first").formatted(first, there));
    }

    /** Without a cluster, only how machines were created counts: nothing upgrades or recreates them unasked. */
    private static List<String> beforeCluster(AppliedLab noted, OpenLab open, Set<String> made) {
        AppliedLab then = noted.ofMachines(made);
        ChangeRefusals all = new ChangeRefusals(then, open.lab(), movable(open));
        for (AppliedMachine old : then.machines().stream().filter(old -> made.contains(old.name())).toList()) {
            open.lab().madeMachines().forEach(machine -> all.address(machine, old));
            open.lab().machine(old.name()).ifPresent(machine -> all.made(old, machine, open));
        }
        return all.reasons;
    }

    /** A script installs what a stock box lacks, in the file's version. */
    private static boolean isEquipped(OpenLab open, String machine) {
        return Files.exists(open.workspace().folder().resolve("scripts/%s/install.sh".formatted(machine)));
    }

    private void made(AppliedMachine old, Machine machine, OpenLab open) {
        if (!machine.isWindows() && !isEquipped(open, old.name())
                && !then.kubernetes().equals(now.kubernetes().toString())) {
            reasons.add("%s is made with Kubernetes %s, and the file says %s: there is no cluster yet that could be "
                    .formatted(old.name(), then.kubernetes(), now.kubernetes()) + "upgraded");
        }
        system(old, machine);
        address(old, machine);
    }

    private void address(AppliedMachine old, Machine machine) {
        if (old.joined() || !movable) {
            kept(machine.name(), "address", old.address(), machine.address().toString());
        }
    }

    private static boolean movable(OpenLab open) {
        return open.choice().provider().traits().sharesKernel();
    }

    /**
     * Refuses to restore a snapshot whose cluster cannot take the lab file. See {@link Refusals} for running labs.
     *
     * @param folder with what the workspace knew then
     * @throws LabException {@code change-refused} (exit 2)
     */
    public static void check(LabContext labContext, String snapshot, Path folder) {
        Lab lab = labContext.lab();
        WorkspaceState saved = new WorkspaceState(Workspace.in(folder));
        if (!saved.isReadable()) {
            throw saved.unreadable("Take another snapshot: hybridlab snapshot list " + labContext.word());
        }
        List<String> reasons = reasons(lab, folder);
        if (!reasons.isEmpty()) {
            throw LabException.invalid("change-refused", message("The lab %s of the snapshot '%s'".formatted(lab.name(),
                    snapshot), reasons), "Set them back. Or take another snapshot: hybridlab snapshot list "
                            + labContext.word());
        }
    }

    static String message(String who, List<String> reasons) {
        return "%s cannot take these changes of its file:\n  - %s".formatted(who, String.join("\n  - ", reasons));
    }

    private static List<String> reasons(Lab lab, Path folder) {
        return new WorkspaceState(Workspace.in(folder)).lab()
                .map(then -> reasons(then, then.newestThere(), Set.of(), lab))
                .orElse(List.of());
    }

    static List<String> reasons(AppliedLab then, Lab now) {
        return reasons(then, KubernetesVersion.parse(then.kubernetes()), Set.of(), now);
    }

    /** @param made existing machines; empty for a lab that is gone */
    static List<String> reasons(AppliedLab then, KubernetesVersion there, Set<String> made, Lab now) {
        return reasons(then, there, made, now, false);
    }

    private static List<String> reasons(AppliedLab then, KubernetesVersion there, Set<String> made, Lab now,
                                        boolean movable) {
        ChangeRefusals all = new ChangeRefusals(then, now, movable);
        all.reasons.addAll(AppliedNetwork.refused(then, now));
        all.version("Kubernetes", there, now.kubernetes());
        now.machines().forEach(machine -> then.machine(machine.name()).ifPresent(old -> all.machine(old, machine)));
        all.apiAddress();
        all.firstControlPlane(there);
        all.unjoinedControlPlanes(there, made);
        all.etcd();
        all.addresses();
        return all.reasons;
    }

    private void version(String what, KubernetesVersion from, KubernetesVersion to) {
        if (from.equals(to)) {
            return;
        }
        if (to.compareTo(from) < 0) {
            reasons.add("%s %s to %s is a downgrade, which Kubernetes does not support: etcd may hold what the older "
                    .formatted(what, from, to) + "version cannot read");
        } else if (!LabChanges.isOneStep(from, to)) {
            reasons.add("%s %s to %s skips a minor version: kubeadm upgrades by one. Go to 1.%d first"
                    .formatted(what, from, to, from.minor() + 1));
        } else if (now.joinsExisting()) {
            reasons.add("%s %s to %s: the lab's machines are part of a cluster that is not the lab's"
                    .formatted(what, from, to));
        } else if (!now.madeWindowsMachines().isEmpty()) {
            reasons.add("%s %s to %s: hybridlab upgrades no Windows machines".formatted(what, from, to));
        }
    }

    private void machine(AppliedMachine old, Machine machine) {
        if (!old.kubernetes().equals(then.kubernetes()) || !machine.kubernetes().equals(now.kubernetes())) {
            KubernetesVersion from = KubernetesVersion.parse(old.kubernetes());
            if (machine.kubernetes().compareTo(from) < 0) {
                version("%s's kubelet from".formatted(machine.name()), from, machine.kubernetes());
            } else if (now.joinsExisting() && machine.kubernetes().equals(now.kubernetes())) {
                kept(machine.name(), "kubelet", old.kubernetes(), machine.kubernetes().toString());
            }
        }
        kept(machine.name(), "role", old.role(), machine.role().id());
        system(old, machine);
        address(old, machine);
    }

    private void system(AppliedMachine old, Machine machine) {
        kept(machine.name(), "os", old.os(), machine.os().id());
        kept(machine.name(), "arch", old.arch(), machine.arch().id());
        boolean made = !old.simulated() && !machine.isSimulated();
        if (made && !old.build().isEmpty() && machine.isWindows()) {
            kept(machine.name(), "build", old.build(), AppliedMachine.build(machine));
        }
    }

    /** Two machines of one address cannot run. Some cannot wait until the old one is gone. */
    private void addresses() {
        if (clusterStays()) {
            now.madeMachines().forEach(machine -> then.machines().forEach(old -> address(machine, old)));
        }
    }

    private void address(Machine machine, AppliedMachine old) {
        if (then.machine(machine.name()).isEmpty() && now.machine(old.name()).isEmpty() && !old.simulated()
                && old.address().equals(machine.address().toString())
                && !LeavingPlanner.mayWaitFor(now, machine, old)) {
            reasons.add(("%1$s has the address %2$s of %3$s, which cannot go before %1$s is there. Give %1$s another "
                    + "address, or remove %3$s in an `up` of its own first").formatted(machine.name(), old.address(),
                            old.name()));
        }
    }

    private void kept(String machine, String key, String from, String to) {
        if (!from.equals(to)) {
            reasons.add("%s has the %s %s, and the file says %s: a machine keeps it. Give the new machine another name"
                    .formatted(machine, key, from, to));
        }
    }

    /** Members change one by one, and those that stay hand on the data. */
    private void etcd() {
        Role kind = etcdRole();
        if (now.joinsExisting() || AppliedNetwork.isJoined(then)) {
            return;
        }
        if (kind != (now.hasExternalEtcd() ? Role.ETCD : Role.CONTROL_PLANE)) {
            reasons.add("etcd runs on machines of the role %s, and would move to others: its data stay where they are"
                    .formatted(kind.id()));
        } else if (!then.keepsOne(kind, now)) {
            reasons.add("every machine of the role %s would go, and what the cluster knows with them. Keep one of them"
                    .formatted(kind.id()));
        } else if (!then.keepsOne(Role.CONTROL_PLANE, now)) {
            reasons.add("every control plane would go, and new ones join through one of them. Keep one of them");
        }
    }

    private boolean clusterStays() {
        return now.joinsExisting() || then.keepsOne(etcdRole(), now) && then.keepsOne(Role.CONTROL_PLANE, now);
    }

    private Role etcdRole() {
        return then.machines().stream().anyMatch(AppliedMachine::isEtcd) ? Role.ETCD : Role.CONTROL_PLANE;
    }

    /** {@code kubeadm upgrade apply} runs on the first one, before any other machine gets the new version. */
    private void firstControlPlane(KubernetesVersion there) {
        if (!now.joinsExisting() && !there.equals(now.kubernetes()) && !then.machines().isEmpty()
                && then.machine(now.firstControlPlane().name()).isEmpty()) {
            reasons.add("%s is new, and would be the first control plane of an upgrade. Add it in an `up` of its own"
                    .formatted(now.firstControlPlane().name()));
        }
    }

    /** kubeadm lets control planes join only with the cluster's version. Unjoined ones may have a new version. */
    private void unjoinedControlPlanes(KubernetesVersion there, Set<String> made) {
        if (now.joinsExisting() || there.equals(now.kubernetes())) {
            return;
        }
        now.machines().stream().filter(Machine::isControlPlane).map(Machine::name).filter(made::contains)
                .filter(name -> then.machine(name).filter(old -> !old.joined() && !old.kubernetes().equals(
                        now.kubernetes().toString())).isPresent())
                .forEach(name -> reasons.add(("%s is made and has not joined, and would join with Kubernetes %s. Run "
                        + "`up` with that version in the file first: it joins it").formatted(name,
                                then.kubernetes())));
    }

    /** Without a virtual address, every kubelet and kubeconfig leads to the first control plane. */
    private void apiAddress() {
        if (now.joinsExisting() || now.network().virtualAddress().isPresent()) {
            return;
        }
        Optional<AppliedMachine> first = then.machines().stream().filter(one -> one.role().equals("control-plane"))
                .findFirst();
        String address = now.apiAddress().toString();
        first.filter(old -> !old.address().equals(address)).filter(old -> now.machine(old.name()).isEmpty()
                || !now.firstControlPlane().name().equals(old.name())).ifPresent(old -> reasons.add(
                ("the API server is at %s's address %s, and would be at %s: every kubelet and kubeconfig leads to "
                        + "the old one. With network.virtualAddress from the start, control planes may come and go")
                        .formatted(old.name(), old.address(), address)));
    }
}
