package org.hybridlab.service.lifecycle;

import static org.hybridlab.fake.Unchecked.unchecked;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import tools.jackson.databind.json.JsonMapper;

/** A container of {@link FrozenContainers}: its files, what it says of itself, and what scripts do in it. */
final class FrozenMachine {
    final Map<String, String> files = new TreeMap<>();
    /** Modes and owners of folders that its box has, too, where they are others. */
    final Map<String, String> access = new TreeMap<>();
    /** What containerd keeps of images. */
    final Set<String> images = new TreeSet<>();
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

    /**
     * How it runs.
     *
     * @param files whether it lists those that changed, too
     * @param arguments what the script gets: three, then folders that it does not list
     */
    String looks(boolean files, List<String> arguments) {
        Stream<String> listed = changed.stream().filter(path -> arguments.stream().skip(3)
                .noneMatch(one -> isBelow(path, one)));
        return "1.0\nbooted at %d\n".formatted(booted) + services() + String.join("\n", runs)
                + "\npods are noted at 2.5\n" + (files ? Stream.of(Stream.of("files that changed:"), listed,
                        Stream.of("end")).flatMap(part -> part).collect(Collectors.joining("\n")) : "");
    }

    String services() {
        return "process containerd (7, started at %d)%nprocess kubelet (8, started at %d)%n".formatted(boots, kubelet);
    }

    void stopPods(List<Path> archives) {
        quiet = true;
        kubelet = -Math.abs(kubelet);
        remove("/var/lib/kubelet");
        archives.forEach(this::unpack);
    }

    void startKubelet() {
        quiet = false;
        kubelet = Math.abs(kubelet) + 1;
    }

    /** @param arguments as the script has them */
    void setBack(List<Path> archives, List<String> arguments) {
        quiet = true;
        Deque<String> words = new ArrayDeque<>(arguments);
        List.of(words.remove().split(" ")).forEach(this::remove);
        remove("/var/lib/cni");
        counted(words).forEach(this::remove);
        counted(words).forEach(this::remove);
        if (Integer.parseInt(words.remove()) != archives.size()) {
            throw new AssertionError(arguments);
        }
        for (Path archive : archives) {
            words.remove();
            if (archive.toFile().length() != Long.parseLong(words.remove())) {
                throw new AssertionError(arguments);
            }
            unpack(archive);
        }
        for (int left = Integer.parseInt(words.remove()); left > 0; left--) {
            access.put(words.remove(), words.remove() + " " + words.remove());
        }
        words.forEach(this::remove);
    }

    /** Takes their number and them away. */
    private static List<String> counted(Deque<String> words) {
        List<String> taken = new ArrayList<>();
        for (int left = Integer.parseInt(words.remove()); left > 0; left--) {
            taken.add(words.remove());
        }
        return taken;
    }

    /** What of the archives is otherwise in it, or not there. */
    String compare(List<Path> archives) {
        FrozenMachine then = new FrozenMachine();
        archives.forEach(then::unpack);
        return then.files.entrySet().stream().filter(one -> !one.getValue().equals(files.get(one.getKey())))
                .map(one -> one.getKey() + "\n").collect(Collectors.joining());
    }

    /** All that is in an archive of etcd, as etcd says its keys, but for how it encodes them. */
    static String keys(Path archive) {
        List<Map<String, String>> all = read(archive).lines().map(line -> Map.of("key", line.split("\t")[0], "value",
                line.split("\t")[1])).toList();
        return JsonMapper.shared().writeValueAsString(Map.of("kvs", all, "count", String.valueOf(all.size())));
    }

    /** @param keys as {@link #keys} gives them */
    void setBackKeys(Path keys) {
        JsonMapper.shared().readTree(read(keys)).path("kvs").valueStream().forEach(one ->
                files.put(one.path("key").asString(), one.path("value").asString()));
    }

    private void unpack(Path archive) {
        read(archive).lines().forEach(line -> files.put(line.split("\t")[0], line.split("\t")[1]));
    }

    private static String read(Path file) {
        return unchecked(() -> Files.readString(file));
    }

    private void remove(String path) {
        files.keySet().removeIf(file -> isBelow(file, path));
    }

    static boolean isBelow(String path, String folder) {
        return path.equals(folder) || path.startsWith(folder + "/");
    }
}
