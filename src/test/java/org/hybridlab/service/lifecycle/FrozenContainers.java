package org.hybridlab.service.lifecycle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import tools.jackson.databind.json.JsonMapper;

/**
 * Fake of docker with machines that have files. While a machine runs, its cluster writes with each command; a machine
 * that is read while another one runs may know of what that one does not, and is noted. As docker does, it runs nothing
 * in a container that is frozen or off, and freezes nothing that does not run. Its caller can be killed at any command.
 */
final class FrozenContainers implements Processes {
    static final String DATA = "/var/lib/etcd";

    /** A container. */
    static final class Container {
        final Map<String, String> files = new TreeMap<>();
        String state = "running";
        /** Whether its services were killed by who sets it back. */
        boolean quiet;
        int boots = 1;
        /** When its kernel says that it booted, in seconds: less once the clock was set back. */
        long booted = 1000;
        /** What it says of how it runs, besides its kubelet. */
        final List<String> runs = new ArrayList<>(List.of("process sshd"));
        /** How often its kubelet started; negative while it is off. */
        int kubelet = 1;
        /** Files that it says changed since it was saved. */
        final List<String> changed = new ArrayList<>();
    }

    /** hybridlab was killed: nothing of it goes on. */
    static final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    final Map<String, Container> machines = new TreeMap<>();
    /** Hears of each command before it takes effect. */
    Consumer<String> met = line -> { };
    final List<String> ran = new ArrayList<>();
    final List<String> readWhileOthersRan = new ArrayList<>();
    private final Map<String, String> box = Map.of("/usr/bin/kubelet", "the box's");
    private final Set<String> networks = new TreeSet<>();
    /** Called as their machines. */
    private final Set<String> volumes = new TreeSet<>();
    /** Whether its machines have the programs that list files. */
    boolean lists = true;
    /** Whether they tell how the services run that were started. */
    boolean tellsStarts = true;
    /** Whether etcd can be started on saved data. */
    boolean readsKeys = true;
    /** Whether docker kills. */
    boolean kills = true;
    private int moment;
    private int killAt = Integer.MAX_VALUE;

    FrozenContainers(String... names) {
        for (String name : names) {
            Container container = new Container();
            container.files.put("/etc/kubernetes/kubelet.conf", "of " + name);
            container.files.put("/var/lib/kubelet/config.yaml", "of " + name);
            machines.put(name, container);
        }
        tick();
    }

    /** With a network and a volume for each. */
    void makeAgain(String... names) {
        for (String name : names) {
            machines.put(name, new Container());
            volumes.add(name);
        }
        networks.add("network");
    }

    boolean isEmpty() {
        return machines.isEmpty() && networks.isEmpty() && volumes.isEmpty();
    }

    /** @param call number of the command at which the caller dies, before it or after it */
    void killAt(int call) {
        ran.clear();
        killAt = call;
    }

    /** Somebody calls hybridlab again. */
    void revive() {
        killAt = Integer.MAX_VALUE;
        ran.clear();
    }

    private void tick() {
        moment++;
        machines.values().stream().filter(one -> one.state.equals("running") && !one.quiet)
                .forEach(one -> one.files.put(DATA, "moment " + moment));
    }

    /** All files of all machines, but for what the cluster writes meanwhile. */
    Map<String, Map<String, String>> files() {
        Map<String, Map<String, String>> all = new TreeMap<>();
        machines.forEach((name, one) -> {
            Map<String, String> files = new TreeMap<>(one.files);
            files.remove(DATA);
            all.put(name, files);
        });
        return all;
    }

    @Override
    public synchronized Result run(Command command, Consumer<String> lines, Cancellation cancellation) {
        String line = String.join(" ", command.words());
        ran.add(line);
        met.accept(line);
        if (Thread.interrupted()) {
            // As a process does whose caller is interrupted: it is ended.
            throw LabException.interrupted("Interrupted.");
        }
        if (ran.size() > killAt) {
            throw new Killed();
        }
        Result result = command.words().get(0).equals("docker") ? docker(command, command.words()) : ok(command, "");
        tick();
        if (ran.size() == killAt) {
            throw new Killed();
        }
        return result;
    }

