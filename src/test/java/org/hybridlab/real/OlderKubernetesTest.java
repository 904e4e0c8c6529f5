package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The branch before the newest, on docker: a whole lab of it, and one machine. Its bundle takes minutes to build. */
@Tag("long")
@Tag("docker")
class OlderKubernetesTest {
    @AutoClose
    private static final RealLab LAB = RealLab.copyOf("first-cluster", "older");
    @AutoClose
    private static final RealLab SKEWED = RealLab.copyOf("first-cluster", "skewed");

    @Test
    void kubernetes135ComesUpAndIsGreen() throws IOException {
        Path file = LAB.folder().resolve("lab.yaml");
        Files.writeString(file, Files.readString(file).replace("kubernetes: 1.36", "kubernetes: 1.35"));
        LAB.must("up", "--provider", "docker");

        assertThat(LAB.must("kubectl", "get", "nodes", "-o", "jsonpath={.items[*].status.nodeInfo.kubeletVersion}")
                .stdout().split(" ")).hasSize(2).allMatch(version -> version.startsWith("v1.35."));
        assertThat(LAB.must("kubectl", "version").stdout()).contains("Server Version: v1.35.");
        CommittedApi.assertServedBy(LAB, "1.35");
    }

    /** All checks pass, which ask what the pods of the lab's own version do on that machine. */
    @Test
    void worker_mayBeABranchBehindControlPlane() throws IOException {
        Path file = SKEWED.folder().resolve("lab.yaml");
        Files.writeString(file, Files.readString(file).replace("{name: node}", "{name: node, kubernetes: 1.35}"));
        SKEWED.must("up", "--provider", "docker");

        assertThat(SKEWED.must("kubectl", "get", "nodes", "-o",
                "jsonpath={range .items[*]}{.metadata.name} {.status.nodeInfo.kubeletVersion} {end}").stdout())
                .contains("control v1.36.").contains("node v1.35.");
        assertThat(SKEWED.must("up", "--no-checks").stdout()).doesNotContain("Give node the kubelet");
    }
}
