package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hybridlab.config.model.KubernetesBranch;
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

    private static final String NEWEST = KubernetesBranch.newest().name();
    private static final String BEFORE = KubernetesBranch.known().get(KubernetesBranch.known().size() - 2).name();

    @Test
    void branchBefore_comesUp_andIsGreen() throws IOException {
        LAB.kubernetes(BEFORE);
        LAB.must("up", "--provider", "docker");

        assertThat(LAB.must("kubectl", "get", "nodes", "-o", "jsonpath={.items[*].status.nodeInfo.kubeletVersion}")
                .stdout().split(" ")).hasSize(2).allMatch(version -> version.startsWith("v" + BEFORE + "."));
        assertThat(LAB.must("kubectl", "version").stdout()).contains("Server Version: v" + BEFORE + ".");
        CommittedApi.assertServedBy(LAB, BEFORE);
    }

    /** All checks pass, which ask what the pods of the lab's own version do on that machine. */
    @Test
    void worker_mayBeABranchBehindControlPlane() throws IOException {
        SKEWED.kubernetes(NEWEST);
        Path file = SKEWED.folder().resolve("lab.yaml");
        Files.writeString(file, Files.readString(file).replace("{name: node}",
                "{name: node, kubernetes: %s}".formatted(BEFORE)));
        SKEWED.must("up", "--provider", "docker");

        assertThat(SKEWED.must("kubectl", "get", "nodes", "-o",
                "jsonpath={range .items[*]}{.metadata.name} {.status.nodeInfo.kubeletVersion} {end}").stdout())
                .contains("control v%s.".formatted(NEWEST)).contains("node v%s.".formatted(BEFORE));
        assertThat(SKEWED.must("up", "--no-checks").stdout()).doesNotContain("Give node the kubelet");
    }
}
