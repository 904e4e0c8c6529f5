package org.hybridlab.provision.snapshot;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.Pod;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.PodNetworkPlugin;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provider.api.MachineDisk;
import org.hybridlab.provision.change.AppliedLab;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepIds;

/**
 * A reset of machines that are as the snapshot has them, apart from what the cluster makes: etcd gets its keys back
 * while it runs, and pods start again, with the volumes of the snapshot. Those of etcd and the API server run on, and
 * those of CoreDNS and flannel that have run on since the snapshot, and of which no file changed. No machine boots.
 * Whether that is enough, the machines are asked; what they do not say counts as changed.
 */
public final class ResetInPlace {
    /** The step that comes last. */
    public static final String LAST_STEP = "kubelets-started";
    static final String ETCD = "/var/lib/etcd";
    static final String KUBELET = "/var/lib/kubelet";

    private final LabContext labContext;
    private final Snapshot snapshot;
    private final Path folder;
    private final Optional<MachineDisk> disk;
    private volatile Optional<Path> keys = Optional.empty();
    /** UIDs of pods that are such as may. */
    private volatile Set<String> mayRunOn = Set.of();
    private final Map<String, RunningState.Pods> pods = new ConcurrentHashMap<>();

    public ResetInPlace(LabContext labContext, Snapshot snapshot) {
        this.labContext = labContext;
        this.snapshot = snapshot;
        this.folder = new SnapshotStore(labContext.workspace()).folder(snapshot.name());
        this.disk = labContext.provider().disk(labContext.id());
    }

    /**
     * Why whole machines have to be set back, for people; empty if they need not. Changes nothing that counts, and has
     * what {@link #plan} needs to know of etcd read.
     *
     * @param compared whether {@link #compareDisks} follows, which sees more than is asked here
     */
    public Optional<String> obstacle(boolean compared, Cancellation cancellation) {
        Optional<ResetBaseline> baseline = ResetBaseline.read(folder);
        if (snapshot.inProvider() || disk.isEmpty() || baseline.isEmpty()) {
            return Optional.of("how the machines ran is not known");
        }
        if (labContext.lab().hasExternalEtcd()) {
            return Optional.of("etcd has machines of its own");
        }
        if (!made().equals(new TreeSet<>(snapshot.machineNames()))
                || !made().equals(baseline.get().machines().keySet())) {
            return Optional.of("the lab has other machines");
        }
        if (snapshot.machines().stream().anyMatch(machine -> archive(machine, KUBELET).isEmpty()
                || machine.role().equals("control-plane") && archive(machine, ETCD).isEmpty())) {
            return Optional.of("the snapshot has its files in other archives");
        }
        if (snapshot.machines().stream().anyMatch(DiskComparison::isTooLarge)) {
            return Optional.of("the snapshot has more than could be compared in the end");
        }
        labContext.forgetStates();
        if (!made().containsAll(labContext.states(cancellation).byName().keySet())) {
            return Optional.of("the lab has machines that the snapshot does not have");
        }
        Map<String, String> obstacles = new ConcurrentSkipListMap<>();
        List<Runnable> looks = new ArrayList<>(List.of(() -> keysObstacle(disk.get(), cancellation).ifPresent(why ->
                obstacles.putIfAbsent(firstControlPlane().machine(), why)),
                () -> apiObstacle(cancellation).ifPresent(why ->
                        obstacles.putIfAbsent(firstControlPlane().machine(), why))));
        labContext.lab().madeMachines().forEach(machine -> looks.add(() -> obstacle(machine, baseline.get(), compared,
                cancellation).ifPresent(why -> obstacles.put(machine.name(), why))));
        Together.each(looks, Runnable::run);
        return new TreeMap<>(obstacles).entrySet().stream().findFirst()
                .map(one -> "%s has changed (%s)".formatted(one.getKey(), one.getValue()));
    }

    /** It also names the pods that may run on, if they are as they were; the rest is for the machines to say. */
    private Optional<String> apiObstacle(Cancellation cancellation) {
        if (!labContext.hasCluster()
                || !labContext.states(cancellation).isRunning(labContext.lab().firstControlPlane())) {
            return Optional.empty();
        }
        PodNetworkPlugin.Objects network = labContext.lab().network().plugin().objects();
        return unlessItFails("", () -> {
            mayRunOn = labContext.cluster().podsNow().stream().filter(pod -> pod.ready() && !pod.deleting())
                    .filter(pod -> pod.isOf("kube-system", "k8s-app=kube-dns")
                            || pod.isOf(network.namespace(), network.selector()))
                    .map(Pod::uid).collect(Collectors.toUnmodifiableSet());
            return Optional.empty();
        });
    }

