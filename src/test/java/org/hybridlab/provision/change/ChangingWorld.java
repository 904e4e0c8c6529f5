package org.hybridlab.provision.change;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.ApiServer;
import org.hybridlab.cluster.api.ExecResult;
import org.hybridlab.cluster.api.ObjectPath;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A fake docker with machines, and a fake API server with the cluster on them, as plain state, for the product's own
 * steps. Each change can be the last one that the process lives to make. The real API server also validates objects,
 * runs controllers and makes finalizers wait. Of pods, this one knows names and nodes alone.
 */
final class ChangingWorld implements Processes, ApiServer {
    /** The API server's path of CustomResourceDefinitions. */
    static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    private static final JsonMapper JSON = JsonMapper.shared();

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
    private static final String BALANCED = "type: LoadBalancer";
    private static final Pattern PORT = Pattern.compile("nodePort: (\\d+)");
    /** Paths of objects, with the field manager that applied each. */
    final Map<String, String> objects = new LinkedHashMap<>();
    /** Paths of objects, with the manifest that was applied last. */
    final Map<String, String> applied = new LinkedHashMap<>();
    /** Of objects that have one; only one can. */
    final Map<String, String> nodePorts = new HashMap<>();
    /** Paths of objects of which the next apply does not reach the API server; one of each for each time. */
    final List<String> lost = new ArrayList<>();
    /** Paths of objects whose manifests the API server refuses. */
    final Set<String> refused = new HashSet<>();
    /** Paths of objects that somebody deletes between a look at them and a change. */
    final Set<String> deletedMeanwhile = new HashSet<>();
    private final Map<String, Integer> versions = new HashMap<>();
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
    /** What paths answer whatever else there is, as JSON. */
    final Map<String, String> answers = new TreeMap<>();
    /** What a command in a machine says, by the machine and the command. */
    BiFunction<String, String, String> guests = (machine, command) -> "";
    boolean apiIsOff;
    private int asked;
    private int left = Integer.MAX_VALUE;
    private boolean half;
    private boolean dead;

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
    public JsonNode get(String path) {
        return find(path).orElseThrow(() -> LabException.labFailed("api-refused", path + " not found (404)", ""));
    }

    @Override
    public synchronized Optional<JsonNode> find(String path) {
        alive();
        if (apiIsOff) {
            throw LabException.labFailed("api-unreachable", "It does not answer.", "");
        }
        String plain = path.replaceFirst("\\?.*", "");
        if (answers.containsKey(plain)) {
            return json(answers.get(plain));
        }
        if (plain.equals("/api/v1/nodes")) {
            return json("{\"items\":[" + nodes.keySet().stream().map(this::node).collect(Collectors.joining(","))
                    + "]}");
        }
        if (plain.startsWith("/api/v1/nodes/")) {
            String name = plain.substring("/api/v1/nodes/".length());
            return nodes.containsKey(name) ? json(node(name)) : Optional.empty();
        }
        if (plain.equals("/api/v1/pods")) {
            String node = path.contains("nodeName%3D") ? path.substring(path.indexOf("%3D") + 3) : "";
            return json("{\"items\":[" + pods.entrySet().stream().filter(pod -> pod.getValue().equals(node))
                    .map(pod -> ("{\"metadata\":{\"name\":\"%1$s\",\"uid\":\"uid-%1$s\",\"namespace\":\"default\"},"
                            + "\"spec\":{\"nodeName\":\"%2$s\"}}").formatted(pod.getKey(), node))
                    .collect(Collectors.joining(",")) + "]}");
        }
        if (plain.equals(DEFINITIONS)) {
            return json("{\"items\":[" + (objects.containsKey(DEFINITIONS + "/things.example.org")
                    ? "{\"metadata\":{\"name\":\"things.example.org\"},\"spec\":{\"group\":\"example.org\","
                    + "\"names\":{\"kind\":\"Thing\"}}}" : "") + "]}");
        }
        if (plain.equals("/apis/apiextensions.k8s.io/v1")) {
            return json("""
                    {"resources":[{"name":"customresourcedefinitions","kind":"CustomResourceDefinition",
                      "namespaced":false}]}""");
        }
        if (plain.equals("/apis/example.org/v1")) {
            // Fake: served at the second question after the definition came.
            boolean served = objects.containsKey(DEFINITIONS + "/things.example.org") && ++asked > 1;
            return served ? json("{\"resources\":[{\"name\":\"things\",\"kind\":\"Thing\",\"namespaced\":true}]}")
                    : Optional.empty();
        }
        if (plain.equals("/api/v1") || plain.matches("/apis/[^/]+/[^/]+")) {
            return json("""
                    {"resources":[{"name":"configmaps","kind":"ConfigMap","namespaced":true},
                     {"name":"services","kind":"Service","namespaced":true},
                     {"name":"namespaces","kind":"Namespace","namespaced":false}]}""");
        }
        String at = stored(plain);
        return Optional.ofNullable(objects.get(at))
                .map(manager -> service(manager, at, Optional.ofNullable(nodePorts.get(at))));
    }

