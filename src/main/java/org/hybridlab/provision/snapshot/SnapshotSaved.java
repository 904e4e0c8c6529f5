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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Parallel;
import org.hybridlab.common.text.ResourceText;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.DiskChanges;
import org.hybridlab.provider.api.MachineDisk;
import org.hybridlab.provider.api.MachinePower;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.api.ProviderTool;
import org.hybridlab.provision.context.LabContext;

/** The workspace has the state of all machines at one moment: they are frozen for a few seconds and read. */
final class SnapshotSaved implements Action {
    private static final Duration WITHIN = Duration.ofMinutes(10);
    private static final Duration QUICK = Duration.ofMinutes(1);
    private static final String CLOCK_SIZE_SUBNET = ResourceText.of(SnapshotSaved.class, "clock-size-subnet.sh");
    private static final String IMAGES = ResourceText.of(SnapshotSaved.class, "images.sh");
    private static final String IMAGES_OF_BOX = ResourceText.of(SnapshotSaved.class, "images-of-box.sh")
            + IMAGES;

    private final LabContext labContext;
    private final MachineDisk disk;
    private final SnapshotStore store;
    private final String name;

    SnapshotSaved(LabContext labContext, MachineDisk disk, String name) {
        this.labContext = labContext;
        this.disk = disk;
        this.store = new SnapshotStore(labContext.workspace());
        this.name = name;
    }

    @Override
    public Probe probe(StepContext context) {
        return Probe.unknown("each call takes another one");
    }

    @Override
    public Duration longest() {
        return WITHIN;
    }

    @Override
    public void run(StepContext context) {
        readKeys(save(context::line, context.cancellation()), context::line, context.cancellation());
    }

    /** After a cancellation there is no snapshot; {@link SnapshotStore#clean} removes its files. */
    Snapshot save(Consumer<String> lines, Cancellation cancellation) {
        mustRun(cancellation);
        store.clean();
        Path folder = store.begin(name, labContext.lab().name());
        mustFit();
        Map<String, Found> found = look(cancellation);
        SnapshotStore.mustFit(found.values().stream().mapToLong(Found::bytes).sum(), store.bytes(), usable(folder));
        Map<String, Set<String>> gone = new ConcurrentHashMap<>();
        List<Runnable> reading = machines().stream().flatMap(machine -> reading(machine.name(),
                found.get(machine.name()).paths(), folder, gone, cancellation)).toList();
        Instant at = frozen(() -> Together.each(reading, Runnable::run), lines, cancellation);
        mustFit();
        List<Snapshot.SavedMachine> saved = machines().stream().map(machine -> describe(machine,
                found.get(machine.name()), gone.getOrDefault(machine.name(), Set.of()), folder)).toList();
        SavedWorkspace.save(labContext.workspace(), folder);
        Map<String, String> clocks = new TreeMap<>();
        found.forEach((machine, one) -> clocks.put(machine, one.clock()));
        ResetBaseline.note(labContext, disk, clocks, folder, lines, cancellation);
        cancellation.throwIfRequested();
        Map<String, String> boxes = new ConcurrentSkipListMap<>();
        Together.each(machines(), machine -> boxes.put(machine.name(), disk.box(machine.name(), Optional.empty(),
                cancellation)));
        Snapshot snapshot = new Snapshot(Snapshot.FORMAT, name, at, labContext.id().toString(),
                labContext.lab().kubernetes().toString(), false, saved, boxes);
        store.complete(snapshot);
        lines.accept("Saved as '%s'".formatted(name));
        return snapshot;
    }

    /** A failure only makes the first reset slower. */
    private void readKeys(Snapshot saved, Consumer<String> lines, Cancellation cancellation) {
        String first = labContext.lab().firstControlPlane().name();
        try {
            saved.machine(first).stream().flatMap(machine -> machine.paths().stream())
                    .filter(path -> path.path().equals(ResetInPlace.ETCD)).forEach(path -> new EtcdSavedKeys(labContext,
                            disk, first, store.folder(name).resolve(path.file())).file(cancellation));
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            lines.accept("The keys of etcd are not read yet: " + e.what());
        }
    }

    private record Found(String clock, SavedPaths paths, List<Snapshot.SavedFolder> folders, long bytes, String subnet,
                         List<String> images) {
        Found with(List<String> images) {
            return new Found(clock, paths, folders, bytes, subnet, images);
        }
    }

    private List<Machine> machines() {
        return labContext.lab().madeMachines();
    }

    private void mustRun(Cancellation cancellation) {
        labContext.forgetStates();
        SnapshotPlanner.mustBeNamed(labContext, labContext.states(cancellation));
        machines().stream().filter(machine -> !labContext.states(cancellation).isRunning(machine)).findFirst()
                .ifPresent(machine -> {
                    MachineState state = labContext.states(cancellation).of(machine);
                    throw LabException.invalid("snapshot-needs-running", "%s is %s; a snapshot is of machines that run."
                            .formatted(machine.name(), state.word()), "Run `hybridlab %s %s` first.".formatted(
                                    state.isResumable() ? "resume" : "up", labContext.word()));
                });
    }

    private void mustFit() {
        long bytes = store.bytes(name);
        SnapshotStore.mustFit(bytes, store.bytes() - bytes, Long.MAX_VALUE);
    }

    private static long usable(Path folder) {
        return folder.toFile().getUsableSpace();
    }

