package org.hybridlab.provision.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.RunResult;
import org.hybridlab.provision.GoldenPlans;
import org.hybridlab.provision.app.FailedApps;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Apps with pods that end: Jobs, and pods without a controller. */
@ExtendWith(GoldenPlans.class)
class EndedAppTest {
    private static final String LAB = """
            name: lab
            kubernetes: 1.36
            machines: [{name: control, role: control-plane}, {name: node}]
            apps: [{name: web, manifests: [web.yaml]}]
            """;

    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String JOBS = "/apis/batch/v1/namespaces/default/jobs";

    @TempDir
    private Path folder;
    private ChangingLab lab;

    @Test
    void goneJob_withTtl_isCompleted() throws IOException {
        assertThat(job("60").green()).isTrue();
    }

    @Test
    void goneJob_withoutTtl_isMissing() throws IOException {
        assertThat(failure(job("null")).why())
                .hasValueSatisfying(why -> assertThat(why).contains("job/web is not in the cluster"));
    }

    @Test
    void failedJob_endsTheWait() throws IOException {
        failed("batch/v1", "Job", JOBS,
                "\"conditions\":[{\"type\":\"Failed\",\"status\":\"True\",\"message\":\"backoff\"}]");

        assertEndedAtOnce("job/web has failed: backoff", "job/web");
    }

    @Test
    void failedBarePod_endsTheWait() throws IOException {
        failed("v1", "Pod", PODS, "\"phase\":\"Failed\",\"reason\":\"Evicted\"");

        assertEndedAtOnce("pod/web has failed: web: Evicted", "pod/web");
    }

    private void assertEndedAtOnce(String why, String object) {
        LabException failure = failure(run("app-ready/"));

        assertThat(failure.what()).isEqualTo("The app web has failed for good.");
        assertThat(failure.why()).hasValue(why);
        assertThat(failure.advice()).isEqualTo("Delete what failed, and the next `hybridlab up lab` applies it again: "
                + "hybridlab kubectl lab delete %s -n default".formatted(object));
        assertThat(FailedApps.areAll(List.of(failure))).as("no machine is damaged").isTrue();
        assertThat(FailedApps.of(lab.labContext(LAB))).containsOnlyKeys("web");
    }

    /** As the failure advises. */
    @Test
    void deletedObject_isAppliedAgain() throws IOException {
        failed("v1", "Pod", PODS, "\"phase\":\"Failed\"");
        run("app-applied/");
        lab.world.told.clear();
        lab.world.answers.remove(PODS + "/web");
        lab.world.delete(PODS + "/web");

        assertThat(run("app-applied/").green()).isTrue();
        assertThat(lab.world.told("apply")).containsExactly("apply " + PODS + "/web");
    }

    @Test
    void appThatLacksMore_mayBeDamage() throws IOException {
        failed("v1", "Pod", PODS, "\"phase\":\"Failed\"");
        Files.writeString(folder.resolve("web.yaml"), Files.readString(folder.resolve("web.yaml"))
                + "---\n" + Files.readString(folder.resolve("web.yaml")).replace("web", "other"));

        assertThat(FailedApps.of(lab.labContext(LAB))).isEmpty();
    }

    @Test
    void failedObject_beingDeleted_isWaitedFor() throws IOException {
        failed("v1", "Pod", PODS, "\"phase\":\"Failed\"");
        lab.world.answers.compute(PODS + "/web", (path, pod) -> pod.replace("\"web\"",
                "\"web\",\"deletionTimestamp\":\"2026-01-01T00:00:00Z\""));

        RunResult run = run("app-ready/");
        assertThat(failure(run).id()).isEqualTo("app-not-ready");
        assertThat(FailedApps.areAll(List.of(failure(run)))).isFalse();
    }

    private void failed(String apiVersion, String kind, String path, String status) throws IOException {
        app(apiVersion, kind, "");
        lab.world.answers.put(path + "/web", "{\"metadata\":{\"name\":\"web\"},\"status\":{%s}}".formatted(status));
    }

    private RunResult job(String lifetime) throws IOException {
        app("batch/v1", "Job", """
                spec:
                  ttlSecondsAfterFinished: %s
                  template: {spec: {restartPolicy: Never, containers: [{name: web, image: web}]}}
                """.formatted(lifetime));
        return run("app-ready/");
    }

    private void app(String apiVersion, String kind, String spec) throws IOException {
        Files.writeString(folder.resolve("web.yaml"), """
                apiVersion: %s
                kind: %s
                metadata: {name: web}
                %s
                """.formatted(apiVersion, kind, spec));
        lab = new ChangingLab(folder, LAB);
        lab.world.answers.put("/apis/batch/v1", """
                {"resources":[{"name":"jobs","kind":"Job","namespaced":true}]}""");
        lab.world.answers.put("/api/v1", """
                {"resources":[{"name":"pods","kind":"Pod","namespaced":true}]}""");
        lab.world.answers.put(PODS, "{\"items\":[]}");
    }

    private RunResult run(String step) {
        return lab.run(lab.plan(lab.quick(LAB), id -> id.startsWith(step)), Agreement.ALL);
    }

    private static LabException failure(RunResult run) {
        return run.failures().get(0).failure().orElseThrow();
    }
}
