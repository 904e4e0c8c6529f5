package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A mistake that only an API server finds, in a lab on docker. */
@Tag("real")
@Tag("docker")
class RefusedAppTest {
    private static final String APP = """
            apiVersion: batch/v1
            kind: CronJob
            metadata: {name: nightly}
            spec:
              schedule: "0 3 * * *"
              timeZone: Mars/Phobos
              jobTemplate:
                spec:
                  template:
                    spec:
                      nodeSelector: {kubernetes.io/os: linux}
                      restartPolicy: Never
                      containers: [{name: it, image: "registry.k8s.io/pause:3.10.1"}]
            """;

    @AutoClose
    private final RealLab lab = RealLab.copyOf("first-cluster", "refused-app");

    /** With untainted control planes, apps come after all nodes. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void refusedObject_endsUpBeforeNodesAreReady(boolean untaint) throws IOException {
        Path app = Files.writeString(lab.folder().resolve("apps/nightly.yaml"), APP);
        Path file = lab.folder().resolve("lab.yaml");
        Files.writeString(file, Files.readString(file).replace("apps:\n", "untaint: %s\napps:\n  - nightly\n"
                .formatted(untaint)));

        Result red = lab.call("up", "--provider", "docker");

        assertThat(red.exitCode()).isEqualTo(1);
        assertThat(red.stderr()).contains("object-refused", "unknown time zone Mars/Phobos");
        assertThat(Files.readAllLines(lab.workspace().resolve("journal.jsonl")))
                .noneMatch(line -> line.contains("DONE") && line.contains("node-ready/"));

        Files.writeString(app, APP.replace("Mars/Phobos", "Etc/UTC"));
        lab.must("up", "--provider", "docker");
    }
}
