package org.hybridlab.cluster.inventory;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.hybridlab.cluster.api.NodeNotes;
import org.hybridlab.cluster.api.Taint;
import tools.jackson.databind.JsonNode;

/**
 * What people change of a node.
 *
 * @param taints without those of controllers
 * @param notes which of them the lab file set, as in {@link NodeNotes}
 */
public record RecordedNode(Map<String, String> labels, List<JsonNode> taints, boolean cordoned,
                           Map<String, String> notes) {
    /** Labels from the kubelet. A recreated machine may have another build of Windows. */
    private static final List<String> OF_KUBELETS = List.of("kubernetes.io/hostname", "kubernetes.io/os",
            "kubernetes.io/arch", "beta.kubernetes.io/os", "beta.kubernetes.io/arch",
            "node.kubernetes.io/windows-build");

    public RecordedNode {
        notes = Map.copyOf(notes);
    }

    static RecordedNode of(JsonNode node) {
        Map<String, String> labels = new TreeMap<>();
        node.path("metadata").path("labels").properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asString()));
        Map<String, String> notes = new TreeMap<>();
        node.path("metadata").path("annotations").properties().stream().filter(one -> one.getKey().equals(
                NodeNotes.LABELS) || one.getKey().equals(NodeNotes.TAINTS))
                .forEach(one -> notes.put(one.getKey(), one.getValue().asString()));
        return new RecordedNode(labels, node.path("spec").path("taints").valueStream()
                .filter(taint -> !isOfControllers(taint)).toList(),
                node.path("spec").path("unschedulable").asBoolean(false), notes);
    }

    /** Ignores notes, which are not for people. */
    boolean isMarkedLike(RecordedNode other) {
        return labels.equals(other.labels) && Set.copyOf(taints).equals(Set.copyOf(other.taints))
                && cordoned == other.cordoned;
    }

    /** Takes what the lab file and the kubelet set now; keeps the rest. */
    RecordedNode after(RecordedNode now, ClusterObject live) {
        Map<String, String> merged = new TreeMap<>(labels);
        NodeNotes.named(notes, NodeNotes.LABELS).forEach(merged::remove);
        NodeNotes.named(now.notes, NodeNotes.LABELS).stream().filter(now.labels::containsKey)
                .forEach(key -> merged.put(key, now.labels.get(key)));
        // On Windows, its name ends in .exe.
        FieldOwners writers = FieldOwners.of(live, entry -> entry.path("manager").asString("").startsWith("kubelet"))
                .of("metadata", "labels");
        OF_KUBELETS.stream().filter(key -> now.labels.containsKey(key) && writers.of(key).others().isEmpty())
                .forEach(key -> merged.put(key, now.labels.get(key)));
        List<JsonNode> all = new ArrayList<>(taints);
        all.removeIf(taint -> isGiven(taint) || now.isGiven(taint));
        now.taints.stream().filter(now::isGiven).forEach(all::add);
        return new RecordedNode(merged, List.copyOf(all), cordoned, now.notes);
    }

    RecordedNode withoutTaint(String key) {
        return new RecordedNode(labels, taints.stream().filter(taint -> !taint.path("key").asString("").equals(key))
                .toList(), cordoned, notes);
    }

    /** A taint that is gone now stays away: somebody removed it. */
    RecordedNode withTaintOf(RecordedNode now, String key) {
        List<JsonNode> all = new ArrayList<>(taints);
        now.taints.stream().filter(taint -> taint.path("key").asString("").equals(key) && !all.contains(taint))
                .forEach(all::add);
        return new RecordedNode(labels, List.copyOf(all), cordoned, notes);
    }

    /** Whether the lab file set the taint, or another in its place. */
    private boolean isGiven(JsonNode taint) {
        String key = taint.path("key").asString();
        String effect = taint.path("effect").asString();
        return "windows".equals(labels.get("kubernetes.io/os")) && key.equals("os") && effect.equals("NoSchedule")
                || NodeNotes.named(notes, NodeNotes.TAINTS).stream().anyMatch(text ->
                        text.replaceFirst("[=:].*", "").equals(key) && text.endsWith(":" + effect));
    }

    static boolean isOfControllers(JsonNode taint) {
        return Taint.isOfControllers(taint.path("key").asString());
    }
}
