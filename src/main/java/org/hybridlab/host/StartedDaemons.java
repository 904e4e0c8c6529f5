package org.hybridlab.host;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Daemons that hybridlab started on this host: {@code daemons.json} of the state folder. A process is known by pid and
 * start time, since pids are reused.
 */
public final class StartedDaemons {
    private final Path file;

    public StartedDaemons(UserFolders folders) {
        this.file = folders.state().resolve("daemons.json");
    }

    /**
     * @param program for example {@code dockerd}
     * @param units systemd units; empty if hybridlab started it by hand
     * @param startedAt milliseconds since 1970
     */
    public record Started(String program, List<String> units, long pid, long startedAt) {
        static Started of(String program, List<String> units, ProcessHandle process) {
            return new Started(program, units, process.pid(), startOf(process));
        }

        Optional<ProcessHandle> process() {
            return ProcessHandle.of(pid).filter(handle -> startOf(handle) == startedAt);
        }

        private static long startOf(ProcessHandle process) {
            return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
        }
    }

    /** Running ones, in start order. */
    public List<Started> running() {
        return stillRunning(StateFile.read(file, Started[].class));
    }

    void record(Started daemon) {
        StateFile.update(file, Started[].class, before -> {
            List<Started> after = new ArrayList<>(stillRunning(before));
            after.add(daemon);
            return after;
        });
    }

    void forget(Started gone) {
        StateFile.update(file, Started[].class, before -> before.stream().filter(one -> !one.equals(gone)).toList());
    }

    private static List<Started> stillRunning(List<Started> all) {
        return all.stream().filter(one -> one.process().isPresent()).toList();
    }
}
