package org.hybridlab.provision.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hybridlab.fake.StubProgram;
import org.hybridlab.provision.kubernetes.NodeJoined.JoinedDisk;
import org.hybridlab.provision.render.KubeadmInit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script of {@link NodeJoined} with programs that stand in for kubeadm and journalctl. Real ones differ in this: a
 * kubelet spreads its tries over 14 s, and kubeadm goes on with other phases.
 */
class RefusedJoinTest {
    private static final String REFUSAL = "kubelet[1]: cannot create certificate signing request: Unauthorized";

    @TempDir
    private Path folder;

    @BeforeEach
    void programs() throws IOException {
        Files.createDirectories(folder.resolve("etc/hybridlab"));
        program("journalctl", "cat '%s'".formatted(folder.resolve("journal")));
        program("sleep", "exec /bin/sleep 0.05");
    }

    @Test
    void join_refusedThreeTimes_goesOn() throws IOException, InterruptedException {
        program("kubeadm", "/bin/sleep 0.5; echo joined");

        assertThat(join(3)).contains("joined").doesNotContain("Unauthorized");
    }

    @Test
    void join_refusedFourTimes_endsWithTheRefusal() throws IOException, InterruptedException {
        // It needs a while to end.
        program("kubeadm", "trap '/bin/sleep 0.5; exit 143' TERM; while :; do /bin/sleep 0.1; done");

        assertThat(join(4)).containsOnlyOnce(REFUSAL).endsWith("exit 143\n");
    }

    private String join(int refusals) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("journal"), (REFUSAL + "\n").repeat(refusals));
        ProcessBuilder builder = new ProcessBuilder("sh", "-c",
                "(" + NodeJoined.JOIN + "); echo exit $?", "join", "authority", folder + KubeadmInit.PATCHES,
                "join.yaml", NodeJoined.REFUSED, folder + JoinedDisk.MARKER).redirectErrorStream(true);
        builder.environment().put("PATH", folder + ":" + System.getenv("PATH"));
        return new String(builder.start().getInputStream().readAllBytes());
    }

    private void program(String name, String script) {
        StubProgram.write(folder.resolve(name), script);
    }
}
