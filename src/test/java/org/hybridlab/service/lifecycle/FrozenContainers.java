package org.hybridlab.service.lifecycle;

import static org.hybridlab.fake.Unchecked.unchecked;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;
import org.hybridlab.fake.FakePrograms;

/**
 * Fake of docker with machines that have files. While a machine runs, its cluster writes with each command; a machine
 * that is read while another one runs may know of what that one does not, and is noted. As docker does, it runs nothing
 * in a container that is frozen or off, and freezes nothing that does not run. Its caller can be killed at any command.
 * The real docker also takes its time.
 */
final class FrozenContainers extends FakePrograms {
    static final String DATA = "/var/lib/etcd";
    private static final String IMAGES = "io.containerd.content";

    /** hybridlab was killed: nothing of it goes on. */
    static final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    final Map<String, FrozenMachine> machines = new TreeMap<>();
    /** Hears of each command before it takes effect. */
    Consumer<String> met = line -> { };
    final List<String> readWhileOthersRan = new ArrayList<>();
    final Map<String, String> box = new TreeMap<>(Map.of("/usr/bin/kubelet", "the box's"));
    final Set<String> boxImages = new TreeSet<>();
    /** Of the box that machines were made from, where that is another than the lab's is now. */
    Optional<Set<String>> otherBoxImages = Optional.empty();
    /** Whether the box has containerd's folder: a stock box has no images, and gets them later. */
    boolean boxHasContainerd = true;
    /** Of a file that has another size than 1. */
    final Map<String, Long> sizes = new TreeMap<>();
    private final Set<String> networks = new TreeSet<>();
    /** Called as their machines. */
    private final Set<String> volumes = new TreeSet<>();
    /** Whether its machines have the programs that list files. */
    boolean lists = true;
    /** Whether they tell how the services run that were started. */
    boolean tellsStarts = true;
    /** Whether etcd can be started on saved data. */
    boolean readsKeys = true;
    /** Whether containerd answers in them. */
    boolean containerd = true;
    /** Whether docker kills. */
    boolean kills = true;
    /** Whether docker has the image of the box: without it, no machine is made. */
    boolean hasBox = true;
    /** Ids of what the machines were made from, and of the box that there is. */
    String image = "image";
    String boxImage = "image";
    private String refused = "nothing";
    private int refusals;
    private int moment;
    private int killAt = Integer.MAX_VALUE;

    FrozenContainers(String... names) {
        for (String name : names) {
            FrozenMachine machine = new FrozenMachine();
            machine.files.put("/etc/kubernetes/kubelet.conf", "of " + name);
            machine.files.put("/var/lib/kubelet/config.yaml", "of " + name);
            machines.put(name, machine);
        }
        tick();
    }

    /** With a network and a volume for each. */
    void makeAgain(String... names) {
        for (String name : names) {
            machines.put(name, new FrozenMachine());
            volumes.add(name);
        }
        networks.add("network");
    }

    boolean isEmpty() {
        return machines.isEmpty() && networks.isEmpty() && volumes.isEmpty();
    }

    /** The next calls with these words fail. */
    void refuses(String words, int times) {
        refused = words;
        refusals = times;
    }

    /** @param call number of the command at which the caller dies, before it or after it */
    void killAt(int call) {
        commands.clear();
        killAt = call;
    }

    /** Somebody calls hybridlab again. */
    void revive() {
        killAt = Integer.MAX_VALUE;
        commands.clear();
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
        return super.run(command, lines, cancellation);
    }

    @Override
    protected Answer answer(Command command) {
        String line = line(command);
        met.accept(line);
        if (Thread.interrupted()) {
            // As a process does whose caller is interrupted: it is ended.
            throw LabException.interrupted("Interrupted.");
        }
        if (commands.size() > killAt) {
            throw new Killed();
        }
        if (refusals > 0 && line.endsWith(refused)) {
            refusals--;
            return Answer.failing("refused");
        }
        Answer result = switch (command.words().get(0)) {
            case "docker" -> docker(command, command.words());
            case "vagrant" -> vagrant(command.words());
            default -> Answer.DONE;
        };
        tick();
        if (commands.size() == killAt) {
            throw new Killed();
        }
        return result;
    }

