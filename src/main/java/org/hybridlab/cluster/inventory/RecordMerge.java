package org.hybridlab.cluster.inventory;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class RecordMerge {
    /** Names etcd's endpoints. {@code up} changes it without applying it, as etcd machines come and go. */
    private static final String SETTINGS = "configmaps/kube-system/kubeadm-config";
    private static final String CLIENT = "Java-http-client";

    private final Inventory before;
    private final Inventory now;
    private final ClusterObjects objects;
    private final Map<String, ClusterObject> live;
    private final boolean isOtherVersion;

    /** @param now of the same cluster */
    RecordMerge(Inventory before, Inventory now, ClusterObjects objects) {
        this.before = before;
        this.now = now;
        this.objects = objects;
        this.live = objects.all().stream().collect(Collectors.toMap(ClusterObject::key, Function.identity(),
                (one, other) -> one));
        this.isOtherVersion = !before.kubernetes().equals(now.kubernetes());
    }

    Inventory merged() {
        Set<String> unknown = UnknownKinds.still(before.unknown(), now.unknown());
        Map<String, RecordedObject> merged = new TreeMap<>(before.objects());
        merged.values().removeIf(object -> (object.applied() || isOtherVersion && KubernetesObjects.has(object))
                && !now.objects().containsKey(object.key()) && !UnknownKinds.has(now.unknown(), object.kind()));
        merged.values().removeIf(object -> isGoneAlong(object, merged));
        LateObjects late = LateObjects.of(before, objects);
        now.objects().values().stream().filter(object -> object.isIn(late.namespaces()))
                .forEach(object -> merged.putIfAbsent(object.key(), object));
        // What an earlier list did not tell may be the lab's.
        now.objects().values().stream().filter(object -> UnknownKinds.has(before.unknown(), object.kind())
                && !UnknownKinds.has(unknown, object.kind()))
                .forEach(object -> merged.putIfAbsent(object.key(), object));
        if (isOtherVersion) {
            now.objects().values().stream().filter(object -> !object.applied()).forEach(object -> ofOtherVersion(object,
                    merged));
        }
        now.objects().values().stream().filter(RecordedObject::applied)
                .forEach(object -> merged.put(object.key(), merged(object)));
        Optional.ofNullable(now.objects().get(SETTINGS)).filter(object -> merged.containsKey(SETTINGS))
                .ifPresent(object -> merged.put(SETTINGS, merged(object)));
        Map<String, RecordedNode> nodes = new TreeMap<>();
        now.nodes().forEach((name, node) -> nodes.put(name, before.nodes().containsKey(name)
                ? before.nodes().get(name).after(node, live.get(ClusterObject.key("nodes", "", name))) : node));
        return new Inventory(before.cluster(), now.kubernetes(), merged, nodes, unknown, before.basis());
    }

    /** In a namespace that left the record, or of a kind whose definition or API is gone. */
    private boolean isGoneAlong(RecordedObject object, Map<String, RecordedObject> merged) {
        return !object.namespace().isEmpty() && !before.unknown().contains("namespaces")
                && !merged.containsKey(ClusterObject.key("namespaces", "", object.namespace()))
                || Stream.of(ClusterObject.key(InventoryRestore.DEFINITIONS, "", object.kind().id()),
                        ClusterObject.key(BuiltInApis.SERVICES, "", BuiltInApis.service(object.kind().apiVersion())))
                .anyMatch(kind -> before.objects().containsKey(kind) && !merged.containsKey(kind));
    }

    /** Takes objects of Kubernetes and kubeadm as they are, and the API server's present defaults in all others. */
    private void ofOtherVersion(RecordedObject object, Map<String, RecordedObject> merged) {
        RecordedObject earlier = before.objects().get(object.key());
        if (earlier == null) {
            if (KubernetesObjects.has(object) && KubernetesObjects.wrote(live.get(object.key()))) {
                merged.put(object.key(), object);
            }
        } else {
            merged.put(object.key(), merged(object));
        }
    }

    /** Takes changes by hybridlab and by a new Kubernetes version; leaves out those of others. */
    private RecordedObject merged(RecordedObject object) {
        RecordedObject earlier = before.objects().get(object.key());
        boolean ofKubernetes = object.key().equals(SETTINGS) || isOtherVersion && KubernetesObjects.has(object);
        // The API server may not serve the recorded version of a kind.
        if (earlier == null || !earlier.kind().equals(object.kind())
                || !ofKubernetes && object.applied() && object.own().isEmpty()) {
            return object;
        }
        boolean isOwnSame = !ofKubernetes && object.own().equals(earlier.own());
        if (earlier.essence().isEmpty() || object.essence().isEmpty()) {
            return isOwnSame ? earlier : object;
        }
        FieldOwners owners = FieldOwners.of(live.get(object.key()), ofKubernetes
                ? entry -> KubernetesObjects.wrote(entry) || entry.path("manager").asString("").equals(CLIENT)
                : FieldOwner::isOfApply).keepingGone(isOwnSame);
        // Unchanged if nobody knows who changed it.
        return !ofKubernetes && owners.isNobodys() ? earlier
                : object.withEssence(owners.merged(object.essence().get(), earlier.essence().get()));
    }

    /** Objects of Kubernetes and kubeadm, which differ between versions. */
    static final class KubernetesObjects {
        private static final Set<String> NAMESPACES = Set.of("kube-system", "kube-public", "kube-node-lease");
        private static final Set<String> MANAGERS = Set.of("kubeadm", "kube-apiserver", "kube-controller-manager",
                "kube-scheduler", "kubelet");
        /** Prefixes that a person does not choose by chance. */
        private static final Set<String> NAMES = Set.of("kubeadm:", "system:", "system-");
        private static final Set<String> GROUPS = Set.of("rbac.authorization.k8s.io", "scheduling.k8s.io");
        private static final String FLOWS = "flowcontrol.apiserver.k8s.io";

        private KubernetesObjects() {
        }

        static boolean has(RecordedObject object) {
            JsonNode labels = object.essence().orElseGet(JsonMapper.shared()::missingNode)
                    .path("metadata").path("labels");
            String group = object.kind().id().substring(object.kind().id().indexOf('.') + 1);
            return object.isIn(NAMESPACES) || BuiltInApis.has(object)
                    || labels.has("kubernetes.io/bootstrapping") || group.equals(FLOWS)
                    || GROUPS.contains(group) && NAMES.stream().anyMatch(object.name()::startsWith);
        }

        /** True if Kubernetes or kubeadm wrote to it, or the API server does not name the writers. */
        static boolean wrote(ClusterObject object) {
            JsonNode entries = object.metadata().path("managedFields");
            return entries.isEmpty() || entries.valueStream().anyMatch(KubernetesObjects::wrote);
        }

        /** @param entry of managedFields */
        static boolean wrote(JsonNode entry) {
            return FieldOwner.isOfApply(entry) || MANAGERS.contains(entry.path("manager").asString(""));
        }
    }
}
