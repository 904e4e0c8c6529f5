package org.hybridlab.cluster.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.Test;

class KubectlTest {
    @Test
    void readsTheNodesOfTheApiServersOwnAnswer() {
        assertThat(nodes(0, Recording.of("nodes"))).extracting(Node::name).containsExactly("control", "node");
    }

    @Test
    void seesNoNodesWhereTheApiServerDoesNotAnswer() {
        assertThat(nodes(1, "Unable to connect to the server: dial tcp 192.168.56.11:6443: i/o timeout")).isEmpty();
    }

    private static List<Node> nodes(int exitCode, String stdout) {
        Kubectl kubectl = new Kubectl((command, lines, cancellation) -> {
            assertThat(command.words()).containsSequence("get", "--raw", "/api/v1/nodes?resourceVersion=0");
            return new Result(command, exitCode, stdout, "", Duration.ZERO);
        }, Path.of("kubectl"), Path.of("kubeconfig"));
        return kubectl.nodes(new Cancellation());
    }
}
