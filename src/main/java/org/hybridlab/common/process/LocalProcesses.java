package org.hybridlab.common.process;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.zeroturnaround.exec.ProcessExecutor;
import org.zeroturnaround.exec.ProcessInitException;
import org.zeroturnaround.exec.ProcessResult;
import org.zeroturnaround.exec.StartedProcess;
import org.zeroturnaround.exec.stream.PumpStreamHandler;
import org.zeroturnaround.exec.stream.StreamPumper;

/** Runs commands as child processes. The only user of zt-exec. */
public final class LocalProcesses implements Processes {
    private static final Set<String> FOR_BOXES = Set.of("go", "mmdebstrap");
    private static final int NO_SUCH_FILE = 2;
    /** util-linux has it there on every Linux. It replaces itself by the program, so the pid is the program's. */
    private static final Path SETSID = Path.of("/usr/bin/setsid");
    private static final int SETSID_FOUND_NO_PROGRAM = 127;
    private static final Duration GRACE = Duration.ofSeconds(20);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Set<Running> RUNNING = ConcurrentHashMap.newKeySet();

    private final ProcessTerminator end;

    public LocalProcesses() {
        this(GRACE);
    }

    /** @param grace time for an interrupted child to clean up */
    LocalProcesses(Duration grace) {
        this.end = new ProcessTerminator(grace);
    }

    private record Running(String program, long pid) {
    }

    /** Names of running programs, sorted, each once: what an interruption waits for. */
    public static List<String> running() {
        return RUNNING.stream().map(Running::program).distinct().sorted().toList();
    }

    public static Duration grace() {
        return GRACE;
    }

    @Override
    public Result run(Command command, Consumer<String> lines, Cancellation cancellation) {
        cancellation.throwIfRequested();
        long started = System.nanoTime();
        KeptOutput stdout = new KeptOutput(lines, command.verbatim());
        KeptOutput stderr = new KeptOutput(lines, command.verbatim());
        try (Streams streams = Streams.of(command, stdout)) {
            return run(command, streams, stdout, stderr, cancellation, started);
        } catch (IOException e) {
            throw notStarted(command, e);
        }
    }

    private Result run(Command command, Streams streams, KeptOutput stdout, KeptOutput stderr,
                              Cancellation cancellation, long started) {
        StartedProcess child = start(command, streams, stderr);
        Running running = new Running(command.words().get(0), child.getProcess().pid());
        RUNNING.add(running);
        try (Cancellation.Registration ignored =
                     cancellation.onRequest(() -> end.stop(child.getProcess(), cancellation.isNow()))) {
            // Catches a request between the check above and the registration.
            if (cancellation.isRequested()) {
                end.stop(child.getProcess(), cancellation.isNow());
            }
            int exitCode = await(command, child.getFuture(), child.getProcess());
            cancellation.throwIfRequested();
            streams.mustBeWritten();
            if (startsBySetsid(command) && exitCode == SETSID_FOUND_NO_PROGRAM) {
                throw missing(command.words());
            }
            return new Result(command, exitCode, stdout.text(), stderr.text(),
                    Duration.ofNanos(System.nanoTime() - started));
        } finally {
            RUNNING.remove(running);
        }
    }

    private static StartedProcess start(Command command, Streams streams, KeptOutput stderr) {
        ProcessExecutor executor = new ProcessExecutor(startsBySetsid(command)
                ? Stream.concat(Stream.of(SETSID.toString()), command.words().stream()).toList() : command.words())
                .environment(UserEnvironment.differences())
                .environment(command.environment())
                .streams(new LargePumps(streams, stderr))
                .redirectErrorStream(false)
                .closeTimeout(5, TimeUnit.SECONDS);
        command.directory().ifPresent(directory -> executor.directory(directory.toFile()));
        try {
            return executor.start();
        } catch (ProcessInitException e) {
            // The exception's message has the whole environment, so only its cause is kept.
            if (e.getErrorCode() == NO_SUCH_FILE) {
                throw missing(command.words()).causedBy(e.getCause());
            }
            throw notStarted(command, e.getCause());
        } catch (IOException e) {
            throw notStarted(command, e);
        }
    }

    private static boolean startsBySetsid(Command command) {
        return command.ownSession() && Files.isExecutable(SETSID);
    }

