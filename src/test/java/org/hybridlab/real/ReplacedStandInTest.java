package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;

import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stand-in for a Windows machine (see {@link StandInTest}) goes and comes as a machine that is replaced does. */
@Tag("long")
@Tag("docker")
class ReplacedStandInTest {
    private static final int NOT_JUDGED = 5;
    private static final String PAUSE = "pause:3.10.2";
    @TempDir
    private static Path folder;
    private static StandInHost host;
    private RealLab lab;

    @BeforeAll
    static void open() throws IOException, InterruptedException {
        host = StandInHost.open(folder);
        host.publish(PAUSE, 1);
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
    void standIn_replaced_joinsAsNewNode() {
        lab = host.lab(Path.of("src/test/standin"), "standin-replaced", "{}", "");
        ends(lab.call("up", "--provider", "docker"));
        String machine = machine();
        String node = win().node().at("/metadata/uid").asString();

        Result replaced = lab.call("replace", "win");

        ends(replaced);
        assertThat(replaced.stdout()).contains("Replaced: win");
        assertThat(machine()).isNotEqualTo(machine);
        assertThat(win().node().at("/metadata/uid").asString()).isNotEqualTo(node);
        assertThat(win().ready().get("status").asString()).isEqualTo("True");
        assertThat(win().world().at("/hns/networks/0/Subnets/0/AddressPrefix").asString())
                .isEqualTo(win().node().at("/spec/podCIDR").asString());
        assertThat(lab.call("up").stderr()).contains("All steps are done").doesNotContain(" start ");
        win().isReadyForAsLongAsItsKubeletRuns();
    }

    /** No pod runs on a stand-in, so that what takes pods is not judged; nothing else is wrong. */
    private static void ends(Result result) {
        assertThat(result.exitCode()).as(result.stdout() + result.stderr()).isEqualTo(NOT_JUDGED);
        assertThat(result.stdout() + result.stderr()).contains(" 0 failed");
    }

    private String machine() {
        return lab.host("docker", "inspect", "--format", "{{.Id}}", lab.container("win")).stdout();
    }

    private StandInNode win() {
        return new StandInNode(lab);
    }
}
