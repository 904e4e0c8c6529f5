package org.hybridlab.provision.snapshot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.Machine;
import org.hybridlab.provider.api.MachineDisk;
import org.hybridlab.provision.context.LabContext;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * How the machines ran when they were as a snapshot has them: when it was taken, or at the end of a reset to it. It
 * lies beside the snapshot's manifest. Where it is lost, a reset sets whole machines back.
 *
 * @param machines by name
 */
record ResetBaseline(Map<String, RunningState> machines) {
    private static final String FILE = "running.json";
    /** How they ran until they were switched off, with nothing changed on their disks. */
    private static final String HALTED = "halted.json";

    /**
     * Writes down how they run now. A snapshot is one without that, too: a reset to it takes longer.
     *
     * @param since of each machine, before its disk was saved; empty: they are as the snapshot has them now
     * @param folder of the snapshot
     */
    static void note(LabContext labContext, MachineDisk disk, Map<String, String> since, Path folder,
                     Consumer<String> lines, Cancellation cancellation) {
        Map<String, RunningState> all = new ConcurrentHashMap<>();
        try {
            forget(folder);
            Together.each(labContext.lab().madeMachines().stream().map(Machine::name).toList(), machine -> {
                RunningState state = RunningState.of(disk, machine, cancellation);
                all.put(machine, since.containsKey(machine) ? state.since(since.get(machine)) : state);
            });
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            lines.accept("How the machines run is not noted, so that a reset sets them back as a whole: " + e.what());
            return;
        }
        new ResetBaseline(all).write(labContext.workspace(), folder.resolve(FILE));
    }

    private void write(Workspace workspace, Path file) {
        workspace.write(workspace.folder().relativize(file).toString(),
                JsonMapper.shared().writeValueAsString(this) + "\n", Workspace.Kind.SECRET);
    }

    static void forget(Path snapshot) {
        SnapshotStore.remove(snapshot.resolve(FILE));
    }

    static Optional<ResetBaseline> read(Path snapshot) {
        return readFile(snapshot.resolve(FILE));
    }

    /** The machines are about to be switched off. */
    void writeHalted(Workspace workspace, Path snapshot) {
        write(workspace, snapshot.resolve(HALTED));
    }

    static void forgetHalted(Path snapshot) {
        SnapshotStore.remove(snapshot.resolve(HALTED));
    }

    static Optional<ResetBaseline> readHalted(Path snapshot) {
        return readFile(snapshot.resolve(HALTED));
    }

    private static Optional<ResetBaseline> readFile(Path file) {
        try {
            return Optional.of(JsonMapper.shared().readValue(Files.readString(file), ResetBaseline.class))
                    .filter(one -> one.machines() != null);
        } catch (IOException | JacksonException | NullPointerException e) {
            return Optional.empty();
        }
    }
}
