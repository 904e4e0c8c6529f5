package org.hybridlab.provision.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.RunResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Apps with pods that end: Jobs, and pods without a controller. */
class EndedAppTest {
    private static final String LAB = """
            name: lab
            kubernetes: 1.36
            machines: [{name: control, role: control-plane}, {name: node}]
            apps: [{name: web, manifests: [web.yaml]}]
            """;

    @TempDir
    private Path folder;

    @Test
    void goneJob_withTtl_isCompleted() throws IOException {
        assertThat(job("spec: {ttlSecondsAfterFinished: 60}").green()).isTrue();
    }

    @Test
    void goneJob_withoutTtl_isMissing() throws IOException {
        assertThat(job("spec: {ttlSecondsAfterFinished: null}").failures().get(0).failure().orElseThrow().why())
                .hasValueSatisfying(why -> assertThat(why).contains("job/web is not in the cluster"));
    }

    private RunResult job(String spec) throws IOException {
        Files.writeString(folder.resolve("web.yaml"), """
                apiVersion: batch/v1
                kind: Job
                metadata: {name: web}
                %s
                """.formatted(spec));
        ChangingLab lab = new ChangingLab(folder, LAB);
        lab.world.answers.put("/apis/batch/v1", """
                {"resources":[{"name":"jobs","kind":"Job","namespaced":true}]}""");
        lab.world.answers.put("/api/v1/namespaces/default/pods", "{\"items\":[]}");
        return lab.run(lab.plan(lab.quick(LAB), id -> id.startsWith("app-ready/")), Agreement.ALL);
    }
}
