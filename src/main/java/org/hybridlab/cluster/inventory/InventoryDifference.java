package org.hybridlab.cluster.inventory;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.ObjectDifference;
import tools.jackson.databind.node.ObjectNode;

/**
 * How a cluster's objects differ from their record. Leaves out kinds that cannot be listed.
 *
 * @param foreign objects outside the record, without those in foreign namespaces
 * @param missing objects that are gone, or being deleted
 * @param hanging missing objects that wait for a finalizer
 * @param changed objects with another content
 * @param nodes by name, whose labels, taints or cordon differ; only existing ones
 * @param ending namespaces being deleted, foreign or not
 * @param unknown kinds that cannot be listed, and may be recorded
 * @param probes namespaces of checks that may still run, or were killed
 */
public record InventoryDifference(List<ClusterObject> foreign, List<RecordedObject> missing,
                                  List<ClusterObject> hanging, List<Change> changed,
                                  Map<String, RecordedNode> nodes, Set<String> ending, Set<String> unknown,
                                  Set<String> probes) {
    /** @param isScaled whether an autoscaler sets its replicas */
    public record Change(RecordedObject wanted, ClusterObject now, String how, boolean isScaled) {
        private static final String OWNER = "the API server no longer says that it is hybridlab's";

        boolean isOfOwnerAlone() {
            return how.equals(OWNER);
        }
    }

    public static InventoryDifference of(Inventory record, ClusterObjects all) {
        ClusterObjects now = all.withoutEndingProbes();
        Map<String, ClusterObject> present = now.all().stream().collect(Collectors.toMap(ClusterObject::key,
                Function.identity(), (one, other) -> one));
        Set<String> ending = now.all().stream().filter(object -> object.kind().id().equals("namespaces")
                && object.isEnding()).map(ClusterObject::name).collect(Collectors.toSet());
        LateObjects late = LateObjects.of(record, now);
        List<ClusterObject> foreign = now.all().stream().filter(object -> !record.objects().containsKey(object.key())
                && !ControllerObjects.has(object) && !UnknownKinds.has(record.unknown(), object.kind())
                && !ClaimedVolumes.has(record, object) && !late.has(object)
                && !waitsForItsSet(record, object) && !isRecordedNode(record, object)).toList();
        Autoscalers scaled = Autoscalers.of(now);
        List<RecordedObject> missing = new ArrayList<>();
        List<ClusterObject> hanging = new ArrayList<>();
        List<Change> changed = new ArrayList<>();
        record.objects().values().stream().filter(object -> !UnknownKinds.has(now.unknown(), object.kind()))
                .forEach(object -> {
                    ClusterObject there = present.get(object.key());
                    if (there == null || there.isEnding()) {
                        if (!ClaimedVolumes.isGoneForGood(object)) {
                            missing.add(object);
                            Optional.ofNullable(there).filter(one -> !one.finalizers().isEmpty())
                                    .ifPresent(hanging::add);
                        }
                    } else {
                        boolean isScaled = scaled.scale(there);
                        change(object, there, isScaled).or(() -> FieldOwner.isLost(object, there)
                                ? Optional.of(Change.OWNER) : Optional.empty())
                                .ifPresent(how -> changed.add(new Change(object, there, how, isScaled)));
                    }
                });
        Set<String> unknown = new TreeSet<>(now.unknown());
        unknown.removeAll(UnknownKinds.still(now.unknown(), record.unknown()));
        return new InventoryDifference(foreign, missing, hanging, changed, nodes(record, now), ending, unknown,
                now.probes());
    }

    /** A pod whose StatefulSet is recreated joins the new one, by a label that is unique. */
    private static boolean waitsForItsSet(Inventory record, ClusterObject pod) {
        String set = pod.name().replaceFirst("-\\d+$", "");
        return pod.kind().id().equals("pods") && pod.metadata().path("ownerReferences").isEmpty()
                && pod.name().equals(pod.metadata().path("labels").path("statefulset.kubernetes.io/pod-name").asString(
                        "")) && record.objects().containsKey(ClusterObject.key("statefulsets.apps", pod.namespace(),
                                set));
    }

    private static boolean isRecordedNode(Inventory record, ClusterObject object) {
        return object.kind().id().equals("nodes") && record.nodes().containsKey(object.name());
    }

    public boolean isEmpty() {
        return foreign.isEmpty() && missing.isEmpty() && changed.isEmpty() && nodes.isEmpty() && ending.isEmpty();
    }

    private static Optional<String> change(RecordedObject wanted, ClusterObject now, boolean isScaled) {
        ObjectNode essence = ObjectEssence.of(now);
        if (ClaimedVolumes.isLeft(now)) {
            return Optional.of("it keeps the data of a claim that is gone");
        }
        if (ClaimedVolumes.isVolumeOrClaim(now) || wanted.digest().equals(Inventory.digest(essence))) {
            return Optional.empty();
        }
        if (wanted.essence().isEmpty()) {
            return Optional.of("its content is another");
        }
        ObjectNode before = (ObjectNode) wanted.essence().get().deepCopy();
        CaBundles.keep(now, before);
        if (isScaled) {
            return ObjectDifference.between(ObjectEssence.withoutReplicas(essence),
                    ObjectEssence.withoutReplicas(before));
        }
        if (now.kind().id().equals("pods")) {
            // Any other pod can only be recreated: kubelet and scheduler fill in the rest.
            return ObjectDifference.between(essence.path("metadata").path("labels"),
                    before.path("metadata").path("labels"));
        }
        return ObjectDifference.between(essence, before);
    }

    private static Map<String, RecordedNode> nodes(Inventory record, ClusterObjects now) {
        Map<String, RecordedNode> different = new TreeMap<>();
        now.all().stream().filter(object -> object.kind().id().equals("nodes")).forEach(node -> {
            RecordedNode wanted = record.nodes().get(node.name());
            if (wanted != null && !wanted.isMarkedLike(RecordedNode.of(node.json()))) {
                different.put(node.name(), wanted);
            }
        });
        return different;
    }

    /** What a restore would do, a line each. */
    public List<String> lines() {
        Set<String> namespaces = foreignNamespaces();
        List<String> lines = new ArrayList<>();
        foreign.stream().filter(object -> object.kind().id().equals("namespaces")).forEach(namespace ->
                lines.add("remove namespace %s with %d objects".formatted(namespace.name(), foreign.stream()
                        .filter(object -> object.namespace().equals(namespace.name())).count())));
        foreign.stream().filter(object -> !Inventory.isOf(namespaces, object))
                .forEach(object -> lines.add("remove " + object.title()));
        ending.stream().filter(name -> !namespaces.contains(name)).sorted()
                .forEach(name -> lines.add("finish the deletion of namespace %s, and make it again".formatted(name)));
        missing.forEach(object -> lines.add("make %s again%s".formatted(object.title(), condition(object))));
        changed.forEach(change -> lines.add("put %s back: %s".formatted(change.wanted().title(), change.how())));
        nodes.keySet().forEach(node -> lines.add("put labels, taints and cordon of node %s back".formatted(node)));
        return lines;
    }

    /** What is unknown, or may belong to a running check, a line each. */
    public List<String> unjudged() {
        List<String> lines = new ArrayList<>();
        unknown.stream().sorted().map("%s cannot be listed, so that nothing is known of it"::formatted)
                .forEach(lines::add);
        probes.stream().sorted().map(name -> "namespace %s is left, as a check may still use it: look again %d minutes "
                .formatted(name, ClusterObjects.LONGEST_CHECKS.toMinutes()) + "after the check began")
                .forEach(lines::add);
        return lines;
    }

    private String condition(RecordedObject object) {
        if (object.essence().isEmpty()) {
            return ", if a manifest of the lab has it";
        }
        boolean waits = hanging.stream().anyMatch(one -> ClaimedVolumes.isVolumeOrClaim(one)
                && one.key().equals(object.key()));
        String user = object.kind().id().equals(ClaimedVolumes.CLAIMS) ? "pod" : "claim";
        return waits ? ", once no %s uses it any longer".formatted(user) : "";
    }

    /**
     * Leaves out what was created or deleted since the user agreed to the first difference. Objects in its foreign
     * namespaces count as agreed.
     */
    InventoryDifference agreed(InventoryDifference first) {
        Set<String> keys = first.foreign.stream().map(ClusterObject::key).collect(Collectors.toSet());
        Set<String> namespaces = first.foreignNamespaces();
        return new InventoryDifference(foreign.stream().filter(object -> keys.contains(object.key())
                || Inventory.isOf(namespaces, object)).toList(), missing, hanging, changed, nodes, ending.stream()
                        .filter(name -> namespaces.contains(name) || first.ending.contains(name))
                        .collect(Collectors.toSet()), unknown, probes);
    }

    Set<String> foreignNamespaces() {
        return foreign.stream().filter(object -> object.kind().id().equals("namespaces")).map(ClusterObject::name)
                .collect(Collectors.toSet());
    }
}