    private Map<String, Found> look(Cancellation cancellation) {
        Map<String, Found> found = new ConcurrentHashMap<>();
        Map<String, List<String>> images = new ConcurrentHashMap<>();
        Together.each(machines().stream().flatMap(machine -> Stream.<Runnable>of(
                () -> found.put(machine.name(), look(machine.name(), cancellation)),
                () -> images.put(machine.name(), images(disk, machine.name(), cancellation)))).toList(),
                Runnable::run);
        found.replaceAll((machine, one) -> one.with(images.get(machine)));
        return found;
    }

    private Found look(String machine, Cancellation cancellation) {
        DiskChanges changes = disk.changes(machine, cancellation);
        SavedPaths.outOfReach(changes.all()).ifPresent(file -> {
            throw LabException.invalid("snapshot-not-possible", "%s cannot be saved: a file has the name %s.".formatted(
                    machine, file), "Give the file another name, or delete it. Its bytes are shown as octal numbers.");
        });
        String said = disk.run(machine, CLOCK_SIZE_SUBNET, List.of(labContext.lab().network().plugin().files()
                .sharePath()), List.of(), QUICK, cancellation);
        String[] parts = said.split("\n", 3);
        return new Found(parts[0].strip(), SavedPaths.of(changes.all()), SavedFolders.of(changes),
                Long.parseLong(parts[1].strip()) + SavedPaths.bytes(changes.all()), parts[2], List.of());
    }

    static List<String> images(MachineDisk disk, String machine, Cancellation cancellation) {
        return images(disk.run(machine, IMAGES, List.of(), List.of(), QUICK, cancellation));
    }

    /** @param box empty: the one that the machine was created from */
    static List<String> imagesOfBox(MachineDisk disk, String machine, Optional<String> box, Cancellation cancellation) {
        return images(disk.runInBox(machine, box, IMAGES_OF_BOX, cancellation));
    }

    private static List<String> images(String said) {
        return said.lines().sorted().toList();
    }

    /** @return when all of them stood still */
    private Instant frozen(Runnable work, Consumer<String> lines, Cancellation cancellation) {
        // An interruption must not leave machines frozen.
        Cancellation always = new Cancellation();
        MachinePower power = labContext.created().power();
        try {
            // Interrupted while it freezes one, docker would freeze it later, and nothing would resume it.
            onAll(machine -> power.suspend(machine, lines, always));
            cancellation.throwIfRequested();
            Instant at = Instant.now();
            work.run();
            lines.accept("The machines stood still for %.1f s".formatted(Duration.between(at, Instant.now()).toMillis()
                    / 1000.0));
            return at;
        } finally {
            goOn(power, lines, always);
        }
    }

    private void goOn(MachinePower power, Consumer<String> lines, Cancellation always) {
        Map<String, LabException> failures = new ConcurrentSkipListMap<>();
        onAll(machine -> {
            try {
                power.resume(machine, lines, always);
            } catch (LabException e) {
                lines.accept("%s did not go on, and is tried again: %s".formatted(machine, e.what()));
                try {
                    power.resume(machine, lines, always);
                } catch (LabException again) {
                    failures.put(machine, again);
                }
            }
        });
        failures.values().stream().findFirst().ifPresent(failure -> {
            throw LabException.labFailed("machines-frozen", "%s may still be frozen: %s".formatted(String.join(", ",
                    failures.keySet()), failure.what()), "Run: hybridlab resume " + labContext.word())
                    .causedBy(failure);
        });
    }

    /** Runs and waits in spite of interruptions of this thread. */
    private void onAll(Consumer<String> work) {
        Parallel.join(CompletableFuture.runAsync(() -> Together.each(machines(), machine ->
                work.accept(machine.name())), together -> new Thread(together, "hybridlab-power").start()));
    }

    /** In parallel, as a read mostly waits for docker. Notes what was deleted since it was listed. */
    private Stream<Runnable> reading(String machine, SavedPaths paths, Path folder, Map<String, Set<String>> gone,
                                     Cancellation cancellation) {
        return IntStream.range(0, paths.paths().size()).mapToObj(i -> () -> {
            String path = paths.paths().get(i);
            if (!disk.read(machine, path, folder.resolve(file(machine, i)), cancellation)) {
                if (SavedPaths.WHOLE.contains(path) || path.equals(ResetInPlace.ETCD)) {
                    throw ProviderTool.notAnswering(labContext.provider().name(),
                            "%s has no %s.".formatted(machine, path));
                }
                gone.computeIfAbsent(machine, key -> ConcurrentHashMap.newKeySet()).add(path);
            }
        });
    }

    private static String file(String machine, int index) {
        return "%s-%02d.tar".formatted(machine, index);
    }

    private static Snapshot.SavedMachine describe(Machine machine, Found found, Set<String> gone, Path folder) {
        List<Snapshot.SavedPath> paths = new ArrayList<>();
        for (int i = 0; i < found.paths().paths().size(); i++) {
            String path = found.paths().paths().get(i);
            Path file = folder.resolve(file(machine.name(), i));
            if (gone.contains(path)) {
                SnapshotStore.remove(file);
                continue;
            }
            if (path.equals(ResetInPlace.ETCD)) {
                SnapshotStore.shortenEtcd(file);
            }
            paths.add(new Snapshot.SavedPath(path, file.getFileName().toString(), file.toFile().length(),
                    SnapshotStore.sum(file)));
        }
        return new Snapshot.SavedMachine(machine.name(), machine.role().id(), paths, found.paths().without(gone)
                .deleted(), found.subnet(), found.images(), found.folders());
    }
}