    private Result docker(Command command, List<String> words) {
        String last = words.get(words.size() - 1);
        return switch (words.get(1)) {
            case "ps" -> words.contains("--quiet") ? ok(command, "") : ok(command, machines.entrySet().stream()
                    .map(one -> last.replace("{{.Label \"org.hybridlab.machine\"}}", one.getKey())
                            .replace("{{.State}}", one.getValue().state).replace("{{.ID}}", "id-" + one.getKey()))
                    .map(line -> line + "\n").collect(Collectors.joining()));
            case "pause" -> turn(command, last, "running", "paused");
            case "unpause" -> turn(command, last, "paused", "running");
            case "start" -> start(command, last);
            case "stop" -> turn(command, last, "running", "exited");
            case "kill" -> kills ? turn(command, last, "running", "exited") : no(command, "tried to kill, but failed");
            case "diff" -> ok(command, diff(container(last)));
            case "run" -> ok(command, list(box));
            case "inspect" -> ok(command, "image\n");
            case "info" -> ok(command, "AAAA:BBBB /var/lib/docker\n");
            case "create" -> ok(command, "reader\n");
            case "rm" -> {
                // With its anonymous volumes, where docker is asked for that.
                String name = last.replaceFirst("^id-", "");
                if (machines.remove(name) != null && words.contains("--volumes")) {
                    volumes.remove(name);
                }
                yield ok(command, "");
            }
            case "network" -> {
                networks.removeIf(one -> words.get(2).equals("rm") && one.equals(last));
                yield ok(command, String.join("\n", networks));
            }
            case "volume" -> {
                volumes.removeIf(one -> words.get(2).equals("rm") && one.equals(last));
                yield ok(command, volumes.stream().filter(one -> !machines.containsKey(one))
                        .collect(Collectors.joining("\n")));
            }
            case "cp" -> copy(command, words.get(2));
            case "exec" -> exec(command, words);
            default -> throw new AssertionError(words);
        };
    }

    private Container container(String id) {
        return machines.get(id.replaceFirst("^id-", ""));
    }

    private Result turn(Command command, String id, String from, String to) {
        Container container = container(id);
        if (!container.state.equals(from)) {
            return no(command, "Container %s is %s".formatted(id, container.state));
        }
        container.state = to;
        return ok(command, "");
    }

    private Result start(Command command, String id) {
        Container container = container(id);
        container.state = "running";
        container.quiet = false;
        container.boots++;
        return ok(command, "");
    }

