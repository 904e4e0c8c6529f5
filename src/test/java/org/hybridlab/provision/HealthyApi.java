package org.hybridlab.provision;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.ApiServer;
import org.hybridlab.cluster.api.ExecResult;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A fake API server of a lab that is up: every machine has its node, and every object that is asked for exists. The
 * real one keeps what is created, applied and deleted. This one keeps what is merged into nodes alone.
 */
public final class HealthyApi implements ApiServer {
    /** How an answer may come out wrong. */
    public enum Fault {
        NONE, REFUSES, FORBIDS, FORBIDS_CHANGES, UNREACHABLE, EMPTY
    }

    /** Anybody may ask whether the server is ready, and what they may do. */
    private static final Set<Fault> FORBIDDING = Set.of(Fault.FORBIDS, Fault.FORBIDS_CHANGES);

    public final Set<String> missing = new ConcurrentSkipListSet<>();
    /** Names of pods in which no command works. */
    public final Set<String> silent = new ConcurrentSkipListSet<>();
    /** What is on a node, as a list of pods; by default nothing. */
    public volatile Function<String, String> podsOn = node -> "{\"items\":[]}";
    /** What paths answer whatever else there is, as JSON. */
    public final Map<String, String> answers = new ConcurrentHashMap<>();
    private final Map<String, List<JsonNode>> merged = new ConcurrentHashMap<>();
    private final Lab lab;
    private final Queue<String> told = new ConcurrentLinkedQueue<>();
    private volatile Fault fault = Fault.NONE;

    HealthyApi(Lab lab) {
        this.lab = lab;
    }

    /** It names a kind that it cannot list. */
    public void hideThings() {
        answers.put("/api/v1", """
                {"resources": [{"name": "namespaces", "kind": "Namespace", "verbs": ["list", "delete"]},
                  {"name": "things", "kind": "Thing", "verbs": ["list", "delete"]}]}""");
        answers.put("/api/v1/things", "{}");
    }

    public void fail(Fault newFault) {
        fault = newFault;
        told.clear();
    }

    /** What would have changed the cluster, as "verb path". */
    public List<String> told() {
        return List.copyOf(told);
    }

    @Override
    public JsonNode get(String path) {
        return find(path).orElseThrow(() -> LabException.labFailed("api-refused", path + " not found (404)", ""));
    }

    @Override
    public Optional<JsonNode> find(String path) {
        if (fault == Fault.EMPTY) {
            return Optional.of(JsonMapper.shared().createObjectNode());
        }
        answers();
        String plain = path.replaceFirst("\\?.*", "");
        String name = plain.substring(plain.lastIndexOf('/') + 1);
        if (missing.contains(plain)) {
            return Optional.empty();
        }
        if (answers.containsKey(plain)) {
            return json(answers.get(plain));
        }
        if (path.startsWith("/api/v1/pods?fieldSelector=spec.nodeName%3D")) {
            return json(podsOn.apply(path.substring(path.indexOf("%3D") + 3)));
        }
        if (plain.equals("/api/v1/nodes")) {
            return json("{\"items\":[" + lab.nodes().stream()
                    .filter(node -> !missing.contains(plain + "/" + node.name()))
                    .map(node -> node(node).toString()).collect(Collectors.joining(",")) + "]}");
        }
        if (plain.startsWith("/api/v1/nodes/")) {
            return lab.machine(name).map(this::node);
        }
        return json("{\"metadata\":{\"name\":\"" + name + "\",\"uid\":\"1\"},\"items\":[],\"resources\":[],"
                + "\"status\":{\"token\":\"t\"}}");
    }

    private void answers() {
        switch (fault) {
            case REFUSES -> throw LabException.labFailed("api-refused", "Internal error (500).", "");
            case FORBIDS -> throw LabException.labFailed("api-refused", "Forbidden (403).", "");
            case UNREACHABLE -> throw LabException.labFailed("api-unreachable", "Connection refused.", "");
            default -> { }
        }
    }

