package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Nothing of a lab is lost, whatever happens to hybridlab, to its files and to its machines. */
@Tag("docker")
class LostLabTest {
    private static final HostPicture BEFORE = HostPicture.take();
    private final RealLab lab = RealLab.copyOf("first-cluster", "lost");

    @AfterEach
    void nothingIsLeft() {
        lab.close();
        await("the same host as before").atMost(Duration.ofSeconds(20)).untilAsserted(
                () -> assertThat(HostPicture.take()).isEqualTo(BEFORE));
    }

    @Test
    @Tag("real")
    void destroy_afterKilledUp_needsNoLabFile() throws IOException {
        try (RealCall up = lab.start("up", "--provider", "docker")) {
            up.awaitLine("start", "Start node");
            up.killAfter(Duration.ofMillis(300));
            up.exitCode(Duration.ofMinutes(1));
        }
        Path moved = Files.move(lab.folder().resolve("lab.yaml"), lab.folder().resolveSibling("moved.yaml"));
        try {
            assertThat(list()).contains("(gone)");
            Result destroy = lab.run(Command.of(lab.launcher(), "destroy", lab.folder().toString())
                    .in(Path.of("/tmp")));

            assertThat(destroy.exitCode()).as(destroy.stderr()).isZero();
            assertThat(lab.workspace()).doesNotExist();
            assertThat(lab.atWork()).isEmpty();
        } finally {
            Files.move(moved, lab.folder().resolve("lab.yaml"));
        }
        assertThat(lab.call("destroy").exitCode()).as("again").isZero();
    }

    @Test
    @Tag("long")
    void machines_changedByHand_areTakenBack() {
        lab.must("up", "--provider", "docker");
        String key = lab.workspace().resolve("ssh/known_hosts").toString();
        String before = lab.host("grep", "^node ", key).stdout();
        lab.host("docker", "rm", "--force", lab.container("node"));
        lab.run(Command.of("vagrant", "up", "node").in(lab.workspace()));

        assertThat(lab.call("up", "--yes").stderr()).contains("[loss-not-confirmed]", "--lose-volumes");
        lab.must("up", "--lose-volumes");
        assertThat(lab.host("grep", "^node ", key).stdout()).isNotEqualTo(before);

        lab.host("docker", "rm", "--force", lab.container("node"));
        lab.must("up", "--lose-volumes");
        assertThat(lab.host("docker", "volume", "ls", "--quiet", "--filter", "dangling=true", "--filter",
                "label=org.hybridlab.lab").stdout()).as("volumes that no machine has").isEmpty();
    }

    @Test
    @Tag("long")
    void instances_ofOneLab_liveAndGoAlone() {
        lab.must("up", "--provider", "docker");
        lab.must("up", "--provider", "docker", "--name", "second");
        try {
            List<String> networks = JsonMapper.shared().readTree(lab.run(Command.of(lab.launcher(), "list", "--output",
                    "json")).stdout()).findValuesAsString("network").stream().filter(one -> !one.isEmpty()).toList();
            assertThat(networks).hasSize(2).doesNotHaveDuplicates();
            lab.must("check", "--name", "second");
        } finally {
            lab.must("destroy", "--name", "second");
        }
        lab.must("check");
    }

    private String list() {
        return lab.run(Command.of(lab.launcher(), "list")).stdout();
    }
}
