package org.hybridlab.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.hybridlab.config.file.yaml.Problem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which apps need a Linux worker beside a control plane that keeps its taint. */
class UnschedulableAppsTest {
    private static final String ALONE = """
            machines: [{name: control, role: control-plane}]
            apps: [{name: web, manifests: [%s]}]
            """;
    private static final String BESIDE_WINDOWS = """
            machines: [{name: control, role: control-plane}, {name: win, os: windows}]
            apps: [{name: web, manifests: [%s]}]
            """;
    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: web}
            spec:
              %s
              containers: [{name: web, image: registry.example/web:1}]
            """;

    @TempDir
    private Path folder;
    private WrittenLab file;

    @BeforeEach
    void inAFolder() {
        file = new WrittenLab(folder);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "restartPolicy: Always | true | true",
        // The scheduler does not see it.
        "nodeName: control | false | false",
        "tolerations: [{operator: Exists}] | false | false",
        "tolerations: [{key: node-role.kubernetes.io/control-plane, effect: NoSchedule}] | false | false",
        "tolerations: [{key: node-role.kubernetes.io/control-plane, effect: NoExecute}] | true | true",
        // What it was called in old clusters.
        "tolerations: [{key: node-role.kubernetes.io/master, operator: Exists}] | true | true",
        // It may be for Windows, which its image does not tell.
        "affinity: {nodeAffinity: {}} | true | false",
        "runtimeClassName: mine | true | false"})
    void pod_withoutLinuxWorker_isJudged(String pod, boolean alone, boolean besideWindows) throws IOException {
        Files.writeString(folder.resolve("web.yaml"), POD.formatted(pod));

        assertThat(isRefused(ALONE, "web.yaml")).isEqualTo(alone);
        assertThat(isRefused(BESIDE_WINDOWS, "web.yaml")).isEqualTo(besideWindows);
    }

    @Test
    void manifest_thatCannotBeRead_isRefused() throws IOException {
        Files.writeString(folder.resolve("web.yaml"), "kind: {");

        assertThat(isRefused(ALONE, "web.yaml")).isTrue();
        assertThat(isRefused(ALONE, "missing.yaml")).isTrue();
    }

    /** Only some commands render them. */
    @Test
    void template_thatWasNotRendered_isNotJudged() throws IOException {
        Files.writeString(folder.resolve("web.yaml.ftl"), POD.formatted("restartPolicy: Always"));

        assertThat(isRefused(ALONE, "web.yaml.ftl")).isFalse();
    }

    private boolean isRefused(String lab, String manifest) throws IOException {
        List<Problem> problems = file.reading(lab.formatted(manifest)).problems();
        return problems.stream().anyMatch(problem -> problem.ruleId().equals("apps-unschedulable"));
    }
}
