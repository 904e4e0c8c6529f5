package org.hybridlab.provision.snapshot;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Role;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provider.api.MachineDisk;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.api.MachineState.Kind;
import org.hybridlab.provision.change.ChangeRefusals;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepBuilder;
import org.hybridlab.provision.context.StepIds;
import org.hybridlab.provision.machine.MachinePlanner;
import org.hybridlab.provision.power.PowerPlanner;
import org.hybridlab.provision.snapshot.ProviderSnapshot.Work;
import org.hybridlab.provision.state.CreatedLab;
import org.hybridlab.provision.state.MachineStates;

/**
 * Plans to take, restore and delete snapshots. If disks can be read, machines are frozen for it. Otherwise the provider
 * saves machines that are frozen, or off if its snapshots lack memory.
 */
public final class SnapshotPlanner {
    private static final Duration LONG = Duration.ofMinutes(10);

    private final LabContext labContext;
    private final SnapshotStore store;

    public SnapshotPlanner(LabContext labContext) {
        this.labContext = labContext;
        this.store = new SnapshotStore(labContext.workspace());
    }

    /** Whether the provider has the snapshots. All machines must be off or frozen before {@link #save} then. */
    public boolean savesInProvider() {
        return disk().isEmpty();
    }

    /** Whether machines are frozen, rather than off, while the provider saves and restores them. */
    public boolean keepsMemory() {
        return savesInProvider() && labContext.provider().name().traits().snapshotsWithMemory();
    }

    /** @throws LabException {@code snapshot-not-possible} (exit 2) */
    public void mustBePossible() {
        obstacle().ifPresent(why -> {
            throw LabException.invalid("snapshot-not-possible", "No snapshot can be taken of this lab: " + why + ".",
                    "To begin again: hybridlab destroy %1$s, then hybridlab up %1$s".formatted(labContext.word()));
        });
    }

    /**
     * A provider's snapshot includes all machines, running or not. Asks the provider.
     *
     * @throws LabException {@code snapshot-needs-machines} (exit 2) if one is absent or unknown; {@code
     * snapshot-of-other-machines} (exit 2) as {@link #mustBeNamed}
     */
    public void mustHaveMachines(Cancellation cancellation) {
        MachineStates states = labContext.created().states(cancellation);
        mustBeNamed(labContext, states);
        labContext.lab().madeMachines().stream().filter(machine -> states.of(machine).isAbsent()
                || states.of(machine).kind() == Kind.BROKEN).findFirst().ifPresent(machine -> {
                    throw LabException.invalid("snapshot-needs-machines", "%s is %s; a snapshot is of all machines."
                            .formatted(machine.name(), states.of(machine).word()), "Run `hybridlab up %s` first."
                                    .formatted(labContext.word()));
                });
    }

    /**
     * A snapshot without a machine would lack its part of etcd and of pods.
     *
     * @throws LabException {@code snapshot-of-other-machines} (exit 2) if a machine exists that the lab file does not
     * name
     */
    static void mustBeNamed(LabContext labContext, MachineStates states) {
        Set<String> others = new TreeSet<>(states.byName().keySet());
        labContext.lab().madeMachines().stream().map(Machine::name).forEach(others::remove);
        others.stream().findFirst().ifPresent(machine -> {
            throw LabException.invalid("snapshot-of-other-machines", "%s is there, and the lab file does not name it; "
                    .formatted(machine) + "a snapshot is of all machines.", "Run `hybridlab up %s` first: it takes "
                    .formatted(labContext.word()) + "such machines out of the cluster and destroys them. Or put them "
                    + "back into the lab file.");
        });
    }

    /**
     * A machine pauses when its disk cannot grow, as do others on that storage. Only memory counts, and only on some
     * providers.
     *
     * @throws LabException {@code snapshot-limit} (exit 1) if the memory of running machines does not fit
     */
    public void mustHaveRoom(Cancellation cancellation) {
        if (keepsMemory()) {
            labContext.created().snapshots().freeBytes(cancellation).ifPresent(free -> SnapshotStore.mustFitBeside(
                    memoryBytes(cancellation), free, labContext.provider().name().id() + "'s storage",
                    "Free space there, or halt the lab first: a snapshot of machines that are off has no memory. "
                            + "`hybridlab snapshot list %s` shows snapshots that you may delete."
                                    .formatted(labContext.word())));
        }
    }

