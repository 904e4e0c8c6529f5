package org.hybridlab.cluster.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A list that fails once neither damages the record, nor hides a kind for good. */
class UnlistedKindsTest {
    private static final String APPLIED = "\"metadata\": {\"managedFields\": [{\"manager\": \"hybridlab\"}]}";
    @AutoClose
    private final RecordedWorld recorded = new RecordedWorld();
    private final ObjectWorld world = recorded.world;

    @BeforeEach
    void aClusterAsUpLeavesIt() {
        world.put("apps/v1", "deployments", "default", "web", APPLIED);
        recorded.note();
    }

    @Test
    void undiscoveredGroup_staysRecorded() {
        world.unavailable.add("/apis/apps/v1");

        assertThat(recorded.later().objects()).containsKey("deployments.apps/default/web");
    }

    @Test
    void unlistedNamespaces_leaveTheRecord() {
        world.unavailable.add("/api/v1/namespaces");

        assertThat(recorded.later()).isEqualTo(recorded.record);
    }

    @Test
    void kind_onceListed_isKnown() {
        world.put("broken.example.org/v1", "things", "default", "one", "");
        for (String path : new String[] {"/apis/broken.example.org/v1/things", "/apis/broken.example.org/v1"}) {
            world.unavailable.add(path);
            recorded.note();
            assertThat(recorded.later().unknown()).as(path).isEqualTo(recorded.record.unknown()).hasSize(1);
            world.unavailable.clear();

            recorded.record = recorded.later();

            assertThat(recorded.record.unknown()).as(path).isEmpty();
            assertThat(recorded.record.objects()).containsKey("things.broken.example.org/default/one");
        }
    }

    @Test
    void kind_ofKnownGroup_canStayUnlisted() {
        world.unavailable.add("/apis/broken.example.org/v1");
        recorded.note();
        world.unavailable.clear();
        world.unavailable.add("/apis/broken.example.org/v1/things");

        assertThat(recorded.later().unknown()).containsExactly("things.broken.example.org");
        recorded.note();
        world.unavailable.clear();
        world.unavailable.add("/apis/broken.example.org/v1");
        assertThat(recorded.later().unknown()).isNotEmpty();
    }
}
