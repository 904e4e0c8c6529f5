package org.hybridlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.cluster.api.RecordedApiServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterEvidenceTest {
    private static final String EVENT = """
            {"items":[{"type":"Warning","reason":"FailedCreate","message":"no","lastTimestamp":"2026-11-21T14:59:00Z",
            "involvedObject":{"kind":"ReplicaSet","namespace":"default","name":"web"}}]}""";
    private static final String REPLICA_SET = """
            {"metadata":{"namespace":"default","name":"%s"},"spec":{"replicas":1},"status":{"readyReplicas":%d}}""";

    /** Events outlive what they are about. */
    @ParameterizedTest
    @CsvSource({"web, 0, true", "web, 1, false", "other, 0, false"})
    void event_ofReplicaSet_tellsWhilePodsLack(String name, int ready, boolean tells) {
        RecordedApiServer api = api().with("/apis/apps/v1/replicasets", "{\"items\":[" + REPLICA_SET.formatted(name,
                ready) + "]}").with("/apis/apps/v1/statefulsets", "{\"items\":[]}");

        assertThat(events(api).isEmpty()).isEqualTo(!tells);
    }

    @Test
    void event_whoseControllersAreNotListed_tells() {
        assertThat(events(api())).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"2, 1, true", "0, 1, false", "2, 0, false"})
    void container_thatEndsAgain_isToldSo(int restarts, int exitCode, boolean told) {
        RecordedApiServer api = api().with("/api/v1/pods", """
                {"items":[{"metadata":{"namespace":"default","name":"web"},"status":{"containerStatuses":[
                {"name":"web","restartCount":%d,"state":{"terminated":{"exitCode":%d}}}]}}]}"""
                .formatted(restarts, exitCode));

        assertThat(lines(api, EvidenceKind.POD).contains("default/web: container web ended again, restarts: 2"))
                .isEqualTo(told);
    }

    private static RecordedApiServer api() {
        return new RecordedApiServer().at(Instant.parse("2026-11-21T15:00:00Z")).with("/api/v1/events", EVENT)
                .with("/apis/apps/v1/daemonsets", "{\"items\":[]}");
    }

    private static List<String> events(RecordedApiServer api) {
        return lines(api, EvidenceKind.EVENT);
    }

    private static List<String> lines(RecordedApiServer api, EvidenceKind kind) {
        List<Evidence> evidence = new ArrayList<>();
        ClusterEvidence.of(api, new Target("lab", List.of(), Optional.empty(), Optional.empty(), Map.of(),
                Optional.empty()),
                Duration.ofMinutes(30), evidence::add, gap -> { });
        return evidence.stream().filter(one -> one.kind() == kind)
                .flatMap(one -> one.lines().stream()).toList();
    }
}
