package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The branch before the newest, on docker. Its bundle is built for it, which takes minutes. */
@Tag("long")
@Tag("docker")
class OlderKubernetesTest {
    private static final RealLab LAB = RealLab.copyOf("first-cluster", "older");

    @AfterAll
    static void destroy() {
        LAB.close();
    }

    @Test
    void kubernetes135ComesUpAndIsGreen() throws IOException {
        Path file = LAB.folder().resolve("lab.yaml");
        Files.writeString(file, Files.readString(file).replace("kubernetes: 1.36", "kubernetes: 1.35"));
        LAB.must("up", "--provider", "docker");

        assertThat(LAB.must("kubectl", "get", "nodes", "-o", "jsonpath={.items[*].status.nodeInfo.kubeletVersion}")
                .stdout().split(" ")).hasSize(2).allMatch(version -> version.startsWith("v1.35."));
        assertThat(LAB.must("kubectl", "version").stdout()).contains("Server Version: v1.35.");
    }
}
