package org.hybridlab.host;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Daemons that hybridlab started on this host. A process is known by pid and start time, since pids are reused.
 */
public final class StartedDaemons {
    private final Path file;

    public StartedDaemons(UserFolders folders) {
        this.file = StateFile.in(folders.state(), "started-daemons");
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

    private record Content(List<Started> daemons) {
        Content {
            daemons = List.copyOf(daemons);
        }
    }

    /** Running ones, in start order. */
    public List<Started> running() {
        return StateFile.read(file, Content.class).map(Content::daemons).orElse(List.of()).stream()
                .filter(one -> one.process().isPresent()).toList();
    }

    void record(Started daemon) {
        change(running -> Stream.concat(running, Stream.of(daemon)));
    }

    void forget(Started gone) {
        change(running -> running.filter(one -> !one.equals(gone)));
    }

    private void change(UnaryOperator<Stream<Started>> change) {
        StateFile.locked(file.getParent(), () -> StateFile.write(file,
                new Content(change.apply(running().stream()).toList())));
    }
}
