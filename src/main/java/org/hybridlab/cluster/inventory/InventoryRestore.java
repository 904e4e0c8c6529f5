package org.hybridlab.cluster.inventory;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

import org.hybridlab.cluster.api.ApiServer;
import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.inventory.InventoryDifference.Change;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Parallel;
import tools.jackson.databind.JsonNode;

/**
 * Restores a cluster's objects to their record, in rounds: what one could not restore, such as an object that must be
 * deleted first, is left to the next. Skips objects of controllers.
 */
public final class InventoryRestore {
    /** They may refuse everything else. */
    private static final Set<String> GATES = Set.of(
            "validatingwebhookconfigurations.admissionregistration.k8s.io",
            "mutatingwebhookconfigurations.admissionregistration.k8s.io",
            "validatingadmissionpolicybindings.admissionregistration.k8s.io",
            "mutatingadmissionpolicybindings.admissionregistration.k8s.io",
            "validatingadmissionpolicies.admissionregistration.k8s.io",
            "mutatingadmissionpolicies.admissionregistration.k8s.io", BuiltInApis.SERVICES);
    static final String DEFINITIONS = "customresourcedefinitions.apiextensions.k8s.io";
    /** Dependencies first, then all else, workloads, and last the gates. */
    private static final List<String> ORDER = List.of("namespaces", DEFINITIONS,
            "priorityclasses.scheduling.k8s.io", "storageclasses.storage.k8s.io", ClaimedVolumes.VOLUMES,
            "clusterroles.rbac.authorization.k8s.io", "roles.rbac.authorization.k8s.io", "serviceaccounts",
            "clusterrolebindings.rbac.authorization.k8s.io", "rolebindings.rbac.authorization.k8s.io", "configmaps",
            "services");
    private static final List<String> LAST = List.of("daemonsets.apps", "deployments.apps", "statefulsets.apps",
            "jobs.batch", "pods");

    public static final Outcome NOTHING = new Outcome(List.of(), List.of());

    private final ApiServer api;
    private final Inventory record;
    private final ObjectReturn objects;
    private final Limits limits;
    private final Parallel parallel;
    private final Cancellation cancellation;
    private final Map<String, String> undone = Collections.synchronizedMap(new TreeMap<>());
    private final Map<String, String> failed = Collections.synchronizedMap(new TreeMap<>());

    public InventoryRestore(ApiServer api, Inventory record, Limits limits, Parallel parallel,
                            Cancellation cancellation) {
        this.api = api;
        this.record = record;
        this.objects = new ObjectReturn(api);
        this.limits = limits;
        this.parallel = parallel;
        this.cancellation = cancellation;
    }

    /**
     * A round that has begun is always finished.
     *
     * @param within longer than an API server needs to register a CustomResourceDefinition, and a controller to remove
     * a finalizer
     * @param stopped limit without any change
     * @param pause between two rounds
     */
    public record Limits(Duration within, Duration stopped, Duration pause) {
    }

    /**
     * @param undone a line each
     * @param left what still differs, a line each, with the reason where known
     */
    public record Outcome(List<String> undone, List<String> left) {
        public Outcome {
            undone = List.copyOf(undone);
            left = List.copyOf(left);
        }

        /** Adds what was undone to a later failure. */
        public LabException addedTo(LabException failure) {
            return undone.isEmpty() ? failure : failure.because(failure.why().map(why -> why + "\n").orElse("")
                    + "Undone already: " + String.join("; ", undone));
        }
    }

    public InventoryDifference difference() {
        return InventoryDifference.of(record, ClusterObjects.read(api, parallel, record));
    }

    /**
     * Restores this difference and what follows from it; keeps what is created meanwhile.
     *
     * @throws LabException {@code interrupted}, with what was undone already
     */
    public Outcome run(InventoryDifference first) {
        try {
            return outcome(cancellation.during(() -> rounds(first)));
        } catch (LabException e) {
            throw new Outcome(List.copyOf(undone.values()), List.of()).addedTo(e);
        }
    }

    /** Rounds run on the caller's thread: nothing goes on after the return. */
    private InventoryDifference rounds(InventoryDifference first) {
        long begun = System.nanoTime();
        Progress progress = new Progress(limits.stopped());
        InventoryDifference last = first;
        while (true) {
            Optional<InventoryDifference> seen = seenAfterRound(last.agreed(first));
            last = seen.orElse(last);
            boolean over = seen.map(now -> now.agreed(first)).filter(now -> isDone(now)
                    || progress.hasStopped(now.lines())).isPresent();
            if (over || System.nanoTime() - begun > limits.within().toNanos()) {
                return last;
            }
            cancellation.pause(limits.pause());
        }
    }

    /** Empty if the API server did not answer; the next round tries again. */
    private Optional<InventoryDifference> seenAfterRound(InventoryDifference difference) {
        try {
            round(difference);
            return Optional.of(difference());
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return Optional.empty();
        }
    }

    /** Detects that a difference stays, as when a controller reverts each restore. */
    private static final class Progress {
        private final Duration stopped;
        private List<String> seen = List.of();
        private long since = System.nanoTime();

        Progress(Duration stopped) {
            this.stopped = stopped;
        }

        boolean hasStopped(List<String> now) {
            if (!now.equals(seen)) {
                seen = now;
                since = System.nanoTime();
            }
            return System.nanoTime() - since > stopped.toNanos();
        }
    }

