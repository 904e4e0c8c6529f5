package org.hybridlab.service.lifecycle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import tools.jackson.databind.json.JsonMapper;

/** A container of {@link FrozenContainers}: its files, what it says of itself, and what scripts do in it. */
final class FrozenMachine {
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

    /** How it runs. @param files whether it lists those that changed, too */
    String looks(boolean files) {
        return "1.0\nbooted at %d\n".formatted(booted) + services() + String.join("\n", runs)
                + "\npods are noted at 2.5\n" + (files ? Stream.of(Stream.of("files that changed:"), changed.stream(),
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

    /** @param arguments paths that go, archives with the size that each is said to have, paths that go afterwards */
    void setBack(List<Path> archives, List<String> arguments) {
        quiet = true;
        List.of("/etc", "/var/lib/kubelet", "/var/lib/cni").forEach(this::remove);
        int gone = Integer.parseInt(arguments.get(0));
        arguments.subList(1, 1 + gone).forEach(this::remove);
        List<String> rest = arguments.subList(1 + gone, arguments.size());
        if (Integer.parseInt(rest.get(0)) != archives.size()) {
            throw new AssertionError(arguments);
        }
        for (int i = 0; i < archives.size(); i++) {
            if (archives.get(i).toFile().length() != Long.parseLong(rest.get(2 + 2 * i))) {
                throw new AssertionError(arguments);
            }
            unpack(archives.get(i));
        }
        rest.subList(1 + 2 * archives.size(), rest.size()).forEach(this::remove);
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
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void remove(String path) {
        files.keySet().removeIf(file -> isBelow(file, path));
    }

    static boolean isBelow(String path, String folder) {
        return path.equals(folder) || path.startsWith(folder + "/");
    }
}
