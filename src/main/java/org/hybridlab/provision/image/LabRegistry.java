package org.hybridlab.provision.image;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Wait;
import org.hybridlab.common.workspace.Workspace;
import tools.jackson.databind.json.JsonMapper;

/**
 * The registry beside a lab: Debian's docker-registry as processes of this host, with their data in the workspace. The
 * one on the loopback address takes what is pushed. The others, for machines, only read.
 */
public final class LabRegistry {
    private static final String PROGRAM = "docker-registry";
    private static final String FOLDER = "registry";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration QUICK = Duration.ofSeconds(5);
    private static final int ANSWERS = 2000;
    private static final Pattern PID = Pattern.compile("pid=(\\d{1,9})");
    /** In a session of its own, so that Ctrl-C does not reach it. */
    private static final String START = "\"$0\" serve \"$1\" >> \"$2\" 2>&1 < /dev/null &";

    private final Processes processes;
    private final Workspace workspace;

    public LabRegistry(Processes processes, Workspace workspace) {
        this.processes = processes;
        this.workspace = workspace;
    }

    /** Whether it ever ran for this lab. */
    public boolean exists() {
        return Files.isDirectory(folder());
    }

    private Path folder() {
        return workspace.folder().resolve(FOLDER);
    }

    private static String file(String address) {
        return "%s/%s.json".formatted(FOLDER, address.replace(':', '-'));
    }

    /** With the configuration that a call would write now. */
    boolean serves(String address) {
        try {
            Path file = workspace.folder().resolve(file(address));
            return Files.isRegularFile(file) && Files.readString(file).equals(configuration(address))
                    && !running(file.toString()).isEmpty() && answers(address);
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean answers(String address) {
        try {
            HttpURLConnection asked = (HttpURLConnection) URI.create("http://%s/v2/".formatted(address)).toURL()
                    .openConnection(Proxy.NO_PROXY);
            asked.setConnectTimeout(ANSWERS);
            asked.setReadTimeout(ANSWERS);
            return asked.getResponseCode() == HttpURLConnection.HTTP_OK;
        } catch (IOException e) {
            return false;
        }
    }

    /** JSON is YAML, too. */
    String configuration(String address) {
        boolean pushed = address.startsWith("127.");
        return """
                {"version": "0.1", "log": {"level": "warn", "accesslog": {"disabled": true}},
                 "http": {"addr": "%s"},
                 "storage": {"filesystem": {"rootdirectory": %s}, "delete": {"enabled": %s},
                             "maintenance": {"readonly": {"enabled": %s}}}}
                """.formatted(address, JsonMapper.shared().writeValueAsString(folder().resolve("data").toString()),
                pushed, !pushed);
    }

    /**
     * Starts what does not run, or not as it is to run now.
     *
     * @throws LabException {@code program-missing}, {@code registry-port-taken} or {@code registry-not-started} (exit
     * 3)
     */
    void start(String address, Cancellation cancellation) {
        LabException.known(() -> processes.run(Command.of(PROGRAM, "--version").timeout(QUICK), cancellation))
                .orElseThrow(() -> LabException.hostNotReady("program-missing", PROGRAM
                        + " is not installed on this host.", "On Debian: sudo apt-get install " + PROGRAM));
        Path file = workspace.folder().resolve(file(address));
        end(file.toString(), cancellation);
        mustBeFree(address, cancellation);
        workspace.write(file(address), configuration(address));
        Path log = folder().resolve("log.txt");
        processes.run(Command.of("setsid", "sh", "-c", START, PROGRAM, file.toString(), log.toString()).timeout(QUICK),
                cancellation).orHostFails("registry-not-started", "The registry did not start.", "Look at " + log);
        Wait.until("the registry answers at " + address, PATIENCE).orHostFails("registry-not-started", "Look at " + log)
                .that(() -> serves(address), serving -> serving, serving -> "no answer", cancellation);
    }

    private void mustBeFree(String address, Cancellation cancellation) {
        URI place = URI.create("http://" + address);
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(place.getHost(), place.getPort()));
        } catch (IOException e) {
            throw LabException.hostNotReady("registry-port-taken", "The lab's registry cannot have %s%s.".formatted(
                    address, holder(place.getPort(), cancellation).map(": it is in use by "::concat).orElse("")),
                    "End that program, or take `registry` out of the lab file.").because(String.valueOf(e.getMessage()))
                    .causedBy(e);
        }
    }

    /** Another lab's registry has the path of its workspace on its command line. */
    private Optional<String> holder(int port, Cancellation cancellation) {
        return LabException.known(() -> processes.run(Command.of("ss", "-Hltnp", "sport = :" + port).timeout(QUICK),
                cancellation).stdout()).map(text -> PID.matcher(text).results().map(found -> found.group(1)).distinct()
                        .map(pid -> "process %s (%s)".formatted(pid, ProcessHandle.of(Long.parseLong(pid))
                                .flatMap(process -> process.info().commandLine()).orElse("of another user")))
                        .filter(words -> !words.contains(folder().toString())).collect(Collectors.joining(", ")))
                .filter(words -> !words.isEmpty());
    }

    boolean isRunning() {
        return !running(folder() + "/").isEmpty();
    }

    /** Nothing runs afterwards. Its data stay in the workspace. */
    public void end(Cancellation cancellation) {
        end(folder() + "/", cancellation);
    }

    private static void end(String path, Cancellation cancellation) {
        running(path).forEach(ProcessHandle::destroy);
        try {
            Wait.until("the registry has ended", QUICK).that(() -> running(path), List::isEmpty, left -> "it runs",
                    cancellation);
        } catch (LabException e) {
            running(path).forEach(ProcessHandle::destroyForcibly);
            if (e.isInterruption()) {
                throw e;
            }
        }
    }

    /** @param path of the configuration, or how it begins */
    private static List<ProcessHandle> running(String path) {
        return ProcessHandle.allProcesses().filter(process -> process.info().commandLine().filter(line ->
                line.contains(PROGRAM) && line.contains(" serve " + path)).isPresent()).toList();
    }
}