    /** A restored API can be listed a moment later. Secrets cannot be recreated, so nothing waits for them. */
    private boolean isDone(InventoryDifference now) {
        boolean apis = undone.keySet().stream().anyMatch(key -> key.startsWith(BuiltInApis.SERVICES));
        return now.foreign().isEmpty() && (!apis || now.unknown().isEmpty()) && now.nodes().isEmpty()
                && now.ending().isEmpty() && now.missing().stream().allMatch(object -> object.essence().isEmpty())
                && now.changed().stream().allMatch(change -> change.wanted().essence().isEmpty());
    }

    private Outcome outcome(InventoryDifference now) {
        List<String> left = now.lines().stream().map(line -> line + failed.entrySet().stream()
                .filter(one -> line.contains(one.getKey())).map(one -> " (" + one.getValue() + ")").findFirst()
                .orElse("")).toList();
        return new Outcome(List.copyOf(undone.values()), left);
    }

    private void round(InventoryDifference difference) {
        failed.clear();
        Set<String> going = new TreeSet<>(difference.foreignNamespaces());
        going.addAll(difference.ending());
        remove(difference, object -> GATES.contains(object.kind().id()));
        putBack(difference, change -> GATES.contains(change.now().kind().id()));
        each(difference.foreign().stream().filter(object -> object.kind().id().equals("namespaces")
                && !object.isEnding()).toList(), ClusterObject::title, namespace -> api.delete(namespace.path()));
        remove(difference, object -> !GATES.contains(object.kind().id()) && !Inventory.isOf(going, object)
                && !object.kind().id().equals(DEFINITIONS));
        if (!going.isEmpty()) {
            Set<String> gone = new NamespaceRemoval(api, record, parallel).remove(going);
            difference.foreign().stream().filter(object -> object.kind().id().equals("namespaces")
                    && gone.contains(object.name()))
                    .forEach(namespace -> undone.put(namespace.key(), "removed " + namespace.title()));
        }
        remove(difference, object -> object.kind().id().equals(DEFINITIONS));
        // Kubernetes itself releases volumes that pods may still write to.
        each(difference.hanging().stream().filter(object -> !ClaimedVolumes.isVolumeOrClaim(object)).toList(),
                ClusterObject::title, objects::release);
        makeAgain(difference);
        putBack(difference, change -> !GATES.contains(change.now().kind().id()));
        nodes(difference);
    }

    private void remove(InventoryDifference difference, Predicate<ClusterObject> which) {
        each(difference.foreign().stream().filter(which).toList(), ClusterObject::title, object -> {
            objects.release(object);
            if (!object.isEnding()) {
                if (object.kind().id().equals("pods")) {
                    api.delete(object.path() + "?gracePeriodSeconds=0");
                } else {
                    api.deleteWithOwned(object.path());
                }
            }
            undone.put(object.key(), "removed " + object.title());
        });
    }

    private void makeAgain(InventoryDifference difference) {
        List<RecordedObject> missing = difference.missing().stream()
                .filter(object -> object.essence().isPresent()).toList();
        missing.stream().map(object -> rank(object.kind().id())).distinct().sorted().forEach(rank ->
                each(missing.stream().filter(object -> rank(object.kind().id()) == rank).toList(),
                        RecordedObject::title, object -> objects.makeAgain(object, line ->
                                undone.put(object.key(), line))));
    }

    private static int rank(String kind) {
        if (ORDER.contains(kind)) {
            return ORDER.indexOf(kind);
        }
        return GATES.contains(kind) ? Integer.MAX_VALUE : ORDER.size() + 1 + LAST.indexOf(kind);
    }

    private void putBack(InventoryDifference difference, Predicate<Change> which) {
        List<Change> changes = difference.changed().stream().filter(which)
                .filter(change -> change.wanted().essence().isPresent())
                .sorted(Comparator.comparing(change -> rank(change.now().kind().id()))).toList();
        // Lost ownership is reported unless the object was restored before.
        each(changes, change -> change.wanted().title(), change -> objects.putBack(change, line ->
                undone.merge(change.wanted().key(), line, (before, now) -> change.isOfOwnerAlone() ? before : now)));
    }

    private void nodes(InventoryDifference difference) {
        each(difference.nodes().entrySet(), node -> "node " + node.getKey(), node -> {
            JsonNode now = api.get("/api/v1/nodes/" + node.getKey());
            RecordedNode is = RecordedNode.of(now);
            Map<String, String> labels = new TreeMap<>();
            is.labels().keySet().forEach(label -> labels.put(label, null));
            labels.putAll(node.getValue().labels());
            Cluster cluster = new Cluster(api);
            // With the annotations that name the lab file: else the next `up` would keep them as the user's.
            Map<String, Map<String, String>> metadata = Map.of("labels", labels, "annotations",
                    node.getValue().notes());
            cluster.changeNode(node.getKey(), metadata, taints -> {
                taints.removeIf(taint -> !RecordedNode.isOfControllers(taint));
                taints.addAll(node.getValue().taints());
            });
            if (is.cordoned() && !node.getValue().cordoned()) {
                cluster.uncordon(node.getKey());
            } else if (!is.cordoned() && node.getValue().cordoned()) {
                cluster.cordon(node.getKey());
            }
            undone.put("nodes//" + node.getKey(), "put labels, taints and cordon of node %s back"
                    .formatted(node.getKey()));
        });
    }

    /** In parallel; starts none after Ctrl-C. A failure stops no other item, and the next round retries it. */
    private <T> void each(Collection<T> items, Function<T, String> words, Consumer<T> work) {
        parallel.map(List.copyOf(items), item -> {
            cancellation.throwIfRequested();
            try {
                work.accept(item);
            } catch (LabException e) {
                if (e.isInterruption()) {
                    throw e;
                }
                failed.put(words.apply(item), e.why().orElse(e.what()));
            }
            return item;
        });
    }
}