    /** The machine's whole memory: an upper limit, without that of its process. */
    private long memoryBytes(Cancellation cancellation) {
        MachineStates states = labContext.created().states(cancellation);
        return labContext.lab().madeMachines().stream()
                .filter(machine -> states.isRunning(machine) || states.of(machine).isResumable()).mapToLong(machine -> {
                    long all = (long) machine.memoryMiB() << 20;
                    return Math.min(all, labContext.created().snapshots().memoryBytes(machine.name(), cancellation)
                            .orElse(all));
                }).sum();
    }

    /** Why no snapshot is possible; empty if one is. */
    Optional<String> obstacle() {
        if (labContext.lab().joinsExisting()) {
            return Optional.of("the cluster is not the lab's own");
        }
        if (disk().isPresent() && labContext.lab().madeMachines().stream().anyMatch(Machine::isWindows)) {
            return Optional.of("machines that stand in for Windows cannot be set back");
        }
        return disk().isPresent() || labContext.provider().name().traits().snapshots() ? Optional.empty()
                : Optional.of("%s has no snapshots".formatted(labContext.provider().name().traits().title()));
    }

    public Plan save(String name) {
        if (disk().isPresent()) {
            return new Plan(List.of(step("snapshot-saved", "Save the state of all machines",
                    new SnapshotSaved(labContext, disk().get(), name)).build()));
        }
        List<Step> steps = byProvider(labContext.created(), machines(), name, Work.SAVE);
        steps.add(step("snapshot-saved", "Note the snapshot down", new SnapshotNoted(store, labContext,
                byProvider(name))).needs(ids(steps)).build());
        return new Plan(steps);
    }

    /** {@link #save} for readable disks, without a run of steps. */
    void saveNow(String name, Cancellation cancellation) {
        new SnapshotSaved(labContext, disk().orElseThrow(), name).save(line -> { }, cancellation);
    }

    private Snapshot byProvider(String name) {
        return new Snapshot(Snapshot.FORMAT, name, Instant.now(), labContext.id().toString(),
                labContext.lab().kubernetes().toString(), true, labContext.lab().madeMachines().stream()
                        .map(machine -> new Snapshot.SavedMachine(machine.name(), machine.role().id(), List.of(),
                                List.of(), "", List.of(), List.of())).toList(), Map.of());
    }

    /**
     * First switches off machines that the snapshot lacks: among them, etcd members would spread newer data. They stay
     * off until {@code up} starts or removes them.
     *
     * @param again machines to recreate in any case
     * @throws LabException as {@link #mustFit}; {@code machine-still-runs} (exit 1) if it is unknown whether one still
     * runs
     */
    public Plan reset(Snapshot snapshot, Set<String> again, Cancellation cancellation) {
        mustFit(snapshot);
        Set<String> others = others(snapshot, cancellation);
        Path folder = store.folder(snapshot.name());
        List<Step> steps = new ArrayList<>();
        if (!snapshot.inProvider() && labContext.boxes().needsBox()) {
            steps.add(box(disk().orElseThrow(), snapshot, again));
        }
        steps.add(verified(labContext, snapshot, Stream.concat(again.stream(), labContext.lab().madeMachines().stream()
                .filter(labContext.boxes()::takesBox).map(Machine::name)).collect(Collectors.toSet()))
                .after(ids(steps)));
        PowerPlanner.off(labContext.created(), others)
                .forEach(step -> steps.add(step.after(Set.of("snapshot-verified"))));
        if (snapshot.inProvider()) {
            steps.add(noted(labContext, snapshot).after(ids(steps)));
            byProvider(labContext.created(), snapshot.machineNames(), snapshot.name(), Work.RESTORE)
                    .forEach(step -> steps.add(step.after(Set.of(StepIds.RESET_NOTED))));
        } else {
            MachineDisk disk = disk().orElseThrow();
            steps.add(step(StepIds.RESET_NETWORK, "Make the lab's network on the host",
                    MachinePlanner.hostNetwork(labContext)).needs(ids(steps)).build());
            steps.add(noted(labContext, snapshot).after(ids(steps)));
            for (Snapshot.SavedMachine machine : snapshot.machines()) {
                steps.add(step("reset-begun/" + machine.machine(), (again.contains(machine.machine()) ? "Make "
                        + machine.machine() + " again" : "See whether %s can be set back, and make it again if not"
                        .formatted(machine.machine())),
                        new MachineForReset(labContext, disk, snapshot, machine, again.contains(machine.machine())))
                                .needs(StepIds.RESET_NOTED).build());
            }
            Set<String> begun = ids(steps);
            for (Snapshot.SavedMachine machine : snapshot.machines()) {
                steps.add(step("machine-set-back/" + machine.machine(), "Set back " + machine.machine(),
                        new MachineSetBack(labContext, disk, snapshot, machine, folder)).needs(begun).build());
            }
        }
        Set<String> setBack = ids(steps);
        steps.add(step(StepIds.WORKSPACE_SET_BACK, "Set back what the workspace knows",
                new WorkspaceSetBack(labContext, folder)).needs(setBack).build());
        if (!snapshot.inProvider()) {
            MachineDisk disk = disk().orElseThrow();
            for (Snapshot.SavedMachine machine : snapshot.machines()) {
                steps.add(step("machine-started/" + machine.machine(), "Start " + machine.machine(),
                        new MachineStarted(labContext, disk, machine, snapshot.name()))
                                .needs(StepIds.WORKSPACE_SET_BACK).build());
            }
        }
        return new Plan(steps);
    }