    /** What does not say that it is as the snapshot has it counts as changed. @param before the reason */
    private static Optional<String> unlessItFails(String before, Supplier<Optional<String>> look) {
        try {
            return look.get();
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return Optional.of(before + e.what());
        }
    }

    /** They are read while the machines are looked at, as that takes a second. */
    private Optional<String> keysObstacle(MachineDisk disk, Cancellation cancellation) {
        Snapshot.SavedMachine first = firstControlPlane();
        return unlessItFails("the saved keys of etcd cannot be read there: ", () -> {
            if (labContext.states(cancellation).isRunning(labContext.lab().firstControlPlane())) {
                keys = Optional.of(new EtcdSavedKeys(labContext, disk, first.machine(), archive(first, ETCD)
                        .orElseThrow()).file(cancellation));
            }
            return Optional.empty();
        });
    }

    private Snapshot.SavedMachine firstControlPlane() {
        return snapshot.machine(labContext.lab().firstControlPlane().name()).orElseThrow();
    }

    private Optional<String> obstacle(Machine machine, ResetBaseline baseline, boolean compared,
                                      Cancellation cancellation) {
        if (!labContext.states(cancellation).isRunning(machine)) {
            return Optional.of("it does not run");
        }
        return unlessItFails("", () -> {
            // What runs since a machine started was never compared: a file that changed back may have caused it.
            RunningState.Look look = baseline.machines().get(machine.name()).look(disk.orElseThrow(), machine.name(),
                    compared && !baseline.uncompared(), cancellation);
            pods.put(machine.name(), look.pods());
            return look.change().isPresent() || !baseline.uncompared() ? look.change()
                    : comparison(snapshot.machine(machine.name()).orElseThrow()).look(cancellation).difference();
        });
    }

    /** Whether the lab file says what it said when the snapshot was saved, as far as {@code up} applies it. */
    public boolean isOfSameFile() {
        return AppliedLab.isUnchanged(WorkspaceState.folder(folder), labContext);
    }

    /** Of the snapshot that the lab was last saved as or set back to, as far as that is known. */
    public static Optional<ResetInPlace> ofLastState(LabContext labContext) {
        SnapshotStore store = new SnapshotStore(labContext.workspace());
        return store.all().stream().filter(one -> ResetBaseline.at(store.folder(one.name())).isPresent())
                .max(Comparator.comparing(one -> ResetBaseline.at(store.folder(one.name())).orElseThrow()))
                .map(one -> new ResetInPlace(labContext, one));
    }

    /**
     * A look at the disks of all machines.
     *
     * @param clocks for each machine the time by its own clock before its disk was compared, as seconds with a fraction
     * @param difference where and what is not as the snapshot has it, or not known, for people; empty if all is
     */
    public record DiskLook(Map<String, String> clocks, Optional<String> difference) {
        public DiskLook {
            clocks = Map.copyOf(clocks);
        }

        private static DiskLook differing(String difference) {
            return new DiskLook(Map.of(), Optional.of(difference));
        }
    }

    /** Compares the disks of all machines with the snapshot. What a machine does not say counts as changed. */
    public DiskLook compareDisks(Cancellation cancellation) {
        if (snapshot.inProvider() || disk.isEmpty() || !made().equals(new TreeSet<>(snapshot.machineNames()))) {
            return DiskLook.differing("the snapshot is of other machines");
        }
        Map<String, String> clocks = new ConcurrentHashMap<>();
        Map<String, String> differences = new ConcurrentSkipListMap<>();
        try {
            Together.each(snapshot.machines(), machine -> {
                DiskComparison.Seen seen = comparison(machine).look(cancellation);
                clocks.put(machine.machine(), seen.clock());
                seen.difference().ifPresent(what -> differences.put(machine.machine(), what));
            });
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return DiskLook.differing(e.what());
        }
        return new DiskLook(clocks, differences.entrySet().stream().findFirst()
                .map(one -> one.getKey() + ": " + one.getValue()));
    }

    private DiskComparison comparison(Snapshot.SavedMachine machine) {
        return new DiskComparison(disk.orElseThrow(), machine, folder);
    }

    /**
     * Notes how machines run that have started, for the next reset, which compares their disks with the snapshot first.
     * The lab must be well: what the pod network makes on nodes is noted, too.
     *
     * @param started names of machines; another must run as was noted before
     */
    public void noteStarted(Set<String> started, Consumer<String> lines, Cancellation cancellation) {
        look(started, Map.of(), lines, cancellation)
                .ifPresent(now -> now.withoutPods().withoutComparison().write(labContext, folder, lines));
    }

