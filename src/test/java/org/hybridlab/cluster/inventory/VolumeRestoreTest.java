package org.hybridlab.cluster.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import org.hybridlab.cluster.inventory.InventoryRestore.Outcome;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Parallel;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A soft reset loses nothing that pods of the lab wrote. */
class VolumeRestoreTest {
    private static final String CLAIMS = "persistentvolumeclaims";
    private static final String VOLUMES = "persistentvolumes";
    @AutoClose
    private final Parallel parallel = new Parallel(4, new Cancellation());
    private final ObjectWorld world = new ObjectWorld();
    private Inventory record;

    @BeforeEach
    void aClusterAsUpLeavesIt() {
        world.put("v1", "namespaces", "", "kube-system", "");
        world.put("v1", "namespaces", "", "default", "");
        record = inventory();
    }

    private Inventory inventory() {
        return Inventory.of(ClusterObjects.read(world, parallel), "v1.36.3");
    }

    private Outcome restore() {
        InventoryRestore restore = new InventoryRestore(world, record, parallel, new Cancellation());
        return restore.run(restore.difference());
    }

    private void claim(String namespace, String fields) {
        world.put("v1", CLAIMS, namespace, "data-db-0", """
                "metadata": {"finalizers": ["kubernetes.io/pvc-protection"], "annotations": {%s}},
                "spec": {"volumeName": "pvc-1"}""".formatted(fields));
    }

    private void volume(String namespace, String fields) {
        world.put("v1", VOLUMES, "", "pvc-1", """
                "metadata": {"finalizers": ["kubernetes.io/pv-protection"], "annotations": {
                  "pv.kubernetes.io/provisioned-by": "rancher.io/local-path"}},
                "spec": {"claimRef": {"namespace": "%s", "name": "data-db-0", "uid": "u1"}%s}"""
                .formatted(namespace, fields));
    }

    @Test
    void claims_ofLaterStatefulSet_keepTheirVolumes() {
        world.put("apps/v1", "statefulsets", "default", "db",
                "\"metadata\": {\"managedFields\": [{\"manager\": \"hybridlab\"}]}");
        record = record.after(inventory(), Map.of());
        claim("default", "");
        volume("default", "");

        Outcome outcome = restore();

        assertThat(outcome.left()).isEmpty();
        assertThat(outcome.undone()).isEmpty();
        assertThat(world.at("v1", CLAIMS, "default", "data-db-0").at("/metadata/finalizers")).isNotEmpty();
        assertThat(world.has("v1", VOLUMES, "", "pvc-1")).isTrue();
    }

    @Test
    void claims_ofForeignNamespace_goWithTheirVolumes() {
        world.put("v1", "namespaces", "", "alpha", "");
        claim("alpha", "");
        volume("alpha", "");

        assertThat(restore().left()).isEmpty();
        assertThat(world.objects.keySet()).noneMatch(path -> path.contains("data-db-0") || path.contains("pvc-1"));
    }

    @Test
    void claim_whereNamespacesWereUnlisted_stays() {
        world.unavailable.add("/api/v1/namespaces");
        record = inventory();
        world.unavailable.clear();
        claim("default", "");
        volume("default", "");

        assertThat(InventoryDifference.of(record, ClusterObjects.read(world, parallel)).foreign()).isEmpty();
    }
}
