package org.hybridlab.cluster.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import org.hybridlab.fake.FakeObjects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An autoscaler's number of replicas is its own; one that is switched off by a person has none. */
class ScaledObjectsTest {
    @AutoClose
    private final RecordedWorld recorded = new RecordedWorld();
    private final FakeObjects world = recorded.world;

    /** It does nothing while its target has 0 replicas, unless it may choose 0 itself. */
    @ParameterizedTest
    @CsvSource({"5, , 5", "0, , 2", "0, 1, 2", "0, 0, 0"})
    void replicas_ofAutoscaler_stay_butNotZero(int replicas, Integer least, int after) {
        autoscaler(least == null ? "" : ", \"minReplicas\": " + least);
        world.put("apps/v1", "deployments", "default", "web", "\"spec\": {\"replicas\": 2}");
        recorded.note();
        world.at("apps/v1", "deployments", "default", "web").withObject("/spec").put("replicas", replicas);

        assertThat(recorded.restore().left()).isEmpty();
        assertThat(world.at("apps/v1", "deployments", "default", "web").at("/spec/replicas").asInt()).isEqualTo(after);
    }

    private void autoscaler(String fields) {
        world.put("autoscaling/v2", "horizontalpodautoscalers", "default", "web", """
                "spec": {"scaleTargetRef": {"kind": "Deployment", "name": "web"}%s}""".formatted(fields));
    }

    private void deployment(int replicas, boolean paused) {
        world.put("apps/v1", "deployments", "default", "web", "\"spec\": {\"replicas\": %d, \"paused\": %s}"
                .formatted(replicas, paused));
    }

    @Test
    void replicas_ofAutoscaler_stay_besideOthers() {
        autoscaler("");
        deployment(2, false);
        recorded.note();
        deployment(5, true);

        assertThat(recorded.restore().left()).isEmpty();
        assertThat(world.at("apps/v1", "deployments", "default", "web").path("spec").toString())
                .isEqualTo("{\"replicas\":5,\"paused\":false}");
    }

    @Test
    void replicas_arePutBack_whereAutoscalerIsForeign() {
        deployment(2, false);
        recorded.note();
        autoscaler("");
        deployment(5, true);

        assertThat(recorded.restore().left()).isEmpty();
        assertThat(world.at("apps/v1", "deployments", "default", "web").at("/spec/replicas").asInt()).isEqualTo(2);
    }
}
