package org.hybridlab.provision.change;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.ExecResult;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.fake.FakeObjects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A fake docker with machines, and a fake API server with the cluster on them, for the product's own steps. Each change
 * can be the last one that the process lives to make. The real docker makes containers of boxes. Of nodes and pods, the
 * real API server keeps whole objects.
 */
final class ChangingWorld extends FakeObjects implements Processes {
    private static final String NODES = "/api/v1/nodes/";

    /** Names of machines that run, with the version of their kubelet. */
    final Map<String, String> machines = new TreeMap<>();
    /** Nodes by name: what is noted of each. */
    final Map<String, FakeNode> nodes = new TreeMap<>();
    /** Those that their kubelets made again. */
    final Set<String> registered = new LinkedHashSet<>();
    /** Names of pods, with their nodes. */
    final Map<String, String> pods = new TreeMap<>();
    /** Nodes to whose pods a cordon is nothing: they tolerate everything, or name their node. */
    final Set<String> tolerated = new LinkedHashSet<>();
    /** Addresses of etcd's members, with the names of their machines. */
    final Map<String, String> members = new LinkedHashMap<>();
    /** Addresses of members that were added and have never started. */
    final Set<String> unstarted = new LinkedHashSet<>();
    /** Paths of objects of which the next apply does not reach the API server; one of each for each time. */
    final List<String> lost = new ArrayList<>();
    /** Machines whose etcd does not answer. */
    final Set<String> silent = ConcurrentHashMap.newKeySet();
    /** Members whose removal works, and whose answer is lost: the API server's address was on their machine. */
    final Set<String> unheard = new LinkedHashSet<>();
    /** Machines that are switched off; their nodes do not show it yet. */
    final Set<String> off = new LinkedHashSet<>();
    final Set<String> frozen = new LinkedHashSet<>();
    /** Every change, in its order. */
    final List<String> told = new ArrayList<>();
    /** The API server deletes whatever has the path then. */
    final List<String> deletedWithoutUid = new ArrayList<>();
    /** What a command in a machine says, by the machine and the command. */
    BiFunction<String, String, String> guests = (machine, command) -> "";
    private int asked;
    private int left = Integer.MAX_VALUE;
    private boolean half;
    private boolean dead;

    ChangingWorld() {
        endsNamespaces = true;
    }

    /** A kubelet makes its node when it starts, without what kubeadm gives it. */
    void restartKubelet(String machine) {
        if (!nodes.containsKey(machine)) {
            nodes.put(machine, new FakeNode());
            registered.add(machine);
        }
    }

    static final class FakeNode {
        boolean cordoned;
        boolean ready = true;
        String annotations = "";
        String labels = "";
        String version = "v1.36.3";
    }

    /** @param half whether the change that kills still happens */
    void killAtChange(int number, boolean half) {
        this.left = number;
        this.half = half;
    }

    void newProcess() {
        dead = false;
        left = Integer.MAX_VALUE;
    }

    boolean isDead() {
        return dead;
    }

    void machine(String name, String address, boolean member) {
        machines.put(name, "v1.36.3");
        nodes.put(name, new FakeNode());
        if (member) {
            members.put(address, name);
        }
    }

    private void alive() {
        if (dead) {
            throw LabException.interrupted("The process is dead.");
        }
    }

    synchronized void change(String what, Runnable how) {
        alive();
        if (--left == 0) {
            dead = true;
            if (half) {
                told.add(what);
                how.run();
            }
            alive();
        }
        told.add(what);
        how.run();
    }

    // --- docker and vagrant

    @Override
    public synchronized Result run(Command command, Consumer<String> lines, Cancellation cancellation) {
        alive();
        List<String> words = command.words();
        if (words.get(0).equals("ssh")) {
            return ended(command, 0, guests.apply(words.get(words.size() - 2), words.get(words.size() - 1)));
        }
        if (words.get(0).equals("docker") && words.get(1).equals("ps")) {
            boolean ids = words.get(words.size() - 1).contains("{{.ID}}") && !words.get(words.size() - 1)
                    .contains("{{.State}}");
            return ended(command, 0, machines.keySet().stream().map(name -> name + (ids ? " id-" + name
                    : " %s id-%s".formatted(off.contains(name) ? "exited" : frozen.contains(name) ? "paused"
                    : "running", name)) + "\n")
                    .collect(Collectors.joining()));
        }
        if (words.get(0).equals("docker") && words.get(1).equals("rm")) {
            String name = words.get(words.size() - 1).replaceFirst("^id-", "");
            change("destroy " + name, () -> machines.remove(name));
            return ended(command, 0, "");
        }
        if (words.get(0).equals("vagrant") && words.get(1).equals("up")) {
            String name = words.get(2);
            change("create " + name, () -> machine(name, "10.0.0." + machines.size(), false));
            return ended(command, 0, "");
        }
        if (words.get(0).equals("vagrant") && words.get(1).equals("destroy")) {
            // It knows only what the Vagrantfile names.
            return new Result(command, 1, "", "The machine with the name was not found.\n", Duration.ZERO);
        }
        return ended(command, 0, "");
    }

