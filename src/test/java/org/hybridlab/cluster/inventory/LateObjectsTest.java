package org.hybridlab.cluster.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What hybridlab applied after the record was made, and what came with that, is the lab's. */
class LateObjectsTest {
    private static final String OURS = "\"metadata\": {\"managedFields\": [{\"manager\": \"hybridlab\", "
            + "\"operation\": \"Apply\"}]}";
    @AutoClose
    private final RecordedWorld recorded = new RecordedWorld();
    private final ObjectWorld world = recorded.world;

    @BeforeEach
    void aLaterAppInItsNamespace() {
        world.put("v1", "namespaces", "", "shop", OURS);
        world.put("apps/v1", "deployments", "default", "front", OURS);
        world.put("v1", "secrets", "shop", "admission", "");
        world.put("v1", "persistentvolumeclaims", "shop", "data", "");
        world.put("v1", "persistentvolumes", "", "pvc-1", "\"spec\": {\"claimRef\": {\"namespace\": \"shop\"}}");
    }

    @Test
    void unrecordedApp_staysWithItsData() {
        world.put("v1", "configmaps", "default", "mine", "");

        assertThat(recorded.difference().lines()).containsExactly("remove ConfigMap default/mine");
    }

    @Test
    void leftProbes_areForeign_alsoIfApplied() {
        world.put("v1", "namespaces", "", "checks", "\"metadata\": {\"labels\": {\"hybridlab.org/probes\": \"\"}, "
                + OURS.substring(OURS.indexOf("{") + 1));

        assertThat(recorded.difference().lines()).containsExactly("remove namespace checks with 0 objects");
    }
}
