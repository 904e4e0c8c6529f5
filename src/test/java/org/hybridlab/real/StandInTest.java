package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import org.hybridlab.process.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The whole Windows path of {@code up}, through real Vagrant and real ssh, into a real cluster; the Windows machine is
 * a stand-in, a container with an interpreter for our scripts and a small world ({@code src/test/powershell/standin}).
 */
@Tag("long")
@Tag("docker")
class StandInTest {
    private static final Path SOURCE = Path.of("src/test/standin");
    private static final String ALLOWED = "-Dhybridlab.standins=true";

    private RealLab lab = lab("{}");

    private static RealLab lab(String faults) {
        return RealLab.copyOf(SOURCE, "standin", Map.of("HYBRIDLAB_JAVA_OPTIONS", ALLOWED,
                "HYBRIDLAB_STANDIN_FAULTS", faults));
    }

    @BeforeAll
    static void image() throws IOException {
        StandInImage.build(lab("{}"));
    }

    @AfterEach
    void destroy() {
        lab.close();
    }

    @Test
    void upEndsWithANodeAndItsPodNetworkAndASecondUpHasNothingToDo() {
        Result first = lab.must("up", "--provider", "docker");

        assertThat(first.stdout() + first.stderr()).contains("win is a stand-in", "All steps are done");
        JsonNode node = node();
        JsonNode world = world();
        assertThat(node.at("/metadata/labels/kubernetes.io~1os").asString()).isEqualTo("windows");
        assertThat(node.at("/metadata/labels/hybridlab.org~1lab").asString()).isEqualTo("standin");
        assertThat(node.at("/metadata/annotations/flannel.alpha.coreos.com~1backend-type").asString())
                .isEqualTo("vxlan");
        assertThat(node.at("/metadata/annotations/hybridlab.org~1stand-in").asString()).isEqualTo("true");
        assertThat(node.at("/spec/taints/0/key").asString()).isEqualTo("os");
        assertThat(world.at("/hns/networks/0/Type").asString()).isEqualTo("Overlay");
        assertThat(world.at("/hns/networks/0/Subnets/0/AddressPrefix").asString())
                .isEqualTo(node.at("/spec/podCIDR").asString());

        Result second = lab.must("up", "--provider", "docker");

        assertThat(second.stderr()).contains("All steps are done").doesNotContain(" start ");
    }

    /** A connection that breaks costs one more `up`; what else is lost comes back by itself. */
    @Test
    void aLostConnectionALostRebootAndADeadTokenEndInSuccess() {
        lab = lab("{\"reboot\": true, \"token\": true, \"drop\": \"run/containerd.ps1\"}");

        Result dropped = lab.call("up", "--provider", "docker");

        assertThat(dropped.exitCode()).isEqualTo(1);
        assertThat(dropped.stderr()).contains("[ssh-lost]", "Reboot win if need be");
        Result again = lab.must("up", "--provider", "docker");
        assertThat(again.stderr()).contains("retry    Join win", "All steps are done");
    }

    @Test
    void aPodNetworkThatWindowsRefusesIsFoundByDiagnoseAndUpGoesOnWhenItIsMended() {
        lab = lab("{\"hns\": true}");
        try (RealCall up = lab.start("up", "--provider", "docker")) {
            up.awaitLine("start", "Wait until win is Ready");
            up.awaitLine("running", "Wait until win is Ready");

            assertThat(lab.call("diagnose").stdout()).contains("[flannel-network-not-made]", "win");

            // With the lock that the stand-in's own processes take.
            lab.host("docker", "exec", lab.container("win"), "sh", "-c", "cd /var/lib/standin "
                    + "&& until mkdir world.json.lock; do sleep 0.01; done; "
                    + "sed -i 's/\"hns\": true/\"hns\": false/' world.json; rmdir world.json.lock");
            assertThat(up.exitCode(Duration.ofMinutes(3))).isZero();
        }
    }

    private JsonNode node() {
        return JsonMapper.shared().readTree(lab.must("kubectl", "get", "node", "win", "-o", "json").stdout());
    }

    private JsonNode world() {
        return JsonMapper.shared().readTree(lab.host("docker", "exec", lab.container("win"), "cat",
                "/var/lib/standin/world.json").stdout());
    }
}
