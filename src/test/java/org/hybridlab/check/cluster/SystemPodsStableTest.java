package org.hybridlab.check.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;

import org.hybridlab.check.Fixture;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.check.core.Verdict.Outcome;
import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.Pod;
import org.hybridlab.cluster.api.Prospects;
import org.hybridlab.cluster.api.Recording;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class SystemPodsStableTest {
    private static final Instant CRASH = Instant.parse("2026-11-21T12:57:12Z");
    private final Fixture fixture = new Fixture();

    @Test
    void pods_readyAndNeverRestarted_pass() {
        Verdict verdict = judged();
        assertThat(verdict.outcome()).as(verdict.message()).isEqualTo(Outcome.PASSED);
        assertThat(verdict.message()).isEqualTo("All 10 system pods are ready, none restarted in the last 30 s.");
    }

    @Test
    void failsIfOneCrashes() {
        withCrasher(Recording.of("pod-crash-loop"));
        Verdict verdict = judged();
        assertThat(verdict.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(verdict.message()).isEqualTo("crasher is not ready: crasher: exited with 1");
    }

    @Test
    void systemPod_justRestarted_failsUntilLongAgo() {
        withCrasher(Recording.of("pod-crash-loop").replace("\"ready\": false", "\"ready\": true"));
        fixture.api.at(CRASH.plusSeconds(12));
        assertThat(judged().message()).isEqualTo("crasher restarted 12 s ago");
        fixture.api.at(CRASH.plusSeconds(31));
        assertThat(judged().outcome()).isEqualTo(Outcome.PASSED);
    }

    @Test
    void pods_onStoppedNode_areNotMentioned() {
        withCrasher(Recording.of("pod-crash-loop"));
        fixture.api.with("/api/v1/nodes", Recording.of("nodes")
                .replaceAll("(?s)\"status\": \"True\",(\\s+\"type\": \"Ready\")", "\"status\": \"Unknown\",$1"));
        assertThat(judged().message()).isEqualTo("there is not a single system pod");
    }

    @Test
    void evictedOrFinishedPods_doNotFail() {
        withCrasher("""
                {"metadata":{"namespace":"kube-system","name":"evicted"},"spec":{"nodeName":"node"},
                 "status":{"phase":"Failed","reason":"Evicted","message":"The node was low on resource: memory."}},
                {"metadata":{"namespace":"kube-system","name":"migrate"},"spec":{"nodeName":"node"},
                 "status":{"phase":"Succeeded","containerStatuses":[{"name":"it","ready":false,
                 "state":{"terminated":{"exitCode":0}}}]}}""");
        Verdict verdict = judged();
        assertThat(verdict.outcome()).as(verdict.message()).isEqualTo(Outcome.PASSED);
        assertThat(verdict.message()).startsWith("All 10 system pods are ready");
    }

    /** The moments are a kubelet's, and the host's clock is nobody's. */
    @Test
    void restart_whateverTheHostsClock_fails() {
        withCrasher(Recording.of("pod-crash-loop").replace("\"ready\": false", "\"ready\": true"));
        fixture.api.at(CRASH.plusSeconds(2));
        assertThat(judged().message()).isEqualTo("crasher restarted 2 s ago");
    }

    /** The kubelet says when by its own machine's clock, as it renews its Lease. */
    @Test
    void restart_onMachineWithSlowClock_fails() {
        withCrasher(Recording.of("pod-crash-loop").replace("\"ready\": false", "\"ready\": true"));
        clockOfNode("2026-11-21T12:57:50Z", "2026-11-21T12:57:10.123456Z");
        fixture.api.at(CRASH.plusSeconds(42));
        assertThat(judged().message()).isEqualTo("crasher restarted 2 s ago");
    }

    @Test
    void oldRestart_onMachineWithFastClock_passes() {
        withCrasher(Recording.of("pod-crash-loop").replace("\"ready\": false", "\"ready\": true"));
        clockOfNode("2026-11-21T12:56:00Z", "2026-11-21T12:57:00.123456Z");
        fixture.api.at(CRASH.minusSeconds(20));
        Verdict verdict = judged();
        assertThat(verdict.outcome()).as(verdict.message()).isEqualTo(Outcome.PASSED);
    }

    /** What is not there cannot say that it is not ready. */
    @Test
    void controller_wantingMorePods_fails() {
        fixture.api.with("/apis/apps/v1/deployments", """
                {"items":[{"metadata":{"name":"coredns","namespace":"kube-system","generation":1},"spec":{"replicas":3},
                 "status":{"observedGeneration":1,"replicas":2,"updatedReplicas":2,"readyReplicas":2,
                 "availableReplicas":2}}]}""");
        assertThat(judged().message()).isEqualTo("deployment/coredns has 2 of 3 pods ready");
    }

    /** It does not note on a node that is made later where that one is. */
    @Test
    void flannel_olderThanItsNode_fails() {
        fixture.api.with("/api/v1/nodes", Recording.of("nodes").replaceFirst("flannel.alpha.coreos.com/public-ip",
                "example.org/other").replaceAll("\"lastTransitionTime\": \"[^\"]*\"",
                        "\"lastTransitionTime\": \"2026-11-22T00:00:00Z\""));
        assertThat(judged().message()).isEqualTo("flannel runs on control since before its node was made again");
    }

    @Test
    void crash_withWordsOnSettings_isHopelessAtOnce() {
        withCrasher(Recording.of("pod-crash-loop"));
        List<Pod> crasher = new Cluster(fixture.api).pods().stream()
                .filter(pod -> pod.name().equals("crasher")).toList();
        fixture.api.withLastWords(List.of("[FATAL] plugin/kubernetes: dial tcp 10.96.0.1:443: connection refused"));
        assertThat(fixture.context().prospects().hopeless("kube-system", crasher)).isEmpty();
        fixture.api.withLastWords(List.of("/etc/coredns/Corefile:1 - Error during parsing: Unknown directive 'x'"));
        assertThat(fixture.context().prospects().hopeless("kube-system", crasher)).isPresent();
        assertThat(new Prospects(new Cluster(fixture.api), List.of(), List.of(), Instant.now(), false)
                .hopeless("kube-system", crasher)).as("said before the cure").isEmpty();
    }

    /** A program that ends because the API server is not ready yet recovers. */
    @Test
    void crash_whileApiServerStarts_isNotHopeless() {
        String crasher = Recording.of("pod-crash-loop").replaceFirst("\"state\": \\{\\s*\"terminated\"",
                "\"state\": {\"waiting\": {\"reason\": \"CrashLoopBackOff\", \"message\": \"back-off 20s\"}}, "
                        + "\"lastState\": {\"terminated\"");
        withCrasher(crasher);
        List<Pod> pods = fixture.context().cluster().pods().stream()
                .filter(pod -> pod.name().equals("crasher")).toList();
        assertThat(pods.get(0).readiness()).contains("back-off 20s");
        assertThat(fixture.context().prospects().hopeless("kube-system", pods)).isPresent();
        JsonNode all = fixture.api.get("/api/v1/pods");
        all.path("items").valueStream().filter(pod -> pod.path("metadata").path("name").asString("")
                .equals("kube-apiserver-control")).forEach(pod -> ((ObjectNode) pod.path("status")
                .path("containerStatuses").get(0)).put("ready", false));
        fixture.api.with("/api/v1/pods", all.toString());
        assertThat(fixture.context().prospects().hopeless("kube-system", pods)).isEmpty();
    }

    /** The kubelet makes them of files, so that no controller misses one. */
    @Test
    void staticPod_thatIsGone_fails() {
        for (String component : List.of("kube-scheduler", "kube-controller-manager", "etcd")) {
            fixture.api.with("/api/v1/pods", Recording.of("pods").replace("\"name\":\"" + component + "-control\"",
                    "\"name\":\"another\""));
            assertThat(judged().message()).isEqualTo(component + "-control is missing");
        }
    }

    /** Its DaemonSet is gone, or kept off all nodes, and wants no pods. */
    @Test
    void daemonSetThatIsGone_isMissed() {
        fixture.api.with("/api/v1/pods", Recording.of("pods").replace("\"app\":\"flannel\"", "\"app\":\"other\""));
        assertThat(judged().message()).startsWith("there is no pod of flannel on control");
        fixture.api.with("/api/v1/pods", Recording.of("pods").replace("\"k8s-app\":\"kube-proxy\"", "\"a\":\"b\""));
        assertThat(judged().message()).startsWith("there is no pod of kube-proxy on control");
    }

    @Test
    void staticPod_missingBesideForeignNode_fails() {
        fixture.api.with("/api/v1/nodes", Recording.of("nodes").replaceFirst("\"items\":\\s*\\[",
                "\"items\":[{\"metadata\":{\"name\":\"left\"},\"status\":{\"conditions\":[{\"type\":\"Ready\","
                + "\"status\":\"Unknown\"}]}},"));
        assertThat(judged().outcome()).isEqualTo(Outcome.PASSED);
        fixture.api.with("/api/v1/pods", Recording.of("pods").replace("\"name\":\"etcd-control\"",
                "\"name\":\"another\""));
        assertThat(judged().message()).isEqualTo("etcd-control is missing");
    }

    private void clockOfNode(String seen, String renewed) {
        fixture.api.with("/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases", """
                {"items":[{"metadata":{"name":"node","managedFields":[{"manager":"kubelet","time":"%s",
                 "fieldsV1":{"f:spec":{"f:renewTime":{}}}}]},"spec":{"renewTime":"%s"}}]}""".formatted(seen, renewed));
    }

    private void withCrasher(String pod) {
        fixture.api.with("/api/v1/pods", Recording.of("pods").replaceFirst("\"items\":\\[",
                "\"items\":[" + java.util.regex.Matcher.quoteReplacement(pod) + ","));
    }

    private Verdict judged() {
        return new SystemPodsStable().judge(fixture.context().hopelessIf(() -> true));
    }
}
