package org.hybridlab.provision.snapshot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.workspace.StrictJson;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.Machine;
import org.hybridlab.provider.api.MachineDisk;
import org.hybridlab.provision.context.LabContext;
import tools.jackson.core.JacksonException;

/**
 * How machines ran at the moment of a snapshot, or after a reset to it; a file beside the manifest. Without it, a reset
 * restores whole machines.
 *
 * @param machines by name
 * @param uncompared whether a machine has started since disks were compared with the snapshot
 */
record ResetBaseline(Map<String, RunningState> machines, boolean uncompared) {
    private static final String FILE = "running.json";

    private ResetBaseline(Map<String, RunningState> machines) {
        this(machines, false);
    }

    /** Records the machines' state. A failure only makes a reset slower. @param since clocks before disks were saved */
    static void note(LabContext labContext, MachineDisk disk, Map<String, String> since, Path folder,
                     Consumer<String> lines, Cancellation cancellation) {
        look(labContext, disk, since, lines, cancellation).ifPresent(seen -> seen.write(labContext, folder, lines));
    }

    /**
     * Keeps the rest if only these services have restarted. Deletes the baseline if a machine's answer differs.
     *
     * @param processes by machine, as in {@link RunningState}
     * @param pods number of a machine's recorded pods that ran on
     */
    static void restarted(LabContext labContext, Path folder, Map<String, List<String>> processes,
                          ToIntFunction<String> pods, Consumer<String> lines) {
        Map<String, RunningState> all = new TreeMap<>();
        read(folder).ifPresent(noted -> noted.machines().forEach((machine, then) -> then
                .restarted(processes.getOrDefault(machine, List.of()))
                .ifPresent(now -> all.put(machine, now.withPods(pods.applyAsInt(machine))))));
        if (all.keySet().equals(processes.keySet())) {
            new ResetBaseline(all).write(labContext, folder, lines);
        } else {
            forget(folder);
        }
    }

    /** No pod runs on through the next reset. */
    ResetBaseline withoutPods() {
        Map<String, RunningState> all = new TreeMap<>(machines);
        all.replaceAll((machine, state) -> state.withoutPods());
        return new ResetBaseline(all, uncompared);
    }

    /** The next reset must compare disks. */
    ResetBaseline withoutComparison() {
        return new ResetBaseline(machines, true);
    }

    /** Disks were compared at these clocks. */
    ResetBaseline since(Map<String, String> clocks) {
        Map<String, RunningState> all = new TreeMap<>(machines);
        all.replaceAll((machine, state) -> state.since(clocks.get(machine)));
        return new ResetBaseline(all);
    }

    /** Empty, with the reason reported, if a machine does not answer. @param since of each machine; empty: now */
    static Optional<ResetBaseline> look(LabContext labContext, MachineDisk disk, Map<String, String> since,
                                        Consumer<String> lines, Cancellation cancellation) {
        Map<String, RunningState> all = new ConcurrentHashMap<>();
        try {
            Together.each(labContext.lab().madeMachines().stream().map(Machine::name).toList(), machine -> {
                RunningState state = RunningState.of(disk, machine, cancellation);
                all.put(machine, state.since(since.getOrDefault(machine, state.since())));
            });
            return Optional.of(new ResetBaseline(all));
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            lines.accept(notNoted(e));
            return Optional.empty();
        }
    }

    /** Reports a failure. */
    void write(LabContext labContext, Path folder, Consumer<String> lines) {
        try {
            labContext.workspace().write(labContext.workspace().folder().relativize(folder.resolve(FILE)).toString(),
                    StrictJson.MAPPER.writeValueAsString(this) + "\n", Workspace.Kind.SECRET);
        } catch (LabException e) {
            lines.accept(notNoted(e));
        }
    }

    private static String notNoted(LabException e) {
        if (e.isInterruption()) {
            throw e;
        }
        return "How the machines run is not noted, so that a reset sets them back as a whole: " + e.what();
    }

    static void forget(Path snapshot) {
        SnapshotStore.remove(snapshot.resolve(FILE));
    }

    static Optional<FileTime> at(Path snapshot) {
        try {
            return Optional.of(Files.getLastModifiedTime(snapshot.resolve(FILE)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    static Optional<ResetBaseline> read(Path snapshot) {
        try {
            return Optional.ofNullable(StrictJson.MAPPER.readValue(Files.readString(snapshot.resolve(FILE)),
                    ResetBaseline.class));
        } catch (IOException | JacksonException e) {
            return Optional.empty();
        }
    }
}
