package org.hybridlab.provision.snapshot;

import java.nio.file.Path;
import java.time.Duration;
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
import org.hybridlab.common.text.ResourceText;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.PodNetworkPlugin;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.MachineDisk;
import org.hybridlab.provision.change.LabRecord;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepIds;

/**
 * A reset that changes only what the cluster changed: a running etcd gets its keys back, and pods restart with the
 * snapshot's volumes. Pods of etcd and the API server run on, as do unchanged ones of CoreDNS and flannel. No machine
 * boots. Whether this is enough, the machines tell: what they do not say counts as changed.
 */
public final class ResetInPlace {
    public static final String LAST_STEP = "kubelets-started";
    static final String ETCD = "/var/lib/etcd";
    static final String KUBELET = "/var/lib/kubelet";

    private final LabContext labContext;
    private final Snapshot snapshot;
    private final Path folder;
    private final Optional<MachineDisk> disk;
    private volatile Optional<Path> keys = Optional.empty();
    /** UIDs of pods that may run on. */
    private volatile Set<String> mayRunOn = Set.of();
    private final Map<String, RunningState.Pods> pods = new ConcurrentHashMap<>();

    public ResetInPlace(LabContext labContext, Snapshot snapshot) {
        this.labContext = labContext;
        this.snapshot = snapshot;
        this.folder = new SnapshotStore(labContext.workspace()).folder(snapshot.name());
        this.disk = labContext.provider().disk(labContext.id());
    }

    /**
     * Why whole machines must be restored; empty if they need not. Also reads what {@link #plan} needs of etcd.
     *
     * @param compared whether {@link #compareDisks} follows, which finds more
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

    /** Also finds the pods that may run on, unless a machine disagrees. */
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

    /** A failed look counts as changed. @param before the reason */
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

    /** Runs beside the looks at machines, as it takes a second. */
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
            // What ran since a boot was never compared: a file that changed and changed back may have caused it.
            RunningState.Look look = baseline.machines().get(machine.name()).look(disk.orElseThrow(), machine.name(),
                    compared && !baseline.uncompared(), cancellation);
            pods.put(machine.name(), look.pods());
            return look.change().isPresent() || !baseline.uncompared() ? look.change()
                    : comparison(snapshot.machine(machine.name()).orElseThrow()).look(cancellation).difference();
        });
    }

    /** Whether the lab file still says what it said at the snapshot, as far as {@code up} applies it. */
    public boolean isOfSameFile() {
        return LabRecord.isUnchanged(SavedWorkspace.folder(folder), labContext);
    }

    /** For the snapshot that the lab was last saved as or restored to, if known. */
    public static Optional<ResetInPlace> ofLastState(LabContext labContext) {
        SnapshotStore store = new SnapshotStore(labContext.workspace());
        return store.all().stream().filter(one -> ResetBaseline.at(store.folder(one.name())).isPresent())
                .max(Comparator.comparing(one -> ResetBaseline.at(store.folder(one.name())).orElseThrow()))
                .map(one -> new ResetInPlace(labContext, one));
    }

    /**
     * @param clocks each machine's time before the comparison, as seconds with a fraction
     * @param difference where and what differs or is unknown, for people; empty if all is equal
     */
    public record DiskLook(Map<String, String> clocks, Optional<String> difference) {
        public DiskLook {
            clocks = Map.copyOf(clocks);
        }

        private static DiskLook differing(String difference) {
            return new DiskLook(Map.of(), Optional.of(difference));
        }
    }

    /** What a machine does not say counts as changed. */
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

    /** Records started machines for the next reset, which compares disks. The lab must be well, with pod network. */
    public void noteStarted(Set<String> started, Consumer<String> lines, Cancellation cancellation) {
        look(started, Map.of(), lines, cancellation)
                .ifPresent(now -> now.withoutPods().withoutComparison().write(labContext, folder, lines));
    }

    /** Records machines that are as in the snapshot, for the next reset. The lab must be well, with pod network. */
    public void note(Map<String, String> clocks, Consumer<String> lines, Cancellation cancellation) {
        note(made(), clocks, lines, cancellation);
    }

    private void note(Set<String> changed, Map<String, String> clocks, Consumer<String> lines,
                      Cancellation cancellation) {
        look(changed, clocks, lines, cancellation).ifPresent(now -> now.write(labContext, folder, lines));
    }

    /** Empty if an unchanged machine no longer runs as recorded. @param changed those that booted or were restored */
    private Optional<ResetBaseline> look(Set<String> changed, Map<String, String> clocks, Consumer<String> lines,
                                         Cancellation cancellation) {
        Map<String, RunningState> then = ResetBaseline.read(folder).map(ResetBaseline::machines).orElse(Map.of());
        return ResetBaseline.look(labContext, disk.orElseThrow(), clocks, lines, cancellation).filter(now -> made()
                .stream().allMatch(machine -> now.machines().get(machine).hasLines() && (changed.contains(machine)
                        || then.containsKey(machine) && then.get(machine).difference(now.machines().get(machine))
                                .isEmpty())));
    }

    /** The same for machines that ran on, as {@link KubeletsStarted} recorded. */
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

    public void forget() {
        ResetBaseline.forget(folder);
    }

    private Set<String> made() {
        return labContext.lab().madeMachines().stream().map(Machine::name).collect(Collectors.toSet());
    }

    /** Requires that there is no {@link #obstacle}. @param meanwhile runs while the last step waits for pods */
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

    private Optional<Path> archive(Snapshot.SavedMachine machine, String path) {
        return machine.paths().stream().filter(one -> one.path().equals(path)).findFirst()
                .map(one -> folder.resolve(one.file()));
    }

    /**
     * A running etcd gets the snapshot's keys from {@link EtcdSavedKeys}; the API server sees normal changes. Leases
     * stay, except those of controllers, which are stopped. Objects that expire, such as events, are not restored.
     * Services come last: the API server reallocates one without its IPAddress.
     */
    static final class EtcdSetBack implements Action {
        private static final Duration WITHIN = Duration.ofMinutes(3);
        /** A request has at most 128 operations and 1.5 MiB (--max-txn-ops, --max-request-bytes). */
        static final String CHANGES = ResourceText.of(EtcdSetBack.class, "changed-keys.jq");
        private static final String SCRIPT = ResourceText.of(EtcdSetBack.class, "set-keys-back.sh");

        private final MachineDisk disk;
        private final String machine;
        private final Path keys;

        /** @param keys this host's file with them */
        EtcdSetBack(MachineDisk disk, String machine, Path keys) {
            this.disk = disk;
            this.machine = machine;
            this.keys = keys;
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
            context.line(disk.run(machine, SCRIPT, List.of(CHANGES), List.of(keys), WITHIN, context.cancellation())
                    .strip());
        }
    }
}
