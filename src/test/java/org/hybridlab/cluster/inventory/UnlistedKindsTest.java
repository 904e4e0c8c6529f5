package org.hybridlab.cluster.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;

import org.hybridlab.fake.FakeObjects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A list that fails once neither damages the record, nor hides a kind for good. */
class UnlistedKindsTest {
    private static final String APPLIED = "\"metadata\": {\"managedFields\": [{\"manager\": \"hybridlab\"}]}";
    @AutoClose
    private final RecordedWorld recorded = new RecordedWorld();
    private final FakeObjects world = recorded.world;

    @BeforeEach
    void aClusterAsUpLeavesIt() {
        world.put("apps/v1", "deployments", "default", "web", APPLIED);
        recorded.note();
    }

    @Test
    void undiscoveredGroup_staysRecorded() {
        world.busy("/apis/apps/v1");

        assertThat(recorded.later().objects()).containsKey("deployments.apps/default/web");
    }

    @Test
    void unlistedNamespaces_leaveTheRecord() {
        world.busy("/api/v1/namespaces");

        assertThat(recorded.later()).isEqualTo(recorded.record);
    }

    @Test
    void kind_onceListed_isKnown() {
        world.put("broken.example.org/v1", "things", "default", "one", "");
        for (String path : new String[] {"/apis/broken.example.org/v1/things", "/apis/broken.example.org/v1"}) {
            world.busy(path);
            recorded.note();
            assertThat(recorded.later().unknown()).as(path).isEqualTo(recorded.record.unknown()).hasSize(1);
            world.failures.clear();

            recorded.record = recorded.later();

            assertThat(recorded.record.unknown()).as(path).isEmpty();
            assertThat(recorded.record.objects()).containsKey("things.broken.example.org/default/one");
        }
    }

    @Test
    void kind_ofKnownGroup_canStayUnlisted() {
        world.busy("/apis/broken.example.org/v1");
        recorded.note();
        world.failures.clear();
        world.busy("/apis/broken.example.org/v1/things");

        assertThat(recorded.later().unknown()).containsExactly("things.broken.example.org");
        recorded.note();
        world.failures.clear();
        world.busy("/apis/broken.example.org/v1");
        assertThat(recorded.later().unknown()).isNotEmpty();
    }

    @Test
    void newlyUnlistedKind_isLeft() {
        world.busy("/apis/apps/v1");

        assertThat(recorded.difference().unjudged()).containsExactly(
                "apps/v1 cannot be listed, so that nothing is known of it");
        recorded.note();
        assertThat(recorded.difference().unjudged()).isEmpty();
    }

    /** Its objects would stay for ever, and nobody could see them. */
    @Test
    void namespace_withUnlistedKind_isNotFinished() {
        world.put("v1", "namespaces", "", "alpha", "");
        world.put("apps/v1", "deployments", "alpha", "hidden", "");
        world.delete("/api/v1/namespaces/alpha");
        for (String path : new String[] {"/apis/apps/v1", "/apis/apps/v1/deployments"}) {
            world.busy(path);
            assertThat(recorded.removed(Set.of("alpha"))).as(path).isEmpty();
            assertThat(world.has("v1", "namespaces", "", "alpha")).as(path).isTrue();
            world.failures.clear();
        }
        assertThat(recorded.removed(Set.of("alpha"))).containsExactly("alpha");
    }

    /** The API of a server that is away holds a namespace for good, and has nothing that could be left. */
    @Test
    void namespace_withUnservedKind_isFinished() {
        world.put("v1", "namespaces", "", "alpha", "");
        world.put("apiregistration.k8s.io/v1", "apiservices", "", "v1.broken.example.org",
                "\"spec\": {\"service\": {\"name\": \"gone\"}}");
        world.busy("/apis/broken.example.org/v1");
        world.delete("/api/v1/namespaces/alpha");

        assertThat(recorded.removed(Set.of("alpha"))).containsExactly("alpha");
    }

    /** Right after its server starts again, nothing of it can be asked for. */
    @Test
    void measurements_areNoUnknownKind() {
        assertThat(ObjectKind.isFleeting("metrics.k8s.io/v1beta1")).isTrue();
        assertThat(ObjectKind.isFleeting("apps/v1")).isFalse();
    }
}
