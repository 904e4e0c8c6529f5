package org.hybridlab.provision;

import static org.hybridlab.fake.Unchecked.unchecked;
import static org.hybridlab.fake.Unchecked.writeFile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.fake.StubProgram;

/**
 * A fake host whose Linux machines are folders: what comes by ssh runs in a real shell, with the paths of a machine's
 * disk led into its folder, and stand-ins for the programs that would change a system. Windows machines have files in
 * memory. Scripts of the workspace are told and not run. Runs every machine of the lab, always. Real machines also
 * have services, processes, users and networks of their own.
 */
public final class MachinesInFolders implements Processes {
    /** How an ssh command may end besides its own end. */
    public enum Fault {
        NONE, LOST, TIMED_OUT, SILENT, GARBLED, REFUSED, KILLED
    }

    /** The programs that only look, or change nothing outside of the folder. */
    private static final List<String> REAL = List.of("sh", "cat", "ls", "rm", "mkdir", "mv", "cp", "chmod", "dirname",
            "base64", "tar", "gzip", "sed", "grep", "sleep", "touch", "tr", "cut", "cmp", "date", "head", "sha256sum",
            "wc", "stat", "sync", "cksum", "ln", "mktemp", "find", "sort", "tail", "seq");
    /** Each tells its words, then does what its own lines say. */
    private static final Map<String, String> STAND_INS = Map.ofEntries(
            Map.entry("sudo", "shift 2; exec \"$@\""), Map.entry("pkill", "exit 1"),
            Map.entry("pgrep", "[ ! -e MACHINE/pgrep ] || . MACHINE/pgrep"),
            Map.entry("systemctl", "[ ! -e MACHINE/systemctl ] || . MACHINE/systemctl"),
            Map.entry("ip", "echo '2: eth0    inet 10.244.3.1/24'"), Map.entry("etcdctl", "cat MACHINE/members"),
            Map.entry("install", ""), Map.entry("kubeadm", "[ ! -e MACHINE/kubeadm ] || . MACHINE/kubeadm"),
            Map.entry("openssl", "[ ! -e MACHINE/openssl ] || . MACHINE/openssl"),
            Map.entry("curl", "exec cat MACHINE/answers"),
            Map.entry("kubectl", "exec cat MACHINE/answers"),
            Map.entry("hostname", ""), Map.entry("nproc", "cat MACHINE/cpus"));
    /** Paths of a machine's own disk; what has something before it is part of a URL or of another path. */
    private static final Pattern DISK = Pattern.compile("(?<![\\w$}.:/-])/(etc|var|run|home|usr|opt|sys|proc)\\b");

    private final Path folder;
    private final Lab lab;
    private final Map<String, String> windowsFiles;
    private final LocalProcesses processes = new LocalProcesses();
    private final Queue<String> told = new ConcurrentLinkedQueue<>();
    /** Words of calls that halted machines, their names among them. */
    private final Set<String> off = new HashSet<>();
    private Function<Integer, Fault> faults = call -> Fault.NONE;
    private Consumer<String> onHost = words -> { };
    private Function<String, String> hostAnswers = words -> "";
    private String lost;
    private int calls;

    /** What docker lists of volumes that no container has. */
    public volatile String volumes = "";

    /** @param windowsFiles content by path, of every Windows machine */
    MachinesInFolders(Path folder, Lab lab, Map<String, String> windowsFiles) {
        this.folder = folder;
        this.lab = lab;
        this.windowsFiles = windowsFiles;
        Path bin = folder.resolve("bin");
        // No links, which temporary folders do not like to be left with.
        REAL.forEach(program -> StubProgram.write(bin.resolve(program), "exec %s \"$@\"".formatted(found(program))));
        STAND_INS.forEach((program, lines) -> StubProgram.write(bin.resolve(program), (program.equals("sudo") ? ""
                : "echo \"" + program + " $*\" >> \"$MACHINE/told\"\n") + lines.replace("MACHINE", "\"$MACHINE\"")));
    }

    private static Path found(String program) {
        return Arrays.stream(System.getenv("PATH").split(":")).map(path -> Path.of(path, program))
                .filter(Files::isExecutable).findFirst().orElseThrow();
    }

    /** @param byCall of the ssh command of this number, the first of which is 1 */
    public void fail(Function<Integer, Fault> byCall) {
        calls = 0;
        faults = byCall;
        told.clear();
        lab.machines().forEach(machine -> delete(disk(machine.name()).resolve("told")));
    }

    /** @param afterwards what another command of the host does, such as vagrant's */
    public void onHost(Consumer<String> afterwards) {
        onHost = afterwards;
    }

    /** @param answers what another command of the host writes */
    public void answerOnHost(Function<String, String> answers) {
        hostAnswers = answers;
    }

    /**
     * Somebody removed all machines with their network, and Docker makes no other one.
     *
     * @param why in Docker's words
     */
    public void lose(String why) {
        lost = why;
    }

