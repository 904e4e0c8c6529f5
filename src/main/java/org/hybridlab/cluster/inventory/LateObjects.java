package org.hybridlab.cluster.inventory;

import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.ProbeNamespace;

/**
 * Objects of the lab that are newer than the record: applied ones, and all in namespaces that were applied. Jobs and
 * controllers of an app create objects there that do not refer to the app.
 *
 * @param namespaces applied and not recorded
 */
record LateObjects(Set<String> namespaces) {
    static LateObjects of(Inventory record, ClusterObjects now) {
        return new LateObjects(now.all().stream().filter(object -> object.kind().id().equals("namespaces")
                && !record.objects().containsKey(object.key()) && isApplied(object)
                && !object.metadata().path("labels").has(ProbeNamespace.LABEL))
                .map(ClusterObject::name).collect(Collectors.toSet()));
    }

    boolean has(ClusterObject object) {
        boolean isNamespace = object.kind().id().equals("namespaces");
        return Inventory.isOf(namespaces, object) || namespaces.contains(ClaimedVolumes.namespaceOfClaim(object))
                || !isNamespace && isApplied(object);
    }

    private static boolean isApplied(ClusterObject object) {
        return FieldOwner.of(object).isPresent();
    }
}
