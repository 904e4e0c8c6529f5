package org.hybridlab.provider.vagrant;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Wait;

/**
 * Vagrants that outlived their hybridlab, with their children. They would go on creating machines. Linux shows their
 * environment and command line; elsewhere Vagrant's locks protect later calls. A daemon that Vagrant started has the
 * same environment, but no vagrant above it, and is not one of them.
 */
public final class VagrantLeftBehind {
    static final String OWNER = "HYBRIDLAB_PID";
    private static final Path PROC = Path.of("/proc");
    private static final String NAMESPACE = "ns/pid";
    private static final String PLACE = "VAGRANT_CWD=";
    private static final String VAGRANT = "vagrant";
    private static final Pattern INTERPRETER = Pattern.compile("ruby.*|(ba|da)?sh");
    private static final Duration CLEANING_UP = Duration.ofSeconds(30);

    private final Processes processes;
    private final String workspace;
    private final Duration cleaningUp;

    public VagrantLeftBehind(Processes processes, Path workspace) {
        this(processes, workspace, CLEANING_UP);
    }

    /** @param cleaningUp time to end by themselves */
    VagrantLeftBehind(Processes processes, Path workspace, Duration cleaningUp) {
        this.processes = processes;
        this.workspace = workspace.toString();
        this.cleaningUp = cleaningUp;
    }

    /** Vagrant cleans up at the first interrupt, and is killed at the time limit. */
    public void end(Consumer<String> lines, Cancellation cancellation) {
        List<ProcessHandle> found = find();
        Set<Long> pids = found.stream().map(ProcessHandle::pid).collect(Collectors.toSet());
        // Collected first, since children of an ended process get another parent.
        List<ProcessHandle> roots = found.stream()
                .filter(one -> one.parent().map(ProcessHandle::pid).filter(pids::contains).isEmpty()).toList();
        roots.forEach(root -> {
            lines.accept("Ending a vagrant that a killed hybridlab left behind: process " + root.pid());
            processes.run(Command.of("kill", "-INT", Long.toString(root.pid())), cancellation);
        });
        try {
            if (!found.isEmpty()) {
                Wait.until("the vagrants that were left behind end", cleaningUp).that(() -> left(found), List::isEmpty,
                        all -> all.size() + " run", cancellation);
            }
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            left(found).forEach(ProcessHandle::destroyForcibly);
            Wait.until("the vagrants that were left behind are gone", CLEANING_UP).that(() -> left(found),
                    List::isEmpty, all -> all.size() + " run", cancellation);
        }
    }

    /** Those found that still run, with children of vagrants that ended since. */
    private List<ProcessHandle> left(List<ProcessHandle> found) {
        return Stream.concat(found.stream().filter(VagrantLeftBehind::runs), find().stream()).distinct().toList();
    }

    /** An ended process stays listed until its parent waits for it, maybe for ever. */
    private static boolean runs(ProcessHandle process) {
        try {
            return process.isAlive() && !words(process, "cmdline").get(0).isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    List<ProcessHandle> find() {
        return ProcessHandle.allProcesses().filter(this::isLeftBehind).toList();
    }

    private boolean isLeftBehind(ProcessHandle process) {
        return workspaceOf(process).filter(workspace::equals).isPresent();
    }

    /** Process ids of all workspaces, with their workspace. */
    public static Map<Long, Path> all() {
        Map<Long, Path> all = new TreeMap<>();
        ProcessHandle.allProcesses().forEach(process -> workspaceOf(process)
                .ifPresent(folder -> all.put(process.pid(), Path.of(folder))));
        return all;
    }

    /** Empty unless it is a vagrant without its hybridlab, or below one. */
    private static Optional<String> workspaceOf(ProcessHandle process) {
        Optional<String> workspace = workspaceInEnvironment(process);
        return workspace.filter(folder -> Stream.iterate(Optional.of(process), Optional::isPresent,
                one -> one.flatMap(ProcessHandle::parent)).flatMap(Optional::stream)
                .anyMatch(one -> isVagrant(one) && workspaceInEnvironment(one).equals(workspace)));
    }

    /** Vagrant, or an interpreter that runs it. */
    private static boolean isVagrant(ProcessHandle process) {
        try {
            List<String> words = words(process, "cmdline").stream()
                    .map(word -> word.substring(word.lastIndexOf('/') + 1)).toList();
            return words.get(0).equals(VAGRANT) || INTERPRETER.matcher(words.get(0)).matches()
                    && words.stream().skip(1).filter(word -> !word.startsWith("-")).findFirst()
                            .filter(VAGRANT::equals).isPresent();
        } catch (IOException e) {
            return false;
        }
    }

    /** Empty unless its hybridlab is gone. In another namespace, process ids mean nothing. */
    private static Optional<String> workspaceInEnvironment(ProcessHandle process) {
        try {
            List<String> environment = words(process, "environ");
            boolean alone = environment.stream()
                    .filter(one -> one.startsWith(OWNER + "=")).map(one -> one.substring(OWNER.length() + 1))
                    .anyMatch(owner -> ProcessHandle.of(Long.parseLong(owner)).isEmpty());
            return !alone || !Files.readSymbolicLink(folder(process).resolve(NAMESPACE))
                    .equals(Files.readSymbolicLink(PROC.resolve("self").resolve(NAMESPACE))) ? Optional.empty()
                    : environment.stream().filter(one -> one.startsWith(PLACE))
                            .map(one -> one.substring(PLACE.length())).findFirst();
        } catch (IOException | NumberFormatException e) {
            // It has ended, or is another user's.
            return Optional.empty();
        }
    }

    private static List<String> words(ProcessHandle process, String name) throws IOException {
        Path file = folder(process).resolve(name);
        return Files.isReadable(file)
                ? Arrays.asList(new String(Files.readAllBytes(file), StandardCharsets.UTF_8).split("\0", -1))
                : List.of("");
    }

    private static Path folder(ProcessHandle process) {
        return PROC.resolve(Long.toString(process.pid()));
    }
}
