package org.hybridlab.provision;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.ExecResult;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.fake.FakeApi;
import org.hybridlab.fake.FakeObjects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A fake API server of a lab that is up: every machine has its node, and every object that is asked for exists. The
 * real one keeps what is created, applied and deleted. This one keeps what is merged into nodes alone.
 */
public final class HealthyApi extends FakeApi {
    public final Set<String> missing = new ConcurrentSkipListSet<>();
    /** Names of pods in which no command works. */
    public final Set<String> silent = new ConcurrentSkipListSet<>();
    /** What is on a node, as a list of pods; by default nothing. */
    public volatile Function<String, String> podsOn = node -> "{\"items\":[]}";
    private final Map<String, List<JsonNode>> merged = new ConcurrentHashMap<>();
    private final Lab lab;

    HealthyApi(Lab lab) {
        this.lab = lab;
        withCommands((pod, command) -> silent.contains(pod) ? new ExecResult(1, "context deadline exceeded")
                : new ExecResult(0, members(lab.etcdMembers())));
    }

    /** It names a kind that it cannot list. */
    public void hideThings() {
        with("/api/v1", """
                {"resources": [{"name": "namespaces", "kind": "Namespace", "verbs": ["list", "delete"]},
                  {"name": "things", "kind": "Thing", "verbs": ["list", "delete"]}]}""");
        with("/api/v1/things", "{}");
    }

    /** What was merged into the object, oldest first. */
    public List<JsonNode> merged(String path) {
        return merged.getOrDefault(path, List.of());
    }

    @Override
    public Optional<JsonNode> find(String path) {
        return super.find(path).filter(found -> !missing.contains(path.replaceFirst("\\?.*", "")));
    }

    @Override
    protected Optional<JsonNode> read(String path) {
        String plain = path.replaceFirst("\\?.*", "");
        String name = plain.substring(plain.lastIndexOf('/') + 1);
        if (path.startsWith("/api/v1/pods?fieldSelector=spec.nodeName%3D")) {
            return Optional.of(JSON.readTree(podsOn.apply(path.substring(path.indexOf("%3D") + 3))));
        }
        if (plain.equals("/api/v1/nodes")) {
            return Optional.of(JSON.readTree("{\"items\":[" + lab.nodes().stream()
                    .filter(node -> !missing.contains(plain + "/" + node.name()))
                    .map(node -> node(node).toString()).collect(Collectors.joining(",")) + "]}"));
        }
        if (plain.startsWith("/api/v1/nodes/")) {
            return lab.machine(name).map(this::node);
        }
        return Optional.of(JSON.readTree("{\"metadata\":{\"name\":\"" + name
                + "\",\"uid\":\"1\"},\"items\":[],\"resources\":[],\"status\":{\"token\":\"t\"}}"));
    }

    /** With all that was merged into it: what is told to a real one stays. */
    private JsonNode node(Machine machine) {
        ObjectNode node = (ObjectNode) JSON.readTree("""
                {"metadata":{"name":"%1$s","uid":"1","labels":{"hybridlab.org/lab":"x"%2$s}},
                 "spec":{"podCIDR":"10.244.3.0/24"},
                 "status":{"addresses":[{"type":"InternalIP","address":"%3$s"}],
                  "conditions":[{"type":"Ready","status":"True","reason":"KubeletReady"}],
                  "nodeInfo":{"operatingSystem":"%4$s","kubeletVersion":"%5$s"}}}
                """.formatted(machine.name(),
                machine.isControlPlane() ? ",\"node-role.kubernetes.io/control-plane\":\"\"" : "", machine.address(),
                machine.isWindows() ? "windows" : "linux", machine.kubernetes().tag()));
        merged("/api/v1/nodes/" + machine.name()).forEach(patch -> FakeObjects.merge(node, patch));
        return node;
    }

    @Override
    protected JsonNode done() {
        return JSON.readTree("{\"metadata\":{\"uid\":\"1\"},\"status\":{\"token\":\"t\","
                + "\"expirationTimestamp\":\"2127-01-01T00:00:00Z\"}}");
    }

    @Override
    public JsonNode merge(String path, String json) {
        JsonNode answer = super.merge(path, json);
        merged.computeIfAbsent(path, any -> new CopyOnWriteArrayList<>()).add(JSON.readTree(json));
        return answer;
    }

    /** Everything is as it should be. */
    @Override
    public JsonNode dryRun(String path, String yaml) {
        return get(path);
    }

    /** As {@code etcdctl member list} prints them. */
    static String members(List<Machine> machines) {
        return machines.stream().map(machine -> "%x, started, %s, https://%s:2380, https://%s:2379, false\n".formatted(
                machine.name().hashCode(), machine.name(), machine.address(), machine.address()))
                .collect(Collectors.joining());
    }
}
