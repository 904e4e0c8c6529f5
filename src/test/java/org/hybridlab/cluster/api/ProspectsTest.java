package org.hybridlab.cluster.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.hybridlab.fake.FakeApi;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class ProspectsTest {
    private static final Instant NOW = Instant.parse("2026-11-28T12:00:00Z");
    private final FakeApi api = new FakeApi();

    /** Refused at 11:58:00 first and at 11:58:50 last, so that its controller tries again at 12:00:30. */
    @Test
    void refusedReplicaSet_isTriedAgain_byItsControllersTime() {
        api.at(NOW);
        List.of("pods", "nodes").forEach(kind -> api.with("/api/v1/" + kind, "{\"items\":[]}"));
        api.with("/apis/apps/v1/namespaces/default/replicasets", "{\"items\":[]}");
        api.with("/api/v1/namespaces/default/events", """
                {"items":[{"reason":"FailedCreate","message":"failed calling webhook","count":12,
                  "firstTimestamp":"2026-11-28T11:58:00Z","lastTimestamp":"2026-11-28T11:58:50Z",
                  "involvedObject":{"kind":"ReplicaSet","name":"web-1","uid":"2"}}]}""");
        Workload web = new Workload("Deployment", JsonMapper.shared().readTree("""
                {"metadata":{"name":"web","namespace":"default","uid":"1"},"spec":{"replicas":1,"selector":
                  {"matchLabels":{"app":"web"}}},"status":{}}"""));

        Outlook outlook = new Prospects(new Cluster(api), List.of(), List.of(), NOW, false).of(web);

        assertThat(outlook.isHopeless()).isFalse();
        assertThat(Duration.between(Instant.now(), outlook.at().orElseThrow())).isBetween(Duration.ofSeconds(20),
                Duration.ofSeconds(31));
    }
}
