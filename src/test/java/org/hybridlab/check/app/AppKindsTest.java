package org.hybridlab.check.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.check.Fixture;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.check.core.Verdict.Outcome;
import org.hybridlab.cluster.api.Recording;
import org.hybridlab.config.model.App;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Apps whose pods come from neither a Deployment nor a StatefulSet nor a DaemonSet. */
class AppKindsTest {
    private static final String READY = "\"phase\":\"Running\",\"containerStatuses\":[{\"name\":\"it\",\"ready\":true,"
            + "\"state\":{\"running\":{}}}]";
    private static final String CRASHES = "\"phase\":\"Running\",\"containerStatuses\":[{\"name\":\"it\","
            + "\"ready\":false,\"state\":{\"waiting\":{\"reason\":\"CrashLoopBackOff\"}}}]";
    private static final String FAILED = "\"phase\":\"Failed\",\"containerStatuses\":[{\"name\":\"it\","
            + "\"ready\":false,\"state\":{\"terminated\":{\"exitCode\":3}}}]";
    private static final String CRASH_LOOP = "web: it: CrashLoopBackOff";
    private final Fixture fixture = new Fixture();

    @BeforeEach
    void apis() {
        fixture.api.with("/api/v1", Recording.of("api-v1")).with("/apis/apps/v1", """
                {"resources":[{"name":"replicasets","kind":"ReplicaSet","namespaced":true}]}""")
                .with("/apis/batch/v1", """
                {"resources":[{"name":"jobs","kind":"Job","namespaced":true},
                 {"name":"cronjobs","kind":"CronJob","namespaced":true}]}""");
    }

    @Test
    void barePod_thatCrashes_fails() {
        assertThat(pod(CRASHES).message()).startsWith("pod/web is not ready: " + CRASH_LOOP);
        assertThat(pod(FAILED).message()).startsWith("pod/web has failed: web: it: exited with 3");
    }

    @Test
    void barePod_readyOrSucceeded_passes() {
        assertThat(passed(pod(READY))).isEqualTo("All of web is in the cluster, and its pods are ready.");
        assertThat(passed(pod("\"phase\":\"Succeeded\"")))
                .isEqualTo("All of web is in the cluster, and its pods are completed.");
    }

    @Test
    void replicaSet_withCrashingPod_fails() {
        assertThat(replicaSet(0, CRASHES).message()).startsWith("replicaset/web has 0 of 1 pods ready: " + CRASH_LOOP);
        // Nobody corrects its status while the controller manager is away.
        assertThat(replicaSet(1, CRASHES).message()).startsWith("replicaset/web has 0 of 1 pods ready: " + CRASH_LOOP);
        assertThat(passed(replicaSet(1, READY))).endsWith("its pods are ready.");
    }

    @Test
    void replicationController_withCrashingPod_fails() {
        fixture.api.with("/api/v1/namespaces/default/replicationcontrollers/web", counting("{\"app\":\"web\"}", 1));
        pods("ReplicationController", CRASHES);
        assertThat(judged("v1", "ReplicationController").message())
                .startsWith("replicationcontroller/web has 0 of 1 pods ready");
    }

    @Test
    void job_untilComplete_needsReadyPods() {
        assertThat(job("", CRASHES).message()).startsWith("job/web has 0 of 1 pods ready: " + CRASH_LOOP);
        assertThat(job("", FAILED).message())
                .startsWith("job/web is not complete, and no pod of it runs: web: it: exited with 3");
        assertThat(passed(job("", READY))).endsWith("its pods are ready.");
        assertThat(passed(job("{\"type\":\"Complete\",\"status\":\"True\"}", "\"phase\":\"Succeeded\"")))
                .endsWith("its pods are completed.");
    }

    @Test
    void job_thatFailed_isNoApp() {
        assertThat(job("{\"type\":\"Failed\",\"status\":\"True\",\"message\":\"backoff limit\"}", FAILED).message())
                .startsWith("job/web has failed: backoff limit: web: it: exited with 3");
    }

    @Test
    void goneJob_withTtl_isNotCalledCompleted() {
        assertThat(judged("batch/v1", "Job").message()).startsWith("job/web is not in the cluster");
        assertThat(passed(judged("batch/v1", "Job", "spec: {ttlSecondsAfterFinished: 0}")))
                .isEqualTo("All of web is in the cluster.");
    }

    /** Its Jobs come by the clock, so that there may be no pod to judge. */
    @Test
    void cronJob_alone_claimsNoReadyPods() {
        fixture.api.with("/apis/batch/v1/namespaces/default/cronjobs/web", "{\"metadata\":{\"name\":\"web\"}}");
        assertThat(passed(judged("batch/v1", "CronJob"))).isEqualTo("All of web is in the cluster.");
    }

    private static String passed(Verdict verdict) {
        assertThat(verdict.outcome()).as(verdict.message()).isEqualTo(Outcome.PASSED);
        return verdict.message();
    }

    private Verdict pod(String status) {
        fixture.api.with("/api/v1/namespaces/default/pods/web", of("Pod", status));
        return judged("v1", "Pod");
    }

    private Verdict replicaSet(int ready, String pod) {
        fixture.api.with("/apis/apps/v1/namespaces/default/replicasets/web",
                counting("{\"matchLabels\":{\"app\":\"web\"}}", ready));
        pods("ReplicaSet", pod);
        return judged("apps/v1", "ReplicaSet");
    }

    /** Neither counts what is up to date. */
    private static String counting(String selector, int ready) {
        return """
                {"metadata":{"name":"web","namespace":"default","generation":1},"spec":{"replicas":1,"selector":%s},
                 "status":{"observedGeneration":1,"replicas":1,"readyReplicas":%d,"availableReplicas":%d}}"""
                .formatted(selector, ready, ready);
    }

    private Verdict job(String condition, String pod) {
        fixture.api.with("/apis/batch/v1/namespaces/default/jobs/web", """
                {"metadata":{"name":"web","namespace":"default"},
                 "spec":{"selector":{"matchLabels":{"batch.kubernetes.io/controller-uid":"1"}}},
                 "status":{"conditions":[%s]}}""".formatted(condition));
        pods("Job", pod);
        return judged("batch/v1", "Job");
    }

    private void pods(String owner, String status) {
        fixture.api.with("/api/v1/namespaces/default/pods", "{\"items\":[%s]}".formatted(of(owner, status)));
    }

    private static String of(String owner, String status) {
        return """
                {"metadata":{"name":"web","namespace":"default","ownerReferences":[{"controller":%s,"kind":"%s",
                  "name":"web"}]},"spec":{"nodeName":"node"},"status":{%s}}"""
                .formatted(!owner.equals("Pod"), owner, status);
    }

    private Verdict judged(String apiVersion, String kind) {
        return judged(apiVersion, kind, "");
    }

    private Verdict judged(String apiVersion, String kind, String spec) {
        App app = new App("web", List.of("web.yaml"), Map.of(), Optional.empty(), "/");
        return new AppEndToEnd(app).judge(fixture.context(Fixture.lab(), Map.of("web", """
                apiVersion: %s
                kind: %s
                metadata: {name: web}
                %s
                """.formatted(apiVersion, kind, spec))));
    }
}
