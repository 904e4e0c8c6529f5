package org.hybridlab.real;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The uids of a cluster's nodes and of all their pods. One that is made again has another.
 *
 * @param byName "Node node1", or "node1 kube-system/coredns-..."
 */
record ClusterIds(Map<String, String> byName) {
    static ClusterIds of(RealLab lab) {
        Map<String, String> ids = new TreeMap<>();
        JsonNode all = JsonMapper.shared().readTree(lab.must("kubectl", "get", "nodes,pods", "--all-namespaces",
                "--output", "json").stdout());
        for (JsonNode one : all.get("items")) {
            JsonNode metadata = one.get("metadata");
            if (one.get("kind").asString().equals("Node")) {
                ids.put("Node " + metadata.get("name").asString(), metadata.get("uid").asString());
            } else if (!metadata.get("namespace").asString().startsWith("hybridlab-check")) {
                ids.put("%s %s/%s".formatted(one.path("spec").path("nodeName").asString(""),
                        metadata.get("namespace").asString(), metadata.get("name").asString()),
                        metadata.get("uid").asString());
            }
        }
        return new ClusterIds(ids);
    }

    ClusterIds without(String machine) {
        return only(name -> !name.equals("Node " + machine) && !name.startsWith(machine + " "));
    }

    /** Without what is the app's. */
    ClusterIds withoutPodsOf(String app) {
        return only(name -> !name.contains("/" + app));
    }

    private ClusterIds only(Predicate<String> names) {
        Map<String, String> some = new TreeMap<>(byName);
        some.keySet().removeIf(names.negate());
        return new ClusterIds(some);
    }
}
