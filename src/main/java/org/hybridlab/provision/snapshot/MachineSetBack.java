package org.hybridlab.provision.snapshot;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.text.ResourceText;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.DiskChanges;
import org.hybridlab.provider.api.MachineDisk;
import org.hybridlab.provision.context.LabContext;

/**
 * The machine's disk is as in the snapshot, and the machine is off. All are restored before one starts: an etcd member
 * must not meet others with newer data. Kills all processes first. Recreates a machine in which that fails.
 */
final class MachineSetBack implements Action {
    private static final Duration WITHIN = Duration.ofMinutes(5);

    static final String STAY_DOWN = ResourceText.of(MachineSetBack.class, "stay-down.sh");
    private static final String QUIET = "set -eu\n" + STAY_DOWN
            + ResourceText.of(MachineSetBack.class, "empty-machine.sh");
    static final String UNPACK = ResourceText.of(MachineSetBack.class, "unpack.sh");
    /** Files of the box: restoring one takes milliseconds, recreating a machine seconds. */
    private static final int MOST_ORIGINALS = 100;
    /** They pass through a file on this host. */
    private static final long MOST_ORIGINAL_BYTES = 512L << 20;

    private final LabContext labContext;
    private final MachineDisk disk;
    private final Snapshot.SavedMachine saved;
    private final Path folder;
    private final MachineForReset machine;

    /** @param folder of the snapshot */
    MachineSetBack(LabContext labContext, MachineDisk disk, Snapshot snapshot, Snapshot.SavedMachine saved,
                   Path folder) {
        this.labContext = labContext;
        this.disk = disk;
        this.saved = saved;
        this.folder = folder;
        this.machine = new MachineForReset(labContext, disk, snapshot, saved, false);
    }

    @Override
    public Probe probe(StepContext context) {
        return Probe.unknown("each reset does it");
    }

    @Override
    public Duration longest() {
        return WITHIN.multipliedBy(2).plus(machine.longest());
    }

    @Override
    public void run(StepContext context) {
        Optional<String> obstacle = tried(context);
        if (obstacle.isPresent()) {
            context.line("%s cannot be set back as it is (%s): it is made again".formatted(saved.machine(),
                    obstacle.get()));
            machine.makeAgain(context);
            setBack(context, changes(context));
        }
        disk.cutPower(saved.machine(), context.cancellation());
        labContext.forgetStates();
    }

    /** Restores it. Returns why that is impossible; empty if it succeeded. */
    private Optional<String> tried(StepContext context) {
        try {
            DiskChanges now = changes(context);
            Optional<String> obstacle = SavedPaths.outOfReach(now.all()).or(() -> tooMany(now));
            if (obstacle.isEmpty()) {
                setBack(context, now);
            }
            return obstacle;
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return Optional.of(e.what());
        }
    }

    private Optional<String> tooMany(DiskChanges now) {
        SavedPaths paths = SavedPaths.of(saved);
        int wrong = paths.originals(now.all()).size() + SavedFolders.of(saved).wrong(now).size();
        long bytes = paths.originalBytes(now.all());
        return wrong > MOST_ORIGINALS || bytes > MOST_ORIGINAL_BYTES
                ? Optional.of("%d files and folders of its box changed, %d MB".formatted(wrong, bytes / 1_000_000))
                : Optional.empty();
    }

    private DiskChanges changes(StepContext context) {
        return disk.changes(saved.machine(), context.cancellation());
    }

    /** An archive on this host for one folder. */
    private record Unpacked(String folder, Path archive) {
        static Unpacked of(Snapshot.SavedPath path, Path in) {
            return new Unpacked(path.path().substring(0, Math.max(1, path.path().lastIndexOf('/'))),
                    in.resolve(path.file()));
        }
    }

    private void setBack(StepContext context, DiskChanges now) {
        SavedFolders.of(saved).unknown(now).ifPresent(why -> context.line("%s: %s".formatted(saved.machine(), why)));
        List<String> originals = SavedPaths.of(saved).originals(now.all());
        Path ofBox = folder.resolve(".box-%s.tar".formatted(saved.machine()));
        List<Unpacked> archives = new ArrayList<>();
        try {
            if (!originals.isEmpty()) {
                originals.forEach(path -> context.line("%s comes from the box again".formatted(path)));
                disk.readFromBox(saved.machine(), originals, ofBox, context.cancellation());
                archives.add(new Unpacked("/", ofBox));
            }
            // The box's files come first: the snapshot's files replace them.
            saved.paths().forEach(path -> archives.add(Unpacked.of(path, folder)));
            disk.run(saved.machine(), QUIET + UNPACK, arguments(now, originals, archives), archives.stream()
                    .map(Unpacked::archive).toList(), WITHIN, context.cancellation());
        } finally {
            SnapshotStore.remove(ofBox);
        }
    }

    private List<String> arguments(DiskChanges now, List<String> originals, List<Unpacked> archives) {
        SavedPaths paths = SavedPaths.of(saved);
        List<String> back = new ArrayList<>(originals);
        paths.paths().stream().filter(path -> !SavedPaths.WHOLE.contains(path)).forEach(back::add);
        List<String> arguments = new ArrayList<>(List.of(String.join(" ", SavedPaths.WHOLE)));
        arguments.addAll(counted(paths.strangers(now.all())));
        arguments.addAll(counted(back));
        arguments.add(String.valueOf(archives.size()));
        archives.forEach(one -> arguments.addAll(List.of(one.folder(), String.valueOf(one.archive().toFile()
                .length()))));
        arguments.addAll(SavedFolders.words(SavedFolders.of(saved).all(now)));
        arguments.addAll(saved.deleted());
        return arguments;
    }

    private static List<String> counted(List<String> paths) {
        return Stream.concat(Stream.of(String.valueOf(paths.size())), paths.stream()).toList();
    }
}