    private static Result ended(Command command, int exitCode, String stdout) {
        return new Result(command, exitCode, stdout, "", Duration.ZERO);
    }

    // --- the API server

    @Override
    public synchronized Optional<JsonNode> find(String path) {
        alive();
        return super.find(path);
    }

    @Override
    protected Optional<JsonNode> read(String path) {
        String plain = path.replaceFirst("\\?.*", "");
        if (plain.equals("/api/v1/nodes")) {
            return json("{\"items\":[" + nodes.keySet().stream().map(this::node).collect(Collectors.joining(","))
                    + "]}");
        }
        if (plain.startsWith(NODES)) {
            return Optional.of(plain.substring(NODES.length())).filter(nodes::containsKey).flatMap(name ->
                    json(node(name)));
        }
        if (plain.equals("/api/v1/pods")) {
            String node = path.contains("nodeName%3D") ? path.substring(path.indexOf("%3D") + 3) : "";
            return json("{\"items\":[" + pods.entrySet().stream().filter(pod -> pod.getValue().equals(node))
                    .map(pod -> ("{\"metadata\":{\"name\":\"%1$s\",\"uid\":\"uid-%1$s\",\"namespace\":\"default\"},"
                            + "\"spec\":{\"nodeName\":\"%2$s\"}}").formatted(pod.getKey(), node))
                    .collect(Collectors.joining(",")) + "]}");
        }
        if (plain.equals("/apis/example.org/v1")) {
            // Fake: served at the second question after the definition came.
            boolean served = objects.containsKey(DEFINITIONS + "/things.example.org") && ++asked > 1;
            return served ? json("{\"resources\":[{\"name\":\"things\",\"kind\":\"Thing\",\"namespaced\":true}]}")
                    : Optional.empty();
        }
        return super.read(path);
    }

    private String node(String name) {
        FakeNode node = nodes.get(name);
        return """
                {"metadata":{"name":"%s","labels":{%s},"annotations":{%s},"resourceVersion":"1"},
                 "spec":{"unschedulable":%s,"podCIDR":"10.244.1.0/24"},
                 "status":{"conditions":[{"type":"Ready","status":"%s","reason":"KubeletReady"}],
                  "nodeInfo":{"operatingSystem":"linux","kubeletVersion":"%s"}}}
                """.formatted(name, node.labels, node.annotations, node.cordoned,
                        node.ready ? "True" : "False", node.version);
    }

    private static Optional<JsonNode> json(String text) {
        return Optional.of(JSON.readTree(text));
    }

    @Override
    protected JsonNode change(String verb, String path, String body, Supplier<JsonNode> effect) {
        String what = "%s %s %s".formatted(verb, path.replaceFirst("\\?.*", ""), verb.equals("merge") ? body : "");
        AtomicReference<JsonNode> answer = new AtomicReference<>();
        return super.change(verb, path, body, () -> {
            change(what.strip(), () -> answer.set(effect.get()));
            return answer.get();
        });
    }

    @Override
    public JsonNode create(String path, String body) {
        if (path.endsWith("/eviction")) {
            String pod = path.split("/")[6];
            change("evict " + pod, () -> move(pod));
        } else {
            change("create", path, body, this::done);
        }
        return done();
    }

    /** To a node where it may run, once its kubelet has ended it; what nobody makes again is gone. */
    private void move(String pod) {
        if (!nodes.get(pods.get(pod)).ready) {
            return;
        }
        Optional<String> other = Optional.of(pods.get(pod)).filter(tolerated::contains).or(() -> nodes.entrySet()
                .stream().filter(node -> !node.getValue().cordoned && node.getValue().ready).map(Map.Entry::getKey)
                .findFirst());
        String name = pod.replaceFirst("-\\d+$", "");
        pods.remove(pod);
        other.ifPresent(node -> pods.put(name + "-" + (told.size() + 1), node));
    }