    /** An object, and maybe a Service, which always has a type. */
    private JsonNode service(String manager, String path, Optional<String> nodePort) {
        String type = applied.getOrDefault(path, "").contains(BALANCED) ? "LoadBalancer" : "NodePort";
        return json("""
                {"metadata":{"name":"x","resourceVersion":"%d","managedFields":[{"manager":"%s","operation":"Apply"}]}
                 %s}""".formatted(versions.getOrDefault(path, 0), manager, nodePort.map(port ->
                         ",\"spec\":{\"type\":\"%s\",\"ports\":[{\"port\":80,\"nodePort\":%s}]}".formatted(type, port))
                .orElse(path.contains("/services/") ? ",\"spec\":{\"type\":\"ClusterIP\"}" : ""))).orElseThrow();
    }

    /** Where the object is that the API server serves there; the same one under each version of its group. */
    private String stored(String path) {
        return objects.keySet().stream().filter(one -> ObjectPath.areSame(one, path)).findFirst().orElse(path);
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
    public JsonNode create(String path, String body) {
        if (path.endsWith("/eviction")) {
            String pod = path.split("/")[6];
            change("evict " + pod, () -> move(pod));
        } else {
            change("create " + path, () -> { });
        }
        return json("{}").orElseThrow();
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
        if (deletedMeanwhile.remove(path)) {
            delete(path);
        }
        String name = path.substring(path.lastIndexOf('/') + 1);
        change("merge " + path + " " + body, () -> {
            if (nodes.containsKey(name)) {
                merge(nodes.get(name), JSON.readTree(body));
            } else if (nodePorts.containsKey(path)) {
                mergeService(path, JSON.readTree(body));
            } else if (path.contains("/services/")) {
                throw LabException.labFailed("api-refused", "404", "");
            }
        });
        return json("{}").orElseThrow();
    }

    /** A port that is left out is filled in as it was, unless the type has none. */
    private void mergeService(String path, JsonNode patch) {
        if (patch.at("/metadata/resourceVersion").asInt(-1) != versions.get(path)) {
            throw LabException.labFailed("api-conflict", "Somebody was faster.", "");
        }
        versions.merge(path, 1, Integer::sum);
        if (patch.at("/spec/type").asString("").equals("ClusterIP") && !patch.at("/spec/ports/0").has("nodePort")) {
            nodePorts.remove(path);
        }
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
        mustHaveNamespace(path);
        if (lost.remove(path)) {
            throw LabException.labFailed("api-unreachable", "Connection reset.", "");
        }
        if (refused.contains(path)) {
            throw LabException.labFailed("object-refused", "The API server would not apply " + path, "");
        }
        Optional<String> nodePort = nodePort(path, yaml);
        change("apply " + path, () -> {
            objects.put(stored(path), "hybridlab");
            applied.put(path, yaml);
            versions.merge(path, 1, Integer::sum);
            nodePort.ifPresent(port -> nodePorts.put(path, port));
            if (path.contains("/jobs/")) {
                pods.put(podOf(path), nodes.keySet().iterator().next());
            }
        });
        return get(path);
    }

    /** One that the manifest leaves open stays as it is, or is chosen. */
    private Optional<String> nodePort(String path, String yaml) {
        Optional<String> wanted = PORT.matcher(yaml).results().map(found -> found.group(1)).findFirst();
        if (nodePorts.entrySet().stream().anyMatch(other -> !other.getKey().equals(path)
                && wanted.equals(Optional.of(other.getValue())))) {
            throw LabException.labFailed("object-refused", "The API server would not apply " + path, "")
                    .because("provided port is already allocated");
        }
        return wanted.or(() -> !yaml.contains("type: NodePort") && !yaml.contains(BALANCED) ? Optional.empty()
                : Optional.of(nodePorts.getOrDefault(path, "" + (31_000 + told.size()))));
    }

    private void mustHaveNamespace(String path) {
        String namespace = path.replaceFirst(".*/namespaces/([^/]+)/.+", "/api/v1/namespaces/$1");
        if (!namespace.equals(path) && !namespace.matches(".*/(default|kube-.*)") && !objects.containsKey(namespace)) {
            throw LabException.labFailed("api-refused", "The API server refused to apply " + path, "")
                    .because("namespaces not found");
        }
    }

    private static String podOf(String job) {
        return job.substring(job.lastIndexOf('/') + 1) + "-pod";
    }

    @Override
    public JsonNode dryRun(String path, String yaml) {
        return service("hybridlab", path, nodePort(path, yaml));
    }

    @Override
    public void delete(String path) {
        String plain = path.replaceFirst("\\?.*", "");
        if (!path.contains("&uid=")) {
            deletedWithoutUid.add(plain);
        }
        String name = plain.substring(plain.lastIndexOf('/') + 1);
        change("delete " + plain, () -> {
            objects.remove(stored(plain));
            nodePorts.remove(plain);
            if (plain.contains("/jobs/") && path.contains("propagationPolicy=Background")) {
                // Else they stay, as those of the API server do.
                pods.remove(podOf(plain));
            } else if (plain.startsWith("/api/v1/nodes/")) {
                nodes.remove(name);
            } else if (plain.contains("/pods/")) {
                pods.remove(name);
            }
        });
    }

    @Override
    public boolean isReady() {
        return !dead;
    }

    @Override
    public Instant now() {
        return Instant.now();
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
