package org.hybridlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.fake.FakeApi;
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
        FakeApi api = api().with("/apis/apps/v1/replicasets", "{\"items\":[" + REPLICA_SET.formatted(name,
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
        FakeApi api = api().with("/api/v1/pods", """
                {"items":[{"metadata":{"namespace":"default","name":"web"},"status":{"containerStatuses":[
                {"name":"web","restartCount":%d,"state":{"terminated":{"exitCode":%d}}}]}}]}"""
                .formatted(restarts, exitCode));

        assertThat(lines(api, EvidenceKind.POD).contains("default/web: container web ended again, restarts: 2"))
                .isEqualTo(told);
    }

    /** The kubelet waits from the third end on; what began before the sandbox ended with its machine. */
    @ParameterizedTest
    @CsvSource({"14:57:00, 14:57:10, 14:57:35, 1, 14:58:05, true", "14:57:00, 14:57:10, 14:57:35, 137, 14:58:05, true",
        "14:57:00, 14:57:10, 14:57:35, 0, 14:58:05, false", "14:58:00, 14:40:00, 14:57:50, 137, 14:58:10, false",
        "14:58:00, 14:40:00, 14:57:50, 255, 14:58:10, false", "14:57:00, 14:57:10, 14:57:35, 1, 14:57:36, false",
        "14:57:00, 14:57:10, 14:57:35, 1, 14:57:50, false", "14:40:00, 14:53:00, 14:53:30, 1, 14:54:10, false"})
    void readyPod_thatEndsAgain_isToldSo(String sandbox, String began, String ended, int exitCode, String again,
                                         boolean told) {
        FakeApi api = api().with("/api/v1/pods", """
                {"items":[{"metadata":{"namespace":"default","name":"web"},"spec":{"nodeName":"node"},
                "status":{"phase":"Running","conditions":[{"type":"Ready","status":"True"},
                {"type":"PodReadyToStartContainers","status":"True","lastTransitionTime":"2026-11-21T%sZ"}],
                "containerStatuses":[{"name":"web","restartCount":4,"ready":true,
                "state":{"running":{"startedAt":"2026-11-21T%sZ"}},"lastState":{"terminated":{"exitCode":%d,
                "reason":"Error","startedAt":"2026-11-21T%sZ","finishedAt":"2026-11-21T%sZ"}}}]}}]}"""
                .formatted(sandbox, again, exitCode, began, ended)).with("/api/v1/events", EVENT
                .replace("ReplicaSet", "Pod"));

        assertThat(lines(api, EvidenceKind.POD)).isEqualTo(told ? List.of(
                "default/web: container web last ended with %d Error".formatted(exitCode),
                "default/web: container web ended again, restarts: 4") : List.of());
        assertThat(lines(api, EvidenceKind.EVENT)).hasSize(told ? 1 : 0);
    }

    /** Namespaces come in the order of their names: what is in kube-system comes late. */
    @Test
    void events_areReadToTheEnd() {
        FakeApi api = api().with("/api/v1/events", """
                {"metadata":{"continue":"next"},"items":[]}""").with("/api/v1/events?limit=1000&continue=next", EVENT);
        assertThat(lines(api, EvidenceKind.EVENT)).hasSize(1);
    }

    /** A service of an app whose deployment is gone still has the selector that `up` gave it. */
    @ParameterizedTest
    @CsvSource({"true, false", "false, true"})
    void service_withoutItsWorkload_isNotBlamed(boolean gone, boolean told) {
        String deployment = "/apis/apps/v1/namespaces/default/deployments/numbers-api";
        String service = "/api/v1/namespaces/default/services/numbers-api";
        FakeApi api = api().with("/api/v1/pods", "{\"items\":[]}").with(service, "{}")
                .with("/api/v1/namespaces", "{\"items\":[]}");
        for (String kind : List.of("apps/v1/deployments", "apps/v1/statefulsets", "apps/v1/replicasets",
                "batch/v1/jobs")) {
            api.with("/apis/" + kind, "{\"items\":[]}");
        }
        api.with("/api/v1/services", """
                {"items":[{"metadata":{"namespace":"default","name":"numbers-api",
                "managedFields":[{"manager":"hybridlab"}]},"spec":{"selector":{"app":"numbers-api"}}}]}""");
        if (!gone) {
            api.with(deployment, "{}");
        }

        List<Evidence> evidence = evidence(api, Map.of("numbers", List.of(deployment, service)));

        assertThat(lines(evidence, EvidenceKind.WORKLOAD).stream().anyMatch(line -> line.startsWith(
                "the app numbers lacks "))).isEqualTo(gone);
        assertThat(lines(evidence, EvidenceKind.OBJECT).stream().anyMatch(line -> line.startsWith(
                "Service default/numbers-api, which `up` made, selects"))).isEqualTo(told);
    }

    /** Who scaled it to 0 told nobody; the service's pods are away for that reason. */
    @ParameterizedTest
    @CsvSource({"0, 1, true", "1, 1, false", "0, 0, false"})
    void scaledApp_thatWantsPods_isFound(int live, int wanted, boolean told) {
        String path = "/apis/apps/v1/namespaces/default/deployments/numbers-api";
        FakeApi api = api().with(path, "{\"spec\":{\"replicas\":%d}}".formatted(live));
        List<Evidence> evidence = new ArrayList<>();

        ClusterEvidence.of(api, new Target("lab", List.of(), Optional.empty(), Optional.empty(),
                Map.of("numbers", List.of(path)), Map.of(path, wanted), Optional.empty()), Duration.ofMinutes(30),
                evidence::add, gap -> { }, () -> { });

        assertThat(lines(evidence, EvidenceKind.WORKLOAD).contains(
                "the app numbers has deployments/numbers-api scaled to 0, and wants 1 pods")).isEqualTo(told);
        assertThat(Findings.in(evidence, KnownFailures.read(Path.of("")), new Redactor(List.of()), "lab").stream()
                .anyMatch(finding -> finding.id().equals("app-scaled-to-zero"))).isEqualTo(told);
    }

    /** The kubelet tells of each probe that fails; one that failed at the start is not why its node is silent. */
    @ParameterizedTest
    @CsvSource({"14:40:00, false", "14:57:30, true", "14:59:00, true"})
    void failedProbe_beforeTroubleBegan_isHistory(String time, boolean tells) {
        FakeApi api = lost().with("/api/v1/events", EVENT.replace("14:59:00", time)
                .replace("ReplicaSet", "Pod").replace("FailedCreate", "Unhealthy"));

        assertThat(events(api).isEmpty()).isEqualTo(!tells);
    }

    /** A node was cordoned then; what the pod waits for now is something else. */
    @ParameterizedTest
    @CsvSource({"node1, false", "'', true"})
    void failedScheduling_ofScheduledPod_isHistory(String node, boolean tells) {
        FakeApi api = lost().with("/api/v1/pods", """
                {"items":[{"metadata":{"namespace":"default","name":"web"},"spec":{"nodeName":"%s"},
                "status":{"phase":"Pending"}}]}""".formatted(node)).with("/api/v1/events", EVENT
                .replace("ReplicaSet", "Pod").replace("FailedCreate", "FailedScheduling"));

        assertThat(events(api).isEmpty()).isEqualTo(!tells);
    }

    /** A StatefulSet gives the name of a pod to the next one. The kubelet calls a static pod by its file's hash. */
    @ParameterizedTest
    @CsvSource({"new, new, '', true", "old, new, '', false", "'', new, '', true", "hash, new, mirror, true"})
    void event_ofEarlierNamesake_isHistory(String told, String uid, String annotation, boolean tells) {
        FakeApi api = api().with("/api/v1/pods", """
                {"items":[{"metadata":{"namespace":"default","name":"web","uid":"%s","annotations":{
                "kubernetes.io/config.%s":"hash"}},"status":{"phase":"Pending"}}]}""".formatted(uid, annotation))
                .with("/api/v1/events", EVENT.replace("ReplicaSet\"", "Pod\",\"uid\":\"%s\"".formatted(told)));

        assertThat(events(api).isEmpty()).isEqualTo(!tells);
    }

    @Test
    void pod_whoseNodeIsSilent_saysSo() {
        assertThat(lines(lost(), EvidenceKind.POD)).containsExactly(
                "default/web: Running, not ready: its node node1 is not ready");
    }

    /** A pod that ran when its node's kubelet fell silent. */
    private static FakeApi lost() {
        return api().with("/api/v1/nodes", """
                {"items":[{"metadata":{"name":"node1"},"status":{"conditions":[{"type":"Ready","status":"Unknown",
                "reason":"NodeStatusUnknown","message":"Kubelet stopped posting node status."}]}}]}""")
                .with("/api/v1/pods", """
                {"items":[{"metadata":{"namespace":"default","name":"web"},"spec":{"nodeName":"node1"},
                "status":{"phase":"Running","conditions":[{"type":"Ready","status":"False",
                "lastTransitionTime":"2026-11-21T14:58:00Z"}],"containerStatuses":[{"name":"web","ready":true,
                "restartCount":0,"state":{"running":{"startedAt":"2026-11-21T14:30:00Z"}}}]}}]}""");
    }

    private static FakeApi api() {
        return new FakeApi().at(Instant.parse("2026-11-21T15:00:00Z")).with("/api/v1/events", EVENT)
                .with("/apis/apps/v1/daemonsets", "{\"items\":[]}");
    }

    private static List<String> events(FakeApi api) {
        return lines(api, EvidenceKind.EVENT);
    }

    private static List<String> lines(FakeApi api, EvidenceKind kind) {
        return lines(evidence(api, Map.of()), kind);
    }

    private static List<Evidence> evidence(FakeApi api, Map<String, List<String>> appObjects) {
        List<Evidence> evidence = new ArrayList<>();
        ClusterEvidence.of(api, new Target("lab", List.of(), Optional.empty(), Optional.empty(), appObjects,
                Map.of(), Optional.empty()),
                Duration.ofMinutes(30), evidence::add, gap -> { }, () -> { });
        return evidence;
    }

    private static List<String> lines(List<Evidence> evidence, EvidenceKind kind) {
        return evidence.stream().filter(one -> one.kind() == kind)
                .flatMap(one -> one.lines().stream()).toList();
    }
}