    private String diff(Container container) {
        // The kubelet's folder lies on a volume, of which docker shows no change.
        Stream<String> added = container.files.keySet().stream().filter(path -> !path.startsWith("/var/lib/kubelet"))
                .map(path -> (box.containsKey(path) ? "C " : "A ") + path);
        Stream<String> deleted = container.files.containsKey("gone") ? Stream.of("D /usr/bin/kubelet") : Stream.empty();
        return Stream.concat(added, deleted).filter(line -> !line.equals("A gone"))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    /** As the machine lists its disk, below what is mounted; and its image. */
    private static String list(Map<String, String> files) {
        return Stream.concat(Stream.of("", "/etc", "/usr", "/var").map(path -> "d 755 0:0 1 1.0 ." + path),
                files.entrySet().stream().filter(one -> !one.getKey().startsWith("/var/lib/kubelet")).map(one ->
                        "f 644 0:0 1 %d .%s".formatted(one.getValue().hashCode(), one.getKey())))
                .collect(Collectors.joining("\n", "", "\nend\n"));
    }

    private String disk(Container container) {
        Map<String, String> files = new TreeMap<>(box);
        files.putAll(container.files);
        if (files.remove("gone") != null) {
            files.remove("/usr/bin/kubelet");
        }
        return list(files);
    }

    private Result copy(Command command, String from) {
        String path = from.substring(from.indexOf(':') + 1);
        if (!from.startsWith("reader:") && machines.values().stream().anyMatch(one -> one.state.equals("running"))) {
            readWhileOthersRan.add(from);
        }
        Map<String, String> source = from.startsWith("reader:") ? box : container(from.substring(0, from.indexOf(':')))
                .files;
        String found = source.entrySet().stream().filter(one -> isBelow(one.getKey(), path))
                .map(one -> one.getKey() + "\t" + one.getValue() + "\n").collect(Collectors.joining());
        try {
            Files.writeString(command.stdoutFile().orElseThrow(), found);
            return ok(command, "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Result exec(Command command, List<String> words) {
        if (words.contains("unshare") && container(words.get(2)).state.equals("running")) {
            return lists ? ok(command, disk(container(words.get(2)))) : no(command, "sh: unshare: not found");
        }
        int shell = words.indexOf("sh");
        Container container = container(words.get(shell - 1));
        if (!container.state.equals("running")) {
            return no(command, "Container is not running or is paused");
        }
        String script = words.get(shell + 2);
        if (script.contains("iptables-save")) {
            return ok(command, "1.0\nbooted at %d\n".formatted(container.booted) + services(container)
                    + String.join("\n", container.runs) + "\npods are noted at 2.5\n"
                    + (script.contains("-newerct") && lists ? changed(container) : ""));
        } else if (script.startsWith("date +%s.%N")) {
            return ok(command, moment + ".5\n");
        } else if (script.contains("tar -d")) {
            return ok(command, moment + ".5\n" + compare(container, command.stdinFiles()) + "end\n");
        } else if (script.contains("systemctl stop kubelet containerd")) {
            container.quiet = true;
            container.kubelet = -Math.abs(container.kubelet);
            remove(container, "/var/lib/kubelet");
            command.stdinFiles().forEach(archive -> unpack(container, archive));
        } else if (script.contains("--force-new-cluster")) {
            return readsKeys ? ok(command, keys(read(command.stdinFiles().get(0))))
                    : no(command, "tar: Unexpected EOF in archive");
        } else if (script.contains("--slurpfile saved")) {
            command.stdinFiles().forEach(keys -> JsonMapper.shared().readTree(read(keys)).path("kvs").valueStream()
                    .forEach(one -> container.files.put(one.path("key").asString(), one.path("value").asString())));
        } else if (script.contains("systemctl start containerd")) {
            container.quiet = false;
            container.kubelet = Math.abs(container.kubelet) + 1;
            return ok(command, tellsStarts ? services(container) : "");
        }
        List<String> arguments = words.subList(Math.min(shell + 4, words.size()), words.size());
        if (script.contains("kill -9 -1")) {
            container.quiet = true;
            List.of("/etc", "/var/lib/kubelet", "/var/lib/cni").forEach(path -> remove(container, path));
            setBack(container, command.stdinFiles(), arguments);
        } else if (script.startsWith("for path")) {
            return ok(command, String.join("\n", arguments) + "\n");
        }
        return ok(command, "");
    }

    private static String changed(Container container) {
        return Stream.of(Stream.of("files that changed:"), container.changed.stream(), Stream.of("end"))
                .flatMap(part -> part).collect(Collectors.joining("\n"));
    }

    private static String services(Container container) {
        return "process containerd (7, started at %d)%nprocess kubelet (8, started at %d)%n".formatted(container.boots,
                container.kubelet);
    }

    /** Paths that go, archives with the size that each is said to have, and paths that go afterwards. */
    private static void setBack(Container container, List<Path> archives, List<String> arguments) {
        int gone = Integer.parseInt(arguments.get(0));
        arguments.subList(1, 1 + gone).forEach(path -> remove(container, path));
        List<String> rest = arguments.subList(1 + gone, arguments.size());
        if (Integer.parseInt(rest.get(0)) != archives.size()) {
            throw new AssertionError(arguments);
        }
        for (int i = 0; i < archives.size(); i++) {
            if (archives.get(i).toFile().length() != Long.parseLong(rest.get(2 + 2 * i))) {
                throw new AssertionError(arguments);
            }
            unpack(container, archives.get(i));
        }
        rest.subList(1 + 2 * archives.size(), rest.size()).forEach(path -> remove(container, path));
    }

    /** What of the archives is otherwise in the container, or not there. */
    private static String compare(Container container, List<Path> archives) {
        Container then = new Container();
        archives.forEach(archive -> unpack(then, archive));
        return then.files.entrySet().stream().filter(one -> !one.getValue().equals(container.files.get(one.getKey())))
                .map(one -> one.getKey() + "\n").collect(Collectors.joining());
    }

    private static void unpack(Container container, Path archive) {
        read(archive).lines().forEach(line -> container.files.put(line.split("\t")[0], line.split("\t")[1]));
    }

    /** As etcd says them, but for how it encodes them. */
    private static String keys(String archive) {
        List<Map<String, String>> all = archive.lines().map(line -> Map.of("key", line.split("\t")[0], "value",
                line.split("\t")[1])).toList();
        return JsonMapper.shared().writeValueAsString(Map.of("kvs", all, "count", String.valueOf(all.size())));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void remove(Container container, String path) {
        container.files.keySet().removeIf(file -> isBelow(file, path));
    }

    private static boolean isBelow(String path, String folder) {
        return path.equals(folder) || path.startsWith(folder + "/");
    }

    private static Result ok(Command command, String answer) {
        return new Result(command, 0, answer, "", Duration.ZERO);
    }

    private static Result no(Command command, String reason) {
        return new Result(command, 1, "", reason + "\n", Duration.ZERO);
    }
}