    private int await(Command command, Future<ProcessResult> future, Process process) {
        long deadline = System.nanoTime() + command.timeout().toNanos();
        while (true) {
            try {
                return future.get(POLL.toMillis(), TimeUnit.MILLISECONDS).getExitValue();
            } catch (TimeoutException e) {
                if (System.nanoTime() > deadline) {
                    // Waits, so that a retry does not meet the process.
                    end.stop(process, false).join();
                    throw LabException.labFailed("timed-out",
                            "%s did not end within %s.".formatted(command.words().get(0), readable(command.timeout())),
                            "Run it by hand to see where it stops: " + command.pasteable());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                end.stop(process, true);
                throw LabException.interrupted("Interrupted while " + command.words().get(0) + " ran.");
            } catch (ExecutionException e) {
                throw notStarted(command, e);
            }
        }
    }

    private static String readable(Duration duration) {
        return duration.toSeconds() >= 120 ? duration.toMinutes() + " min" : duration.toSeconds() + " s";
    }

    /** `setup` alone does not install tools for bundles and boxes. */
    static LabException missing(List<String> words) {
        boolean forBoxes = FOR_BOXES.contains(words.get(0));
        return LabException.hostNotReady("program-missing", words.get(0) + " is not installed on this host.",
                "Run `hybridlab setup%s`, or install it and put it on the PATH.".formatted(forBoxes ? " --box" : ""));
    }

    private static LabException notStarted(Command command, Throwable e) {
        return LabException.hostNotReady("program-not-started", "%s could not be started: %s"
                .formatted(command.words().get(0), e.getMessage()), "Try it by hand: " + command.pasteable())
                .causedBy(e);
    }

    private record Streams(InputStream stdin, OutputStream stdout, Optional<FileOutput> file)
            implements AutoCloseable {
        static Streams of(Command command, KeptOutput lines) throws IOException {
            InputStream stdin = command.stdinFiles().isEmpty() ? text(command)
                    : new SequenceInputStream(text(command), inOrder(command.stdinFiles()));
            try {
                Optional<FileOutput> file = command.stdoutFile().isEmpty() ? Optional.empty()
                        : Optional.of(new FileOutput(command.stdoutFile().get()));
                return new Streams(stdin, file.<OutputStream>map(one -> one).orElse(lines), file);
            } catch (IOException e) {
                stdin.close();
                throw e;
            }
        }

        private static InputStream text(Command command) {
            return command.laterStdin().<InputStream>map(LaterInput::new)
                    .orElseGet(() -> bytes(command.stdin().orElse("")));
        }

        private static InputStream inOrder(List<Path> files) throws IOException {
            List<InputStream> open = new ArrayList<>();
            try {
                for (Path file : files) {
                    open.add(Files.newInputStream(file));
                }
            } catch (IOException e) {
                for (InputStream one : open) {
                    one.close();
                }
                throw e;
            }
            return new SequenceInputStream(Collections.enumeration(open));
        }

        /** Even if the child succeeded, its output is incomplete. */
        void mustBeWritten() {
            file.ifPresent(FileOutput::mustBeWritten);
        }

        @Override
        public void close() throws IOException {
            stdin.close();
            stdout.close();
        }
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    /** A child's input that is not known when the child starts. */
    private static final class LaterInput extends InputStream {
        private final Future<String> text;
        private InputStream known;

        LaterInput(Future<String> text) {
            this.text = text;
        }

        @Override
        public int read() throws IOException {
            return known().read();
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            return known().read(into, offset, length);
        }

        /** The pump is interrupted once the child has ended. */
        private InputStream known() throws IOException {
            try {
                known = known == null ? bytes(text.get()) : known;
                return known;
            } catch (InterruptedException | ExecutionException e) {
                throw new IOException(e);
            }
        }
    }

    /**
     * A file for a child's output. After a failed write it drops the rest: otherwise the pump would end silently, and
     * the child would block or seem to succeed.
     */
    private static final class FileOutput extends OutputStream {
        private final Path path;
        private final OutputStream file;
        private volatile IOException failure;

        FileOutput(Path path) throws IOException {
            this.path = path;
            this.file = Files.newOutputStream(path);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            if (failure == null) {
                try {
                    file.write(bytes, offset, length);
                } catch (IOException e) {
                    failure = e;
                }
            }
        }

        @Override
        public void write(int one) {
            write(new byte[] {(byte) one}, 0, 1);
        }

        void mustBeWritten() {
            if (failure != null) {
                throw LabException.hostNotReady("file-not-written", "%s could not be written: %s".formatted(path,
                        failure.getMessage()), "Look at free space and permissions, then run the same command again.")
                        .causedBy(failure);
            }
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    /** zt-exec moves 1 KiB at a time, which is too slow for archives of 100 MB. */
    private static final class LargePumps extends PumpStreamHandler {
        private static final int BYTES = 64 * 1024;

        LargePumps(Streams streams, KeptOutput stderr) {
            super(streams.stdout(), stderr, streams.stdin());
        }

        @Override
        protected Thread createPump(InputStream from, OutputStream to, boolean closeWhenExhausted,
                                    boolean flushImmediately) {
            return newThread(new StreamPumper(from, to, closeWhenExhausted, BYTES, flushImmediately));
        }
    }

    /**
     * Ends a child with its tree: first INT, since vagrant cleans up after INT but not after TERM.
     *
     * @param grace time to clean up after INT
     */
    record ProcessTerminator(Duration grace) {
        /** @return completes when the child is gone */
        CompletableFuture<Void> stop(Process process, boolean now) {
            List<ProcessHandle> tree = process.descendants().toList();
            if (now || !interrupt(process)) {
                kill(process, tree);
            }
            return process.onExit().orTimeout(grace.toMillis(), TimeUnit.MILLISECONDS)
                    .handle((ended, late) -> {
                        kill(process, tree);
                        return process.onExit();
                    }).thenCompose(ended -> ended).thenAccept(ended -> { });
        }

        /** Java sends only TERM and KILL. False without {@code kill} (Windows hosts). */
        private static boolean interrupt(Process process) {
            try {
                return new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor() == 0;
            } catch (IOException e) {
                return false;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        /** The earlier and the present tree, since a child whose parent died is nobody's descendant. */
        private static void kill(Process process, List<ProcessHandle> tree) {
            List<ProcessHandle> newer = process.descendants().toList();
            process.destroyForcibly();
            tree.forEach(ProcessHandle::destroyForcibly);
            newer.forEach(ProcessHandle::destroyForcibly);
        }
    }
}