    /**
     * Notes how the machines run, now that they are as the snapshot has them, for the next reset. The lab must be well:
     * what the pod network makes on nodes is noted, too.
     *
     * @param clocks of a {@link DiskLook}
     */
    public void note(Map<String, String> clocks, Consumer<String> lines, Cancellation cancellation) {
        note(made(), clocks, lines, cancellation);
    }

    private void note(Set<String> changed, Map<String, String> clocks, Consumer<String> lines,
                      Cancellation cancellation) {
        look(changed, clocks, lines, cancellation).ifPresent(now -> now.write(labContext, folder, lines));
    }

    /**
     * Empty if a machine that did not change no longer runs as was noted before.
     *
     * @param changed names of machines that booted or were set back
     */
    private Optional<ResetBaseline> look(Set<String> changed, Map<String, String> clocks, Consumer<String> lines,
                                         Cancellation cancellation) {
        Map<String, RunningState> then = ResetBaseline.read(folder).map(ResetBaseline::machines).orElse(Map.of());
        return ResetBaseline.look(labContext, disk.orElseThrow(), clocks, lines, cancellation).filter(now -> made()
                .stream().allMatch(machine -> now.machines().get(machine).hasLines() && (changed.contains(machine)
                        || then.containsKey(machine) && then.get(machine).difference(now.machines().get(machine))
                                .isEmpty())));
    }

    /** The same of machines that ran on: {@link KubeletsStarted} has noted how, if they said so. */
    public void noteRunningOn(Map<String, String> clocks, Consumer<String> lines, Cancellation cancellation) {
        Optional<ResetBaseline> noted = ResetBaseline.read(folder)
                .filter(one -> one.machines().keySet().equals(made()));
        if (noted.isEmpty()) {
            note(clocks, lines, cancellation);
        } else if (noted.get().machines().values().stream().allMatch(machine -> machine.podsNoted().isPresent())) {
            noted.get().since(clocks).write(labContext, folder, lines);
        } else {
            note(Set.of(), clocks, lines, cancellation);
        }
    }

    /** How the machines run is not known. */
    public void forget() {
        ResetBaseline.forget(folder);
    }

    private Set<String> made() {
        return labContext.lab().madeMachines().stream().map(Machine::name).collect(Collectors.toSet());
    }

    /**
     * Only where there is no {@link #obstacle}.
     *
     * @param meanwhile told to begin once disks are set back and the kubelets run, while the last step waits for pods
     */
    public Plan plan(Runnable meanwhile) {
        MachineDisk machines = disk.orElseThrow();
        List<Step> steps = new ArrayList<>();
        steps.add(SnapshotPlanner.verified(labContext, snapshot, Set.of()));
        steps.add(SnapshotPlanner.noted(labContext, snapshot).after(SnapshotPlanner.ids(steps)));
        Map<String, PodsStopped> stopped = new TreeMap<>();
        for (Snapshot.SavedMachine machine : snapshot.machines()) {
            String name = machine.machine();
            stopped.put(name, new PodsStopped(machines, name, archive(machine, KUBELET).orElseThrow(),
                    pods.getOrDefault(name, RunningState.Pods.NONE), mayRunOn));
            steps.add(SnapshotPlanner.step("pods-stopped/" + name, "Stop the pods of " + name, stopped.get(name))
                    .needs(StepIds.RESET_NOTED).build());
        }
        steps.add(SnapshotPlanner.step("etcd-set-back", "Set back the keys of etcd", new EtcdSetBack(machines,
                firstControlPlane().machine(), keys.orElseThrow())).needs(SnapshotPlanner.ids(steps)).build());
        steps.add(SnapshotPlanner.step(StepIds.WORKSPACE_SET_BACK, "Set back what the workspace knows",
                new WorkspaceSetBack(labContext, folder)).needs("etcd-set-back").build());
        steps.add(SnapshotPlanner.step(LAST_STEP, "Start the kubelets", new KubeletsStarted(labContext,
                machines, stopped, folder, meanwhile)).needs(StepIds.WORKSPACE_SET_BACK).build());
        return new Plan(steps);
    }

    /** The host's file with a path of a machine. */
    private Optional<Path> archive(Snapshot.SavedMachine machine, String path) {
        return machine.paths().stream().filter(one -> one.path().equals(path)).findFirst()
                .map(one -> folder.resolve(one.file()));
    }

}
