package org.hybridlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.diagnose.ClusterObjectTexts.OLD;
import static org.hybridlab.diagnose.ClusterObjectTexts.well;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.diagnose.object.ObjectEvidence;
import org.hybridlab.fake.FakeApi;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RevisionFindingTest {
    private static final String NEW = "2026-11-21T14:55:00Z";
    private static final String DEPLOYMENT = """
            {"metadata":{"namespace":"default","name":"shop","annotations":{"deployment.kubernetes.io/revision":"%s"}},
            "status":{"readyReplicas":%d}}""";
    private static final String REPLICA_SET = """
            {"metadata":{"namespace":"default","name":"shop-7d9","creationTimestamp":"%s",
            "annotations":{"deployment.kubernetes.io/revision":"%s"},
            "ownerReferences":[{"kind":"Deployment","name":"shop"}]}}""";
    private static final String POD = """
            {"metadata":{"namespace":"default","name":"shop-7d9-x",
            "ownerReferences":[{"kind":"ReplicaSet","name":"shop-7d9"}]},"status":{"containerStatuses":[
            {"state":{"waiting":{}},"lastState":{"terminated":{"exitCode":%d}}}]}}""";

    /** What worked for long did not end by a change of its template. */
    @ParameterizedTest
    @CsvSource({"2, 0, " + NEW + ", 1, true", "1, 0, " + NEW + ", 1, false", "2, 1, " + NEW + ", 1, false",
        "2, 0, " + OLD + ", 1, false", "2, 0, " + NEW + ", 0, false"})
    void deployment_whoseNewPodsEnd_isFound(String revision, int ready, String made, int exitCode, boolean found) {
        Map<String, List<String>> objects = well();
        objects.get("/apis/apps/v1/deployments").add(DEPLOYMENT.formatted(revision, ready));
        objects.get("/apis/apps/v1/replicasets").add(REPLICA_SET.formatted(made, revision));
        objects.get("/api/v1/pods").add(POD.formatted(exitCode));
        FakeApi api = new FakeApi().at(Instant.parse("2026-11-21T15:00:00Z"));
        objects.forEach((path, list) -> api.with(path, "{\"items\":[" + String.join(",", list) + "]}"));
        List<String> lines = new ArrayList<>();

        ObjectEvidence.of(api, Optional.empty(), Set.of(), Set.of(), Duration.ofMinutes(30), (place, line) ->
                lines.add(line), gap -> { });

        List<Finding> findings = Findings.in(List.of(Evidence.of(EvidenceKind.OBJECT, Evidence.CLUSTER, "objects",
                lines)), KnownFailures.read(Path.of("")), new Redactor(List.of()), "lab");
        assertThat(findings).flatExtracting(Finding::commands).isEqualTo(found ? List.of(
                "hybridlab kubectl lab -n default rollout undo deployment/shop") : List.of());
    }
}