    @Override
    public JsonNode merge(String path, String body) {
        if (!path.startsWith(NODES)) {
            return super.merge(path, body);
        }
        return change("merge", path, body, () -> {
            Optional.ofNullable(nodes.get(path.substring(NODES.length()))).ifPresent(node -> merge(node,
                    JSON.readTree(body)));
            return done();
        });
    }

    private static void merge(FakeNode node, JsonNode patch) {
        JsonNode unschedulable = patch.path("spec").path("unschedulable");
        if (!unschedulable.isMissingNode()) {
            node.cordoned = unschedulable.asBoolean(false);
        }
        JsonNode notes = patch.path("metadata").path("annotations");
        node.annotations = notes.isObject() ? fields(notes) : node.annotations;
        JsonNode labels = patch.path("metadata").path("labels");
        node.labels = labels.isObject() ? fields(labels) : node.labels;
    }

    private static String fields(JsonNode object) {
        return object.properties().stream().filter(field -> !field.getValue().isNull())
                .map(field -> "\"%s\":%s".formatted(field.getKey(), field.getValue()))
                .collect(Collectors.joining(","));
    }

    @Override
    public JsonNode apply(String path, String yaml) {
        if (lost.remove(path)) {
            throw LabException.labFailed("api-unreachable", "Connection reset.", "");
        }
        return super.apply(path, yaml);
    }

    @Override
    protected JsonNode store(String path, ObjectNode object, boolean isNew) {
        if (path.contains("/jobs/")) {
            pods.put(podOf(path), nodes.keySet().iterator().next());
        }
        return super.store(path, object, isNew);
    }

    private static String podOf(String job) {
        return job.substring(job.lastIndexOf('/') + 1) + "-pod";
    }

    @Override
    protected JsonNode remove(String path) {
        String plain = path.replaceFirst("\\?.*", "");
        if (!path.contains("&uid=")) {
            deletedWithoutUid.add(plain);
        }
        if (plain.contains("/jobs/") && path.contains("propagationPolicy=Background")) {
            // Else they stay, as those of the API server do.
            pods.remove(podOf(plain));
        } else if (plain.startsWith(NODES)) {
            nodes.remove(plain.substring(NODES.length()));
        } else if (plain.contains("/pods/")) {
            pods.remove(plain.substring(plain.lastIndexOf('/') + 1));
        }
        return super.remove(path);
    }

    @Override
    public boolean isReady() {
        return !dead && super.isReady();
    }

    @Override
    public synchronized ExecResult exec(String namespace, String pod, Optional<String> container, Duration within,
                                        List<String> command) {
        alive();
        String machine = pod.replaceFirst("^etcd-", "");
        boolean answers = machines.containsKey(machine) && members.containsValue(machine) && !silent.contains(machine)
                && members.values().stream().filter(name -> machines.containsKey(name) && !silent.contains(name))
                .count() * 2 > members.size();
        if (!answers) {
            return new ExecResult(1, "context deadline exceeded");
        }
        int remove = command.indexOf("remove");
        if (remove > 0) {
            change("etcd remove " + command.get(remove + 1), () -> {
                members.values().removeIf(name -> id(name).equals(command.get(remove + 1)));
                unstarted.removeIf(address -> id(address).equals(command.get(remove + 1)));
            });
            if (unheard.removeIf(name -> id(name).equals(command.get(remove + 1)))) {
                throw LabException.labFailed("exec-failed", "Connection reset.", "");
            }
        }
        return new ExecResult(0, members.entrySet().stream().map(member ->
                "%s, started, %s, https://%s:2380, https://%s:2379, false\n".formatted(id(member.getValue()),
                        member.getValue(), member.getKey(), member.getKey())).collect(Collectors.joining())
                + unstarted.stream().map(address -> "%s, unstarted, , https://%s:2380, , true\n".formatted(id(address),
                        address)).collect(Collectors.joining()));
    }

    static String id(String name) {
        return Integer.toHexString(name.hashCode());
    }

    /** What was told that contains one of these words. */
    List<String> told(String... words) {
        return told.stream().filter(line -> Stream.of(words).anyMatch(line::contains)).toList();
    }
}