    /** With all that was merged into it: what is told to a real one stays. */
    private JsonNode node(Machine machine) {
        ObjectNode node = (ObjectNode) JsonMapper.shared().readTree(fresh(machine));
        merged.getOrDefault("/api/v1/nodes/" + machine.name(), List.of()).forEach(patch -> merge(node, patch));
        return node;
    }

    /** RFC 7396. */
    private static void merge(ObjectNode target, JsonNode patch) {
        patch.properties().forEach(field -> {
            if (field.getValue().isNull()) {
                target.remove(field.getKey());
            } else if (field.getValue().isObject()) {
                merge(target.withObjectProperty(field.getKey()), field.getValue());
            } else {
                target.set(field.getKey(), field.getValue());
            }
        });
    }

    /** What was merged into the object, oldest first. */
    public List<JsonNode> merged(String path) {
        return merged.getOrDefault(path, List.of());
    }

    private static String fresh(Machine machine) {
        return """
                {"metadata":{"name":"%1$s","uid":"1","labels":{"hybridlab.org/lab":"x"%2$s}},
                 "spec":{"podCIDR":"10.244.3.0/24"},
                 "status":{"addresses":[{"type":"InternalIP","address":"%3$s"}],
                  "conditions":[{"type":"Ready","status":"True","reason":"KubeletReady"}],
                  "nodeInfo":{"operatingSystem":"%4$s","kubeletVersion":"%5$s"}}}
                """.formatted(machine.name(),
                machine.isControlPlane() ? ",\"node-role.kubernetes.io/control-plane\":\"\"" : "", machine.address(),
                machine.isWindows() ? "windows" : "linux", machine.kubernetes().tag());
    }

    private static Optional<JsonNode> json(String text) {
        return Optional.of(JsonMapper.shared().readTree(text));
    }

    @Override
    public JsonNode create(String path, String json) {
        if (path.endsWith("/selfsubjectaccessreviews") && fault != Fault.REFUSES && fault != Fault.UNREACHABLE) {
            return json("{\"status\": {\"allowed\": %s}}".formatted(!FORBIDDING.contains(fault))).orElseThrow();
        }
        return tell("create", path);
    }

    @Override
    public Optional<JsonNode> create(String collection, String manager, String yaml) {
        return Optional.of(tell("create", collection));
    }

    @Override
    public JsonNode merge(String path, String json) {
        JsonNode answer = tell("merge", path);
        merged.computeIfAbsent(path, any -> new CopyOnWriteArrayList<>()).add(JsonMapper.shared().readTree(json));
        return answer;
    }

    @Override
    public JsonNode apply(String path, String yaml) {
        return tell("apply", path);
    }

    /** Everything is as it should be. */
    @Override
    public JsonNode dryRun(String path, String yaml) {
        return get(path);
    }

    @Override
    public void delete(String path) {
        tell("delete", path);
    }

    private JsonNode tell(String verb, String path) {
        told.add(verb + " " + path);
        answers();
        if (fault == Fault.FORBIDS_CHANGES) {
            throw LabException.labFailed("api-refused", "Forbidden (403).", "");
        }
        return json("{\"metadata\":{\"uid\":\"1\"},\"status\":{\"token\":\"t\","
                + "\"expirationTimestamp\":\"2127-01-01T00:00:00Z\"}}").orElseThrow();
    }

    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public boolean isReady() {
        return fault == Fault.NONE || FORBIDDING.contains(fault);
    }

    @Override
    public ExecResult exec(String namespace, String pod, Optional<String> container, Duration within,
                           List<String> command) {
        tell("exec", pod + " " + String.join(" ", command));
        return silent.contains(pod) ? new ExecResult(1, "context deadline exceeded")
                : new ExecResult(0, members(lab.etcdMembers()));
    }

    /** As {@code etcdctl member list} prints them. */
    static String members(List<Machine> machines) {
        return machines.stream().map(machine -> "%x, started, %s, https://%s:2380, https://%s:2379, false\n".formatted(
                machine.name().hashCode(), machine.name(), machine.address(), machine.address()))
                .collect(Collectors.joining());
    }
}
