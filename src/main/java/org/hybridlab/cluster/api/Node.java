package org.hybridlab.cluster.api;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import tools.jackson.databind.JsonNode;

/**
 * A machine as Kubernetes sees it.
 *
 * @param addresses its InternalIP addresses, in the kubelet's order
 * @param ready true if the Ready condition is True
 * @param readiness the kubelet's words, for example "KubeletReady" or "container runtime is down"
 * @param podCidr empty until the controller manager assigns one
 * @param os {@code linux} or {@code windows}
 * @param simulated true for a node of kwok, where nothing runs
 * @param readySince the last change of the Ready condition; empty if it never changed
 */
public record Node(String name, List<String> addresses, boolean ready, String readiness, Optional<String> podCidr,
                   List<Taint> taints, String os, String kubelet, Map<String, String> labels,
                   Map<String, String> annotations, boolean cordoned, boolean simulated,
                   Optional<Instant> readySince) {
    private static final String KWOK = "kwok.x-k8s.io/node";

    static Node of(JsonNode node) {
        JsonNode status = node.path("status");
        JsonNode ready = ready(status);
        boolean isReady = ready.path("status").asString("").equals("True");
        return new Node(node.path("metadata").path("name").asString(), addresses(status), isReady,
                readiness(ready, isReady), Optional.ofNullable(node.path("spec").path("podCIDR").asString(null)),
                taints(node), status.path("nodeInfo").path("operatingSystem").asString("linux"),
                status.path("nodeInfo").path("kubeletVersion").asString(""), texts(node, "labels"),
                texts(node, "annotations"),
                node.path("spec").path("unschedulable").asBoolean(false),
                node.path("metadata").path("annotations").has(KWOK),
                Optional.ofNullable(ready.path("lastTransitionTime").asString(null)).map(Instant::parse));
    }

    private static JsonNode ready(JsonNode status) {
        for (JsonNode condition : status.path("conditions")) {
            if (condition.path("type").asString().equals("Ready")) {
                return condition;
            }
        }
        return status.path("noSuchCondition");
    }

    private static String readiness(JsonNode ready, boolean isReady) {
        String message = ready.path("message").asString("its kubelet has not reported yet");
        return isReady ? ready.path("reason").asString("Ready") : message;
    }

    private static Map<String, String> texts(JsonNode node, String key) {
        Map<String, String> texts = new TreeMap<>();
        node.path("metadata").path(key).properties()
                .forEach(text -> texts.put(text.getKey(), text.getValue().asString()));
        return texts;
    }

    private static List<String> addresses(JsonNode status) {
        List<String> addresses = new ArrayList<>();
        for (JsonNode address : status.path("addresses")) {
            if (address.path("type").asString().equals("InternalIP")) {
                addresses.add(address.path("address").asString());
            }
        }
        return List.copyOf(addresses);
    }

    private static List<Taint> taints(JsonNode node) {
        List<Taint> taints = new ArrayList<>();
        for (JsonNode taint : node.path("spec").path("taints")) {
            taints.add(new Taint(taint.path("key").asString(), taint.path("value").asString(""),
                    taint.path("effect").asString()));
        }
        return List.copyOf(taints);
    }

    /** The first address, where the API server reaches the kubelet. */
    public Optional<String> internalAddress() {
        return addresses.stream().findFirst();
    }

    /** True once kubeadm has set the role label, its last act of a control plane's join. */
    public boolean controlPlane() {
        return labels.containsKey(Taint.CONTROL_PLANE);
    }

    public boolean hasControlPlaneTaint() {
        return taints.stream().anyMatch(taint -> taint.key().equals(Taint.CONTROL_PLANE));
    }
}