    private Answer vagrant(List<String> words) {
        if (words.get(1).equals("up") && !machines.containsKey(words.get(2))) {
            if (!hasBox) {
                return Answer.failing("pull access denied for hybridlab/linux, repository does not exist");
            }
            machines.put(words.get(2), new FrozenMachine());
        }
        return Answer.DONE;
    }

    private Answer docker(Command command, List<String> words) {
        String last = words.get(words.size() - 1);
        return switch (words.get(1)) {
            case "ps" -> words.contains("--quiet") ? Answer.DONE : Answer.printing(machines.entrySet().stream()
                    .map(one -> last.replace("{{.Label \"org.hybridlab.machine\"}}", one.getKey())
                            .replace("{{.State}}", one.getValue().state).replace("{{.ID}}", "id-" + one.getKey()))
                    .map(line -> line + "\n").collect(Collectors.joining()));
            case "pause" -> turn(last, "running", "paused");
            case "unpause" -> turn(last, "paused", "running");
            case "start" -> start(last);
            case "stop" -> turn(last, "running", "exited");
            case "kill" -> kills ? turn(last, "running", "exited") : Answer.failing("tried to kill, but failed");
            case "diff" -> Answer.printing(diff(machine(last)));
            case "run" -> command.stdoutFile().isPresent() ? copyOfBox(command, words)
                    : last.contains(IMAGES) ? imagesOfBox(words, last) : Answer.printing(list(box, Map.of()));
            case "inspect" -> Answer.printing(image + "\n");
            case "image" -> hasBox ? Answer.printing(boxImage + "\n") : Answer.failing("No such image");
            case "images" -> Answer.printing(hasBox ? "image\n" : "");
            case "info" -> Answer.printing("AAAA:BBBB /var/lib/docker\n");
            case "rm" -> {
                // With its anonymous volumes, where docker is asked for that.
                String name = last.replaceFirst("^id-", "");
                if (machines.remove(name) != null && words.contains("--volumes")) {
                    volumes.remove(name);
                }
                yield Answer.DONE;
            }
            case "network" -> {
                networks.removeIf(one -> words.get(2).equals("rm") && one.equals(last));
                yield Answer.printing(String.join("\n", networks));
            }
            case "volume" -> {
                volumes.removeIf(one -> words.get(2).equals("rm") && one.equals(last));
                yield Answer.printing(volumes.stream().filter(one -> !machines.containsKey(one))
                        .collect(Collectors.joining("\n")));
            }
            case "cp" -> copy(command, words.get(2));
            case "exec" -> exec(command, words);
            default -> throw new AssertionError(words);
        };
    }

    private Answer imagesOfBox(List<String> words, String script) {
        Set<String> images = words.contains("image") ? otherBoxImages.orElse(boxImages) : boxImages;
        return boxHasContainerd || script.contains("mkdir -p") ? Answer.printing(String.join("\n", images))
                : Answer.failing("sh: 1: cd: can't cd to /var/lib/containerd");
    }

    private FrozenMachine machine(String id) {
        return machines.get(id.replaceFirst("^id-", ""));
    }

    private Answer turn(String id, String from, String to) {
        FrozenMachine machine = machine(id);
        if (!machine.state.equals(from)) {
            return Answer.failing("Container %s is %s".formatted(id, machine.state));
        }
        machine.state = to;
        return Answer.DONE;
    }

    private Answer start(String id) {
        FrozenMachine machine = machine(id);
        machine.state = "running";
        machine.quiet = false;
        machine.boots++;
        return Answer.DONE;
    }

