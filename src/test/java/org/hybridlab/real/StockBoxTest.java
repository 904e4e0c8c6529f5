package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.common.process.Command;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A real cluster whose control plane starts as a plain Debian, beside a node whose box has everything. */
@Tag("long")
@Tag("docker")
class StockBoxTest {
    @AutoClose
    private static final RealLab LAB = RealLab.copyOf("first-cluster", "stock");
    private static String stock;

    @BeforeAll
    static void up() throws IOException {
        stock = box("--stock");
        Path file = LAB.folder().resolve("lab.yaml");
        Files.writeString(file, Files.readString(file)
                .replace("{name: control,", "{name: control, box: \"%s\",".formatted(stock))
                .replace("{name: node}", "{name: node, box: \"%s\"}".formatted(box())));
        LAB.must("up", "--provider", "docker");
    }

    private static String box(String... options) {
        return LAB.run(Command.of(List.of(Path.of("hybridlab").toAbsolutePath().toString(), "box", "build",
                "--provider", "docker")).with(options)).stdout().strip();
    }

    @Test
    void theStockBoxHasNothingOfKubernetes() {
        assertThat(LAB.host("docker", "run", "--rm", "--entrypoint", "sh", stock, "-c",
                "ls /usr/local/bin /opt; for one in kubelet containerd runc conntrack; do command -v $one; done; true")
                .stdout()).doesNotContain("kube", "containerd", "runc", "conntrack");
    }

    @Test
    void stockBoxNode_isBroughtNothing() throws IOException {
        assertThat(stepLog("machine-equipped/control")).contains("bringing /usr/local/bin/kubelet", "images.tar");
        assertThat(stepLog("machine-equipped/node")).contains("node has all of a node").doesNotContain("bringing",
                "installing", "starting");
    }

    @Test
    void aSecondUpSkipsAllOfIt() {
        assertThat(LAB.must("up", "--no-checks", "--events").stdout().lines()
                .filter(line -> line.contains("\"step-started\""))).isEmpty();
    }

    /** What the step said in the run that ran it. */
    private static String stepLog(String step) throws IOException {
        try (Stream<Path> files = Files.walk(LAB.workspace().resolve("logs"))) {
            return Files.readString(files.filter(file -> file.endsWith(step.replace('/', '_') + ".log")).findFirst()
                    .orElseThrow());
        }
    }
}
