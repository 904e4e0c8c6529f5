package org.hybridlab.cluster.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import org.hybridlab.fake.FakeObjects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What hangs in its deletion by a finalizer that nobody removes is freed, but for what pods may still write to. */
class HangingObjectsTest {
    private static final String HELD = "\"metadata\": {\"finalizers\": [\"example.org/never\"]}";
    @AutoClose
    private final RecordedWorld recorded = new RecordedWorld();
    private final FakeObjects world = recorded.world;

    @BeforeEach
    void aClusterAsUpLeavesIt() {
        world.put("v1", "configmaps", "default", "settings", "");
        world.put("v1", "persistentvolumeclaims", "default", "data",
                "\"metadata\": {\"finalizers\": [\"kubernetes.io/pvc-protection\"]}");
        recorded.note();
    }

    @Test
    void hangingObject_isMadeAgain() {
        world.put("v1", "configmaps", "default", "settings", HELD);
        world.delete("/api/v1/namespaces/default/configmaps/settings");

        assertThat(recorded.restore().left()).isEmpty();
        assertThat(world.at("v1", "configmaps", "default", "settings").path("metadata").has("deletionTimestamp"))
                .isFalse();
    }

    /** Kubernetes takes the finalizer away itself, as soon as no pod uses the claim. */
    @Test
    void claimInUse_isNotFreed() {
        world.delete("/api/v1/namespaces/default/persistentvolumeclaims/data");

        assertThat(recorded.difference().lines()).containsExactly(
                "make PersistentVolumeClaim default/data again, once no pod uses it any longer");
    }
}
