package org.hybridlab.cluster.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;

import org.hybridlab.cluster.inventory.InventoryRestore.Outcome;
import org.hybridlab.fake.FakeObjects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Nothing is removed that nobody was asked about. */
class AgreedRemovalTest {
    @AutoClose
    private final RecordedWorld recorded = new RecordedWorld();
    private final FakeObjects world = recorded.world;

    @Test
    void laterObjects_areLeft_andNamed() {
        world.put("v1", "namespaces", "", "alpha", "");
        world.put("v1", "configmaps", "default", "agreed", "");
        InventoryDifference agreed = recorded.difference();
        world.put("v1", "configmaps", "alpha", "later", "");
        world.put("v1", "configmaps", "default", "later", "");
        world.put("v1", "namespaces", "", "beta", "");
        world.put("v1", "namespaces", "", "gamma", "");
        world.delete("/api/v1/namespaces/gamma");

        Outcome outcome = recorded.restore(agreed);

        assertThat(world.has("v1", "namespaces", "", "alpha")).isFalse();
        assertThat(world.has("v1", "configmaps", "default", "agreed")).isFalse();
        assertThat(outcome.left()).containsExactlyInAnyOrder("remove ConfigMap default/later",
                "remove namespace beta with 0 objects", "remove namespace gamma with 0 objects");
        assertThat(outcome.undone()).noneMatch(line -> line.contains("later") || line.contains("beta"));
    }

    @Test
    void probesOfRunningChecks_areSpared() {
        String probe = "\"metadata\": {\"creationTimestamp\": \"%s\", \"labels\": {\"hybridlab.org/probes\": \"\"}}";
        world.put("v1", "namespaces", "", "running", probe.formatted(Instant.now().minus(Duration.ofMinutes(20))));
        world.put("v1", "pods", "running", "probe", "");
        world.put("v1", "namespaces", "", "left", probe.formatted(Instant.now().minus(Duration.ofMinutes(40))));

        assertThat(recorded.difference().lines()).containsExactly("remove namespace left with 0 objects");
    }
}