    private Set<String> others(Snapshot snapshot, Cancellation cancellation) {
        Map<String, MachineState> others = new TreeMap<>(labContext.created().states(cancellation).byName());
        others.keySet().removeAll(snapshot.machineNames());
        others.entrySet().stream().filter(one -> one.getValue().kind() == Kind.BROKEN).findFirst().ifPresent(one -> {
            throw LabException.labFailed("machine-still-runs", "%s is %s and not in the snapshot '%s': it may run, and "
                    .formatted(one.getKey(), one.getValue().word(), snapshot.name()) + "know what the snapshot does "
                    + "not.", store.unchanged() + (machines().contains(one.getKey())
                            ? "Run `hybridlab destroy %s %s`, then the same command again: it makes that machine again."
                                    .formatted(labContext.word(), one.getKey())
                            : "Switch it off or remove it with the provider's own tools, then run the same command "
                                    + "again."));
        });
        return others.keySet();
    }

    private Step box(MachineDisk disk, Snapshot snapshot, Set<String> again) {
        return StepBuilder.step(StepIds.RESET_BOX, "Get the box if a machine has to be made again")
                .timeout(MachinePlanner.GETTING)
                .inputs(labContext.boxes().box().name())
                .action(new BoxForReset(labContext, disk, snapshot, again)).build();
    }

    /** Only for snapshots in the provider; others are files. */
    public static Plan delete(CreatedLab created, Snapshot snapshot) {
        return new Plan(snapshot.inProvider()
                ? byProvider(created, snapshot.machineNames(), snapshot.name(), Work.DELETE)
                : List.of());
    }

    /** Removes what an interrupted save may have left in the provider. */
    public Plan deleteUnfinished(String name) {
        return savesInProvider() ? delete(labContext.created(), byProvider(name)) : new Plan(List.of());
    }

    /** Removes what the provider may have of an unreadable snapshot, on any machine. */
    public Plan deleteUnreadable(String name, Cancellation cancellation) {
        return new Plan(savesInProvider() ? byProvider(labContext.created(),
                List.copyOf(labContext.created().machines(cancellation)), name, Work.DELETE) : List.of());
    }

    /**
     * A machine that was recreated since has no snapshot, and the others would not fit it.
     *
     * @throws LabException {@code snapshot-damaged} (exit 1) if the provider lacks one of a machine
     */
    public void mustBeThere(Snapshot snapshot, Cancellation cancellation) {
        if (!snapshot.inProvider()) {
            return;
        }
        Set<String> lacking = new ConcurrentSkipListSet<>();
        Together.each(snapshot.machineNames(), machine -> {
            if (!ProviderSnapshot.isThere(labContext.created(), machine, Snapshot.inVagrant(snapshot.name()),
                    cancellation)) {
                lacking.add(machine);
            }
        });
        if (!lacking.isEmpty()) {
            throw LabException.labFailed("snapshot-damaged", "%s has nothing of the snapshot '%s': it was made again "
                    .formatted(String.join(", ", lacking), snapshot.name()) + "since, or the snapshot was deleted "
                    + "there.", store.unchanged() + "Take another snapshot, and delete this one: hybridlab snapshot "
                    + "delete %s %s".formatted(labContext.word(), snapshot.name()));
        }
    }

