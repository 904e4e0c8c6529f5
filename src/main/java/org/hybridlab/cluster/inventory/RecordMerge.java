package org.hybridlab.cluster.inventory;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

import tools.jackson.databind.JsonNode;

/** What is recorded of a cluster after another run of {@code up}. */
final class RecordMerge {
    private final Inventory before;
    private final Inventory now;
    private final Map<String, ClusterObject> live;

    /** @param now of the same cluster */
    RecordMerge(Inventory before, Inventory now, ClusterObjects live) {
        this.before = before;
        this.now = now;
        this.live = live.all().stream().collect(Collectors.toMap(ClusterObject::key, Function.identity(),
                (one, other) -> one));
    }

    Inventory merged() {
        Map<String, RecordedObject> merged = new TreeMap<>(before.objects());
        merged.values().removeIf(object -> object.applied() && !now.objects().containsKey(object.key())
                && !now.unknown().contains(object.kind().id()));
        now.objects().values().stream().filter(RecordedObject::applied)
                .forEach(object -> merged.put(object.key(), merged(object)));
        Map<String, RecordedNode> nodes = new TreeMap<>();
        now.nodes().forEach((name, node) -> nodes.put(name, before.nodes().containsKey(name)
                ? before.nodes().get(name).after(node) : node));
        return new Inventory(before.cluster(), before.kubernetes(), merged, nodes, before.unknown(),
                before.basis());
    }

    /** With what hybridlab changed; what others did to the object since then stays out. */
    private RecordedObject merged(RecordedObject object) {
        RecordedObject earlier = before.objects().get(object.key());
        if (earlier == null || object.own().isEmpty() || !earlier.kind().equals(object.kind())) {
            return object;
        }
        if (object.own().equals(earlier.own())) {
            return earlier;
        }
        if (earlier.essence().isEmpty() || object.essence().isEmpty()) {
            return object;
        }
        JsonNode essence = FieldOwners.of(live.get(object.key()), FieldOwner::isOfApply)
                .merged(object.essence().get(), earlier.essence().get());
        return object.withEssence(essence);
    }
}