    /** Commands of the host, and those of machines with the machine's name before them. */
    public List<String> told() {
        List<String> all = new ArrayList<>(told);
        lab.machines().stream().map(machine -> disk(machine.name()).resolve("told")).filter(Files::exists)
                .forEach(file -> all.addAll(lines(file)));
        return all;
    }

    public Path disk(String machine) {
        return folder.resolve(machine);
    }

    public MachinesInFolders write(String machine, String path, String content) {
        unchecked(() -> {
            Path file = Path.of(disk(machine) + path);
            writeFile(file, content);
        });
        return this;
    }

    /** Every file of a machine, by its path, but for what was told. */
    List<String> files(String machine) {
        try (Stream<Path> files = Files.walk(disk(machine))) {
            return files.filter(Files::isRegularFile).map(file -> disk(machine).relativize(file).toString())
                    .filter(file -> !file.equals("told")).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Well if it is not there. */
    static void delete(Path file) {
        unchecked(() -> Files.deleteIfExists(file));
    }

    private static List<String> lines(Path file) {
        return unchecked(() -> Files.readAllLines(file));
    }

    @Override
    public synchronized Result run(Command command, Consumer<String> lines, Cancellation cancellation) {
        List<String> words = command.words();
        return switch (words.get(0)) {
            case "ssh" -> ssh(command, words.get(words.size() - 2), words.get(words.size() - 1));
            case "docker" -> lost != null && words.subList(1, 3).equals(List.of("network", "create"))
                    ? new Result(command, 1, "", lost, Duration.ZERO) : ended(command, 0, switch (words.get(1)) {
                case "ps" -> lost == null ? states() : "";
                // Every box is there.
                case "images" -> "0123456789ab\n";
                case "volume" -> {
                    if (words.get(2).equals("rm")) {
                        told.add(String.join(" ", words));
                    }
                    yield words.get(2).equals("ls") ? volumes : "";
                }
                default -> "";
            });
            case "VBoxManage" -> ended(command, 0, vms(words.contains("runningvms")));
            default -> {
                turn(words);
                told.add(String.join(" ", words));
                onHost.accept(String.join(" ", words));
                yield ended(command, 0, hostAnswers.apply(String.join(" ", words)));
            }
        };
    }

    private String states() {
        StringBuilder states = new StringBuilder();
        lab.madeMachines().forEach(machine -> states.append(machine.name())
                .append(off.contains(machine.name()) ? " exited\n" : " running\n"));
        return states.toString();
    }

    private String vms(boolean running) {
        StringBuilder vms = new StringBuilder();
        lab.madeMachines().stream().filter(machine -> !running || !off.contains(machine.name()))
                .forEach(machine -> vms.append("\"%s%s\" {0}%n".formatted(prefix, machine.name())));
        return vms.toString();
    }

    private void turn(List<String> words) {
        if (words.get(0).equals("vagrant")) {
            switch (words.get(1)) {
                case "halt" -> off.addAll(words);
                case "up" -> words.forEach(off::remove);
                default -> { }
            }
        }
    }

    private String prefix = "";

    /** @param id of a machine without its name, as VirtualBox lists it */
    MachinesInFolders prefix(String id) {
        prefix = id;
        return this;
    }

    private Result ssh(Command command, String machine, String remote) {
        Fault fault = faults.apply(++calls);
        switch (fault) {
            case LOST -> {
                return ended(command, 255, "");
            }
            case TIMED_OUT -> throw LabException.labFailed("timed-out", "ssh did not end.", "");
            case SILENT -> {
                return ended(command, 0, "");
            }
            case GARBLED -> {
                return ended(command, 0, "Welcome to Debian!\n");
            }
            case REFUSED -> {
                return ended(command, 1, "");
            }
            case KILLED -> {
                return ended(command, 137, "");
            }
            default -> { }
        }
        boolean windows = lab.machine(machine).filter(Machine::isWindows).isPresent();
        return windows ? windows(command, machine, remote) : linux(command, machine, remote);
    }

    private Result windows(Command command, String machine, String remote) {
        if (remote.startsWith("cmd /c type ")) {
            String content = windowsFiles.get(remote.substring("cmd /c type ".length()));
            return ended(command, content == null ? 1 : 0, content == null ? "" : content);
        }
        told.add(machine + ": " + remote);
        return ended(command, 0, "");
    }

    private Result linux(Command command, String machine, String remote) {
        if (remote.contains("exec 9<")) {
            String words = remote.substring(remote.lastIndexOf("script ")).replace("'", "");
            told.add(machine + ": " + words);
            return ended(command, 0, "");
        }
        String led = DISK.matcher(remote).replaceAll(match -> disk(machine) + match.group());
        Command here = Command.of(folder.resolve("bin/sh").toString(), "-c", led)
                .env("PATH", folder.resolve("bin").toString()).env("MACHINE", disk(machine).toString())
                .timeout(Duration.ofSeconds(20));
        return processes.run(command.stdin().map(here::stdin).orElse(here), line -> { }, new Cancellation());
    }

    private static Result ended(Command command, int exitCode, String stdout) {
        return new Result(command, exitCode, stdout, "", Duration.ZERO);
    }
}
