package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Our hybrid labs on docker, each Windows machine a stand-in (see {@link StandInTest}): every step of {@code up} on all
 * of their machines, their apps' images among it. Of their apps' pods on Windows machines nothing runs.
 */
@Tag("long")
@Tag("docker")
class StandInLabsTest {
    private static final int NOT_JUDGED = 5;

    @TempDir
    private static Path folder;
    private static StandInHost host;

    private RealLab lab;

    @BeforeAll
    static void open() throws IOException {
        host = StandInHost.open(folder);
    }

    @AfterAll
    static void close() throws IOException {
        host.close();
    }

    @AfterEach
    void destroy() {
        lab.close();
    }

    @Test
    void firstHybrid() throws IOException, InterruptedException {
        comesUp("first-hybrid");
    }

    @Test
    void kiamolCh18() throws IOException, InterruptedException {
        comesUp("kiamol-ch18");
    }

    @Test
    void l2bridge() throws IOException, InterruptedException {
        comesUp("l2bridge");
    }

    @Test
    void handbookWindows() throws IOException, InterruptedException {
        comesUp("handbook-windows");
    }

    @Test
    void upstreamTor() throws IOException, InterruptedException {
        comesUp("upstream-tor");
    }

    @Test
    void rancher() throws IOException, InterruptedException {
        comesUp("rancher");
    }

    @Test
    void mixedBuilds() throws IOException, InterruptedException {
        comesUp("mixed-builds");

        assertThat(lab.must("kubectl", "get", "nodes", "-L", "node.kubernetes.io/windows-build").stdout())
                .containsPattern("win2022 .* 10.0.20348").containsPattern("win2025 .* 10.0.26100");
    }

    private void comesUp(String name) throws IOException, InterruptedException {
        lab = host.lab(withStandIns(name), "standins-" + name, "{}", "");
        for (JsonNode image : lab.json("plan", "--provider", "docker").get("images")) {
            host.publish(image.get("image").asString().replaceFirst("^[^/]+/", ""), 0);
        }

        Result up = lab.call("up", "--provider", "docker");

        assertThat(up.exitCode()).as(up.stdout() + up.stderr()).isEqualTo(NOT_JUDGED);
        JsonNode report = lab.json("check");
        assertThat(report.at("/summary/failed").asInt()).as(report.toPrettyString()).isZero();
        assertThat(report.get("checks").valueStream().filter(check -> check.get("evidenceSource").asString()
                .equals("stand-in")
                && check.get("outcome").asString().equals("passed")).map(check -> check.get("id").asString()))
                .contains("windows-versions", "hns-network", "hns-policies");
        Result again = lab.call("up", "--provider", "docker", "--no-checks");
        assertThat(again.stderr()).contains("All steps are done").doesNotContain(" start ");
    }

    /** The lab with the templates that make its Windows machines stand-ins, and the box of those. */
    private static Path withStandIns(String name) throws IOException {
        Path copy = folder.resolve("labs").resolve(name);
        RealLab.copy(Path.of("src/test/standin"), copy);
        RealLab.copy(Path.of("labs", name), copy);
        Path file = copy.resolve("lab.yaml");
        Files.writeString(file, Files.readString(file).replace("os: windows,",
                "os: windows, box: 'hybridlab/standin:test',"));
        return copy;
    }
}