    private String diff(FrozenMachine machine) {
        // The kubelet's folder lies on a volume, of which docker shows no change.
        Stream<String> added = machine.files.keySet().stream().filter(path -> !path.startsWith("/var/lib/kubelet"))
                .map(path -> (box.containsKey(path) ? "C " : "A ") + path);
        Stream<String> deleted = machine.files.containsKey("gone") ? Stream.of("D /usr/bin/kubelet") : Stream.empty();
        return Stream.concat(added, deleted).filter(line -> !line.equals("A gone"))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    /** As the machine lists its disk, below what is mounted; and its image. */
    private String list(Map<String, String> files, Map<String, String> access) {
        return Stream.concat(Stream.of("", "/etc", "/usr", "/var").map(path -> "d %s 1 1.0 .%s".formatted(
                        access.getOrDefault(path, "755 0:0"), path)),
                files.entrySet().stream().filter(one -> !one.getKey().startsWith("/var/lib/kubelet")).map(one ->
                        "f 644 0:0 %d %d .%s".formatted(sizes.getOrDefault(one.getKey(), 1L),
                                one.getValue().hashCode(), one.getKey())))
                .collect(Collectors.joining("$\n", "", "$\nend$\n"));
    }

    private String disk(FrozenMachine machine) {
        Map<String, String> files = new TreeMap<>(box);
        files.putAll(machine.files);
        if (files.remove("gone") != null) {
            files.remove("/usr/bin/kubelet");
        }
        return list(files, machine.access);
    }

    private Answer copy(Command command, String from) {
        String path = from.substring(from.indexOf(':') + 1);
        if (machines.values().stream().anyMatch(one -> one.state.equals("running"))) {
            readWhileOthersRan.add(from);
        }
        String found = below(path, machine(from.substring(0, from.indexOf(':'))).files);
        return found.isEmpty() && !path.equals("/etc") && !path.equals("/var/lib/kubelet")
                ? Answer.failing("Error response from daemon: Could not find the file %s in container".formatted(path))
                : written(command, found);
    }

    /** By tar, of paths below the root. */
    private Answer copyOfBox(Command command, List<String> words) {
        return written(command, words.subList(words.indexOf("--") + 1, words.size()).stream()
                .map(path -> below("/" + path, box)).collect(Collectors.joining()));
    }

    private static String below(String path, Map<String, String> files) {
        return files.entrySet().stream().filter(one -> FrozenMachine.isBelow(one.getKey(), path))
                .map(one -> one.getKey() + "\t" + one.getValue() + "\n").collect(Collectors.joining());
    }

    private static Answer written(Command command, String text) {
        unchecked(() -> Files.writeString(command.stdoutFile().orElseThrow(), text));
        return Answer.DONE;
    }

    private Answer exec(Command command, List<String> words) {
        if (words.contains("unshare") && machine(words.get(2)).state.equals("running")) {
            return lists ? Answer.printing(disk(machine(words.get(2)))) : Answer.failing("sh: unshare: not found");
        }
        int shell = words.indexOf("sh");
        FrozenMachine machine = machine(words.get(shell - 1));
        if (!machine.state.equals("running")) {
            return Answer.failing("Container is not running or is paused");
        }
        String script = words.get(shell + 2);
        List<Path> archives = command.stdinFiles();
        List<String> arguments = words.subList(Math.min(shell + 4, words.size()), words.size());
        if (script.contains("iptables-save")) {
            return Answer.printing(machine.looks(script.contains("hybridlab-changed") && lists, arguments));
        } else if (script.contains(IMAGES)) {
            return Answer.printing(String.join("\n", machine.images));
        } else if (script.contains("--apparent-size")) {
            return Answer.printing(moment + ".5\n0\n");
        } else if (script.contains("tar -d")) {
            return Answer.printing(moment + ".5\n" + machine.compare(archives) + "end\n");
        } else if (script.contains("systemctl stop kubelet containerd")) {
            machine.stopPods(archives);
        } else if (script.contains("--force-new-cluster")) {
            return readsKeys ? Answer.printing(FrozenMachine.keys(archives.get(0)))
                    : Answer.failing("tar: Unexpected EOF in archive");
        } else if (script.contains("--slurpfile saved")) {
            archives.forEach(machine::setBackKeys);
        } else if (script.contains("systemctl start containerd")) {
            machine.startKubelet();
            return Answer.printing(tellsStarts ? machine.services() : "");
        } else if (script.contains("kill -9 -1")) {
            machine.setBack(archives, arguments);
        } else if (script.contains("ctr version")) {
            return Answer.printing(containerd ? "answers\n" : "silent\n");
        } else if (script.startsWith("for path")) {
            return Answer.printing(String.join("\n", arguments) + "\n");
        }
        return Answer.DONE;
    }
}
