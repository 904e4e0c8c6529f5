package org.hybridlab.provision.kubernetes;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.cluster.api.NodeNotes;
import org.hybridlab.cluster.api.Taint;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.NodeTaint;
import tools.jackson.databind.json.JsonMapper;

/** The lab file's labels and taints of a node. Annotations record them, so that others' marks stay. */
record NodeMarks(Machine machine) {
    /** Missing or surplus marks in words; empty if none. */
    Optional<String> difference(Node node) {
        Map<String, String> wanted = machine.node().labels();
        Stream<String> lacking = wanted.entrySet().stream()
                .filter(label -> !label.getValue().equals(node.labels().get(label.getKey())))
                .map(label -> "its label %s=%s is missing".formatted(label.getKey(), label.getValue()));
        Stream<String> surplus = earlier(node, NodeNotes.LABELS).stream().filter(key -> !wanted.containsKey(key))
                .filter(node.labels()::containsKey)
                .map(key -> "its label %s is no longer in the lab file".formatted(key));
        Stream<String> taints = machine.node().taints().stream().filter(taint -> !has(node, taint))
                .map(taint -> "its taint %s is missing".formatted(taint.text()));
        Stream<String> old = surplusTaints(node).stream().filter(taint -> has(node, taint))
                .map(taint -> "its taint %s is no longer in the lab file".formatted(taint.text()));
        List<String> all = Stream.of(lacking, surplus, taints, old).flatMap(words -> words).toList();
        boolean noted = String.join(",", earlier(node, NodeNotes.LABELS)).equals(noteOfLabels())
                && String.join(",", earlier(node, NodeNotes.TAINTS)).equals(noteOfTaints());
        return !all.isEmpty() ? Optional.of(String.join(", ", all))
                : noted ? Optional.empty() : Optional.of("its labels and taints are not noted");
    }

    void apply(Cluster cluster, Node node) {
        Map<String, String> labels = new TreeMap<>(machine.node().labels());
        earlier(node, NodeNotes.LABELS).forEach(key -> labels.putIfAbsent(key, null));
        Map<String, String> notes = new HashMap<>();
        notes.put(NodeNotes.LABELS, noteOfLabels().isEmpty() ? null : noteOfLabels());
        notes.put(NodeNotes.TAINTS, noteOfTaints().isEmpty() ? null : noteOfTaints());
        List<NodeTaint> surplus = surplusTaints(node);
        cluster.changeNode(node.name(), Map.of("labels", labels, "annotations", notes), taints -> {
            taints.removeIf(taint -> Stream.concat(surplus.stream(), machine.node().taints().stream())
                    .anyMatch(ours -> ours.key().equals(taint.path("key").asString())
                            && ours.effect().equals(taint.path("effect").asString())));
            machine.node().taints().forEach(taint -> taints.add(JsonMapper.shared().valueToTree(
                    Map.of("key", taint.key(), "value", taint.value(), "effect", taint.effect()))));
        });
    }

    private String noteOfLabels() {
        return String.join(",", machine.node().labels().keySet());
    }

    /** Without the taint that every Windows node has. */
    private String noteOfTaints() {
        return machine.node().taints().stream().filter(taint -> !taint.equals(NodeTaint.WINDOWS)).map(NodeTaint::text)
                .collect(Collectors.joining(","));
    }

    private List<NodeTaint> surplusTaints(Node node) {
        Stream<NodeTaint> windows = machine.isWindows() ? Stream.of(NodeTaint.WINDOWS) : Stream.empty();
        return Stream.concat(windows, earlier(node, NodeNotes.TAINTS).stream().map(NodeTaint::parse))
                .filter(taint -> machine.node().taints().stream().noneMatch(taint::sameAs)).toList();
    }

    private static boolean has(Node node, NodeTaint taint) {
        return node.taints().contains(new Taint(taint.key(), taint.value(), taint.effect()));
    }

    private static List<String> earlier(Node node, String annotation) {
        return NodeNotes.named(node.annotations(), annotation);
    }
}
