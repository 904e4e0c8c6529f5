package org.hybridlab.cluster.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;

import org.hybridlab.fake.FakeObjects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The APIService of a built-in API is put back. Until then its objects are not taken for gone. */
class BuiltInApisTest {
    private static final String REGISTRATION = "apiregistration.k8s.io/v1";
    private static final String LABELS = "\"metadata\": {\"labels\": "
            + "{\"kube-aggregator.kubernetes.io/automanaged\": \"onstart\"}%s}";
    private static final String APPS = LABELS.formatted("") + ", \"spec\": {\"group\": \"apps\"}";
    private static final String PATCHED = LABELS.formatted("") + ", \"spec\": {\"group\": \"apps\", "
            + "\"service\": {\"name\": \"gone\"}}";
    @AutoClose
    private final RecordedWorld recorded = new RecordedWorld();
    private final FakeObjects world = recorded.world;

    @BeforeEach
    void aClusterAsUpLeavesIt() {
        service("v1.apps", APPS);
        world.put("apps/v1", "deployments", "default", "web", "\"spec\": {\"replicas\": 2}");
        recorded.note();
    }

    private void service(String name, String fields) {
        world.put(REGISTRATION, "apiservices", "", name, fields);
    }

    private void delete() {
        world.delete("/apis/apiregistration.k8s.io/v1/apiservices/v1.apps");
    }

    private void change() {
        world.at("apps/v1", "deployments", "default", "web").withObject("/spec").put("replicas", 0);
        world.put("v1", "namespaces", "", "alpha", "");
        world.put("apps/v1", "deployments", "alpha", "hidden", "");
    }

    private void mustBeAsItWas() {
        assertThat(recorded.restore().left()).isEmpty();
        assertThat(world.at(REGISTRATION, "apiservices", "", "v1.apps").path("spec").has("service")).isFalse();
        assertThat(world.at("apps/v1", "deployments", "default", "web").at("/spec/replicas").asInt()).isEqualTo(2);
        assertThat(world.objects.keySet()).noneMatch(path -> path.contains("alpha"));
    }

    @Test
    void deletedService_isMadeAgain() {
        delete();
        assertThat(recorded.difference().lines()).containsExactly("make APIService v1.apps again");
        assertThat(recorded.later().objects()).isEqualTo(recorded.record.objects());
        change();

        mustBeAsItWas();
    }

    @Test
    void patchedService_isPutBack() {
        service("v1.apps", PATCHED);
        assertThat(recorded.difference().lines()).hasSize(1);
        assertThat(recorded.difference().unjudged()).hasSize(1);
        change();

        mustBeAsItWas();
    }

    /** Else its objects would stay in etcd for good. */
    @ParameterizedTest
    @ValueSource(strings = {"", "onstart"})
    void namespace_isNotFinished_whileServiceIsPatched(String label) {
        change();
        service("v1.apps", PATCHED.replace("onstart", label));
        world.delete("/api/v1/namespaces/alpha");

        assertThat(recorded.removed(Set.of("alpha"))).isEmpty();
    }

    /** The API server does not serve it at all. */
    @Test
    void unservedApi_isUnknown() {
        delete();
        world.busy("/apis/apps/v1");

        assertThat(recorded.difference().lines()).containsExactly("make APIService v1.apps again");
        assertThat(recorded.difference().unjudged()).hasSize(1);
    }

    @Test
    void otherVersion_hasOtherApis() {
        delete();
        service("v2.apps", LABELS.formatted(", \"managedFields\": [{\"manager\": \"kube-apiserver\"}]"));
        assertThat(recorded.difference().lines()).containsExactly("make APIService v1.apps again");

        Map<String, RecordedObject> objects = recorded.later("v1.37.0").objects();

        assertThat(objects).containsKey(BuiltInApis.SERVICES + "//v2.apps")
                .doesNotContainKey(BuiltInApis.SERVICES + "//v1.apps");
    }
}