    public Path journal(Snapshot snapshot) {
        return SavedWorkspace.journal(store.folder(snapshot.name()));
    }

    /**
     * @throws LabException {@code snapshot-of-other-machines} or {@code snapshot-of-other-kubernetes} (exit 2) if the
     * lab file names other machines or another version; {@code change-refused} (exit 2) if the snapshot's cluster
     * cannot take the file
     */
    public void mustFit(Snapshot snapshot) {
        Set<String> lacking = new TreeSet<>(snapshot.machineNames());
        lacking.removeAll(machines());
        Set<String> members = labContext.lab().madeMachines().stream().filter(machine -> machine.role() != Role.WORKER)
                .map(Machine::name).filter(name -> !snapshot.machineNames().contains(name))
                .collect(Collectors.toSet());
        lacking.addAll(members);
        if (!lacking.isEmpty()) {
            throw LabException.invalid("snapshot-of-other-machines", "The snapshot '%s' is of other machines: %s."
                    .formatted(snapshot.name(), String.join(", ", lacking)), "Write the machines into the lab file "
                    + "as they were then, or take another snapshot.");
        }
        sameKubernetes(snapshot);
        ChangeRefusals.check(labContext, snapshot.name(), SavedWorkspace.folder(store.folder(snapshot.name())));
    }

    /** A recreated machine gets the box of the file's version, which lacks the snapshot's base. */
    private void sameKubernetes(Snapshot snapshot) {
        Map<String, String> then = SavedWorkspace.kubernetes(store.folder(snapshot.name()));
        for (Machine machine : labContext.lab().madeMachines()) {
            String saved = then.getOrDefault(machine.name(), snapshot.kubernetes());
            if (snapshot.machineNames().contains(machine.name()) && !saved.equals(machine.kubernetes().toString())) {
                throw LabException.invalid("snapshot-of-other-kubernetes",
                        "The snapshot '%s' has Kubernetes %s on %s, and the lab file says %s.".formatted(
                                snapshot.name(), saved, machine.name(), machine.kubernetes()),
                        "To go back to it, write kubernetes: %s into the lab file first. ".formatted(saved)
                                + "To keep the version of the file, reset to a snapshot of that version.");
            }
        }
    }

    private List<String> machines() {
        return labContext.lab().madeMachines().stream().map(Machine::name).toList();
    }

    private Optional<MachineDisk> disk() {
        return labContext.provider().disk(labContext.id());
    }

    private static List<Step> byProvider(CreatedLab created, List<String> machines, String name, Work work) {
        String kind = switch (work) {
            case SAVE -> "machine-saved/";
            case RESTORE -> "machine-set-back/";
            case DELETE -> "machine-snapshot-gone/";
        };
        String title = switch (work) {
            case SAVE -> "Take a snapshot of ";
            case RESTORE -> "Set back ";
            case DELETE -> "Delete the snapshot of ";
        };
        return machines.stream().map(machine -> step(kind + machine, title + machine,
                new ProviderSnapshot(created, machine, name, work)).retry(LabContext.VAGRANT_RETRY).build())
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** @param recreatable machines that are recreated if they are of another box */
    static Step verified(LabContext labContext, Snapshot snapshot, Set<String> recreatable) {
        return step("snapshot-verified", "Look whether the snapshot is whole, and of these machines",
                new SnapshotVerified(labContext, snapshot, recreatable)).build();
    }

    /** Comes after all that may fail harmlessly: {@code up} repeats a reset from here on. */
    static Step noted(LabContext labContext, Snapshot snapshot) {
        return step(StepIds.RESET_NOTED, "Note that the reset has begun", new ResetNoted(
                labContext.workspace(), snapshot)).build();
    }

    static StepBuilder step(String id, String title, Action action) {
        return StepBuilder.step(id, title).timeout(LONG).inputs(id).action(action);
    }

    static Set<String> ids(List<Step> steps) {
        return steps.stream().map(Step::id).collect(Collectors.toSet());
    }
}
