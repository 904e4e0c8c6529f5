package org.hybridlab.provision.change;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Role;
import org.hybridlab.engine.plan.Fingerprint;
import org.hybridlab.provider.vagrant.VagrantNotes;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepIds;
import org.hybridlab.provision.state.AppliedLab;
import org.hybridlab.provision.state.AppliedMachine;
import org.hybridlab.provision.state.AppliedNetwork;
import org.hybridlab.provision.state.LabCluster;
import org.hybridlab.provision.state.WorkspaceState;

/** Records in the workspace what {@code up} applies, as it goes: the run may be killed at any time. */
public final class LabRecord {
    /** The lab's own, or hybridlab's. */
    static final String INIT_TEMPLATE = "kubeadm-init.yaml.ftl";

    private LabRecord() {
    }

    /** The lab that a successful {@code up} leaves. */
    public static AppliedLab of(LabContext labContext) {
        Workspace workspace = labContext.workspace();
        return AppliedLab.of(labContext.lab(), app -> Fingerprint.of(app, labContext.files().manifest(app)),
                initTemplate(labContext), LabCluster.wasKnown(workspace.folder())
                        ? new WorkspaceState(workspace).lab() : Optional.empty());
    }

    private static String initTemplate(LabContext labContext) {
        String name = "kubernetes/" + INIT_TEMPLATE;
        Path folder = labContext.open().location().folder();
        try {
            for (Path file : List.of(folder.resolve("templates").resolve(name), folder.resolve(name))) {
                if (Files.isRegularFile(file)) {
                    return Fingerprint.of(Files.readString(file));
                }
            }
            return "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether {@code up} would apply no change of the lab file. @param folder of a workspace, or a saved copy */
    public static boolean isUnchanged(Path folder, LabContext labContext) {
        AppliedLab now = of(labContext);
        return new WorkspaceState(Workspace.in(folder)).lab().filter(then -> then.isFileOf(now)).isPresent();
    }

    /** After all machines were destroyed by name, the cluster constrains nothing, unless it is of others. */
    public static void forgetLost(LabContext labContext, Cancellation cancellation) {
        if (isLost(labContext, cancellation)) {
            new WorkspaceState(labContext.workspace()).forgetLab();
            labContext.created().cluster().forget();
        }
    }

    public static boolean isLost(LabContext labContext, Cancellation cancellation) {
        Workspace workspace = labContext.workspace();
        boolean own = !labContext.lab().joinsExisting() && new WorkspaceState(workspace).lab()
                .filter(AppliedNetwork::isJoined).isEmpty();
        return own && LabCluster.wasKnown(workspace.folder()) && VagrantNotes.of(workspace).names().isEmpty()
                && labContext.states(cancellation).byName().isEmpty();
    }

    /** Without a cluster, only existing machines constrain the file. */
    public static void begin(LabContext labContext) {
        Workspace workspace = labContext.workspace();
        if (!LabCluster.wasKnown(workspace.folder())) {
            AppliedLab wanted = of(labContext);
            Map<String, AppliedMachine> machines = new LinkedHashMap<>();
            wanted.machines().forEach(machine -> machines.put(machine.name(), machine.withJoined(false)));
            Set<String> made = VagrantNotes.of(workspace).names();
            WorkspaceState state = new WorkspaceState(workspace);
            state.lab().ifPresent(then -> then.machines().stream().filter(old -> made.contains(old.name()))
                    .forEach(old -> machines.merge(old.name(), old, (now, same) -> same.beforeCluster(now))));
            state.keep(wanted.withMachines(List.copyOf(machines.values())));
        }
    }

    /** All of the lab file is applied. */
    public static void complete(LabContext labContext) {
        new WorkspaceState(labContext.workspace()).keep(of(labContext));
    }

    /** Recorded before the machine is created. An existing one keeps its record. */
    static void noteMade(LabContext labContext, Machine machine) {
        boolean made = VagrantNotes.of(labContext.workspace()).names().contains(machine.name());
        new WorkspaceState(labContext.workspace()).changeLab(then -> {
            if (then.machine(machine.name()).filter(old -> made || old.joined()).isPresent()) {
                return then;
            }
            Map<String, AppliedMachine> machines = byName(then);
            machines.put(machine.name(), AppliedMachine.of(machine).withJoined(false));
            return then.withMachines(List.copyOf(machines.values()));
        });
    }

    /** Records machines as joined at once, in case the {@code up} fails later. @param joined by id of the join step */
    public static void noteJoined(LabContext labContext, Predicate<String> joined) {
        List<Machine> all = labContext.lab().machines().stream().filter(machine -> joined.test(
                StepIds.joined(labContext.lab(), machine))).toList();
        new WorkspaceState(labContext.workspace()).changeLab(then -> {
            Map<String, AppliedMachine> machines = byName(then);
            all.stream().filter(machine -> then.machine(machine.name()).filter(AppliedMachine::joined).isEmpty())
                    .forEach(machine -> machines.put(machine.name(), then.machine(machine.name())
                            // Keeps how it was created. Docker may have moved its address.
                            .orElseGet(() -> AppliedMachine.of(machine)).joinedAt(machine.address().toString())));
            return then.withMachines(List.copyOf(machines.values()));
        });
    }

    static void noteMeasure(LabContext labContext, Machine machine) {
        new WorkspaceState(labContext.workspace()).changeLab(then -> then.withMachine(machine.name(),
                old -> old.withMeasure(machine)));
    }

    private static Map<String, AppliedMachine> byName(AppliedLab lab) {
        Map<String, AppliedMachine> machines = new LinkedHashMap<>();
        lab.machines().forEach(machine -> machines.put(machine.name(), machine));
        return machines;
    }

    /** Control planes that left the lab file, and are still etcd members. */
    public static Set<String> leavingControlPlanes(LabContext labContext) {
        WorkspaceState state = new WorkspaceState(labContext.workspace());
        Set<String> without = labContext.lab().hasExternalEtcd() ? Set.of() : state.recreating();
        return state.lab().stream().flatMap(then -> then.joined(Role.CONTROL_PLANE))
                .map(AppliedMachine::name).filter(name -> labContext.lab().machine(name).isEmpty())
                .filter(name -> !without.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** If machines were not recorded, whether there was a cluster. */
    public static boolean hadNodes(Workspace workspace) {
        return new WorkspaceState(workspace).lab()
                .map(then -> then.machines().stream().anyMatch(AppliedMachine::joined))
                .orElseGet(() -> LabCluster.wasKnown(workspace.folder()));
    }
}
