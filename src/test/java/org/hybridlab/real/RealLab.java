package org.hybridlab.real;

import static org.hybridlab.fake.Unchecked.unchecked;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.cli.OutputSchemas;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.provider.api.LabId;
import tools.jackson.databind.JsonNode;

/**
 * A copy of one of our labs, driven by the launcher as a user drives it. {@code ./test} says where copies lie, and
 * destroys what a failed test leaves there.
 */
public final class RealLab implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofMinutes(60);
    private static final Path LAUNCHER = Path.of("hybridlab").toAbsolutePath();

    private final Path folder;
    private final Path log;
    private final Map<String, String> environment;

    private RealLab(Path folder, Path log, Map<String, String> environment) {
        this.folder = folder;
        this.log = log;
        this.environment = environment;
    }

    /** @param name of the copy, so that tests do not meet each other's machines */
    public static RealLab copyOf(String lab, String name) {
        return copyOf(Path.of("labs", lab), name, Map.of());
    }

    /** @param environment that all calls get besides this process' own */
    static RealLab copyOf(Path lab, String name, Map<String, String> environment) {
        Path copies = Path.of(Optional.ofNullable(System.getenv("HYBRIDLAB_TEST_LABS"))
                .orElse("target/real-labs")).toAbsolutePath();
        try {
            Path folder = copies.resolve(name);
            copy(lab.toAbsolutePath(), folder);
            Path log = Files.createDirectories(Path.of("target/real-logs")).resolve(name + ".log").toAbsolutePath();
            Files.deleteIfExists(log);
            return new RealLab(folder, log, environment);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(path -> !path.toString().contains("/.hybridlab")).toList()) {
                Path copy = to.resolve(from.relativize(file));
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    void kubernetes(String branch) throws IOException {
        Path file = folder.resolve("lab.yaml");
        Files.writeString(file, Files.readString(file).replaceAll("kubernetes: 1\\.\\d+", "kubernetes: " + branch));
    }

    String launcher() {
        return LAUNCHER.toString();
    }

    public Path folder() {
        return folder;
    }

    public Path workspace() {
        return folder.resolve(".hybridlab");
    }

    /**
     * {@code hybridlab COMMAND <this lab> REST...}; its output also goes to {@code target/real-logs}.
     *
     * @param command one word, or two, for example {@code snapshot save}
     */
    public Result call(String command, String... rest) {
        return run(Command.of(words(command, rest)));
    }

    private List<String> words(String command, String... rest) {
        return Stream.of(Stream.of(LAUNCHER.toString()), Stream.of(command.split(" ")), Stream.of(folder.toString()),
                Stream.of(rest)).flatMap(words -> words).toList();
    }

    /** The same, and it must end well. */
    public Result must(String command, String... rest) {
        Result result = call(command, rest);
        if (!result.ok()) {
            throw new AssertionError("hybridlab %s %s %s: exit %d (log: %s)%n%s%n%s".formatted(command, folder,
                    List.of(rest), result.exitCode(), log, result.stdout(), result.stderr()));
        }
        return result;
    }

    /** Lets {@code hybridlab COMMAND <this lab> REST...} begin, and comes back at once. */
    RealCall start(String command, String... rest) {
        List<String> words = words(command, rest);
        note("$ " + String.join(" ", words) + " &");
        List<String> all = Stream.concat(Stream.of("env"), Stream.concat(environment.entrySet().stream()
                .map(variable -> variable.getKey() + "=" + variable.getValue()), words.stream())).toList();
        return RealCall.start(environment.isEmpty() ? words : all, this::note);
    }

    /** The provider's own word for what it made for this lab's machine; the lab file must name the lab. */
    String container(String machine) {
        return LabId.of(lab().name(), workspace()).machine(machine);
    }

    /** Names of the lab's containers, volumes and networks, as docker's own client tells them. */
    List<String> onDocker() {
        String id = container("").replaceFirst("-$", "");
        String shell = "docker ps --all --filter label=org.hybridlab.lab=$0 --format '{{.Names}}' && docker volume ls "
                + "--quiet --filter label=org.hybridlab.lab=$0 && docker network ls --filter name=$0 --format "
                + "'{{.Name}}'";
        return host("sh", "-c", shell, id).stdout().lines().filter(name -> !name.isBlank()).toList();
    }

    /** Takes a machine on docker away for good, with all that is on it. */
    void lose(String machine) {
        host("docker", "rm", "--force", "--volumes", container(machine));
    }

    /** Argument lists of the host's processes that run in the lab's workspace, be it there or gone. */
    List<String> atWork() {
        String shell = "for process in /proc/[0-9]*; do case $(readlink $process/cwd) in \"$0\"|\"$0 (deleted)\") "
                + "tr '\\0' ' ' < $process/cmdline; echo ;; esac; done";
        return host("sh", "-c", shell, workspace().toString()).stdout().lines().filter(words -> !words.isBlank())
                .toList();
    }

    /** The lab as its file has it. Addresses are not those that {@code up} picked, unless the file has them. */
    Lab lab() {
        return LabFile.read(folder.resolve("lab.yaml"), Cidr.parse("10.1.0.0/24")).orThrow();
    }

    /** A command of the host's that must end well, for example docker's. */
    Result host(String... words) {
        Result result = run(Command.of(List.of(words)).timeout(Duration.ofMinutes(2)));
        if (!result.ok()) {
            throw new AssertionError("%s: exit %d%n%s%n%s".formatted(List.of(words), result.exitCode(),
                    result.stdout(), result.stderr()));
        }
        return result;
    }

    /** What a command says with {@code --output json}, as its schema has it; without the envelope. */
    public JsonNode json(String command, String... rest) {
        String[] words = Stream.concat(Stream.of(rest), Stream.of("--output", "json")).toArray(String[]::new);
        return OutputSchemas.document(call(command, words).stdout()).get("data");
    }

    public Result run(Command command) {
        note("$ " + command.pasteable());
        Command all = command.timeout(LONGEST).env("HYBRIDLAB_YES", "true").env("HYBRIDLAB_TRUST", "true");
        for (Map.Entry<String, String> variable : environment.entrySet()) {
            all = all.env(variable.getKey(), variable.getValue());
        }
        Result result = new LocalProcesses().run(all, this::note, new Cancellation());
        note("exit %d after %d ms".formatted(result.exitCode(), result.took().toMillis()));
        return result;
    }

    private synchronized void note(String line) {
        unchecked(() -> Files.writeString(log, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    }

    /** Destroys the lab if it is still there. */
    @Override
    public void close() {
        if (Files.isDirectory(workspace())) {
            must("destroy", "--yes");
        }
    }
}
