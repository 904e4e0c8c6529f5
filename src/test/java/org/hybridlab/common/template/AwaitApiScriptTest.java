package org.hybridlab.common.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.hybridlab.fake.Checkout;
import org.hybridlab.fake.StubProgram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs linux/await-api.sh.ftl on a folder that stands for a machine, and what it writes there, with a fake curl. */
class AwaitApiScriptTest {
    @TempDir
    private Path root;

    @BeforeEach
    void machine() throws IOException {
        Files.createDirectories(root.resolve("etc/kubernetes"));
        Files.createDirectories(root.resolve("bin"));
        run(Checkout.TEMPLATES.render("linux/await-api.sh.ftl", Map.of()).replace("/etc/",
                root + "/etc/"));
        kubeconfig();
    }

    @Test
    void kubelet_startsOnceTheApiServerIsReady() throws IOException {
        // Refused, without its rights yet, not ready, and then it does not know who asks.
        answers("000", "403", "500", "401");

        assertThat(await().exitCode()).isZero();
        assertThat(Files.readAllLines(root.resolve("asked"))).hasSize(4)
                .allMatch(line -> line.endsWith("https://192.168.56.11:6443/readyz?exclude=poststarthook/"
                        + "rbac/bootstrap-roles&exclude=poststarthook/scheduling/bootstrap-system-priority-classes"));
    }

    @Test
    void machine_thatHasNotJoined_asksNobody() throws IOException {
        answers("000");
        Files.delete(root.resolve("etc/kubernetes/kubelet.conf"));

        assertThat(await().exitCode()).isZero();
        assertThat(root.resolve("asked")).doesNotExist();
    }

    @Test
    void systemd_callsIt_andIgnoresItsFailure() throws IOException {
        assertThat(Files.readString(root.resolve(
                "etc/systemd/system/kubelet.service.d/15-hybridlab-await-api.conf")))
                .isEqualTo("[Service]\nExecStartPre=-" + root + "/etc/hybridlab/await-api\n");
    }

    private void kubeconfig() throws IOException {
        Files.writeString(root.resolve("etc/kubernetes/kubelet.conf"), """
                apiVersion: v1
                clusters:
                - cluster:
                    certificate-authority-data: QQ==
                    server: https://192.168.56.11:6443
                  name: default-cluster
                """);
    }

    /** curl's, one after the other. */
    private void answers(String... codes) throws IOException {
        Files.writeString(root.resolve("answers"), String.join("\n", codes) + "\n");
        StubProgram.write(root.resolve("bin/curl"), """
                echo "$@" >> '%1$s/asked'
                head -n 1 '%1$s/answers'
                sed -i 1d '%1$s/answers'
                """.formatted(root));
    }

    private Result await() {
        return run(root + "/etc/hybridlab/await-api");
    }

    private Result run(String script) {
        Result result = new LocalProcesses().run(Command.of("sh", "-c", script).env("PATH", root.resolve("bin") + ":"
                + System.getenv("PATH")), new Cancellation());
        assertThat(result.ok()).as(result.stderr()).isTrue();
        return result;
    }
}
