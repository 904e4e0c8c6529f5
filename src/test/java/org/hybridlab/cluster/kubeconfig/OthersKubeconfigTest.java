package org.hybridlab.cluster.kubeconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.LabFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OthersKubeconfigTest {
    private static final String TWO = """
            apiVersion: v1
            kind: Config
            current-context: a
            contexts:
              - {name: a, context: {cluster: one, user: me}}
              - {name: b, context: {cluster: two, user: robot}}
            clusters:
              - {name: one, cluster: {server: "https://192.0.2.1:6443", certificate-authority: pki/ca.crt}}
              - {name: two, cluster: {server: "https://192.0.2.2:6443", certificate-authority-data: Y2E=}}
            users:
              - {name: me, user: {client-certificate-data: Y2VydGlmaWNhdGU=, client-key: pki/key.pem}}
              - {name: robot, user: {token: secret}}
            """;

    @TempDir
    private Path folder;

    @Test
    void whatTheFilePointsToIsPutIn() throws IOException {
        KubeConfig config = KubeConfig.parse(context(file(), Optional.empty()));

        assertThat(config.server()).hasToString("https://192.0.2.1:6443");
        assertThat(config.authority()).isEqualTo("the authority");
        assertThat(config.certificate()).isEqualTo("certificate");
        assertThat(config.key()).isEqualTo("the key");
    }

    @Test
    void nothingOfOtherContextsIsTakenAlong() throws IOException {
        assertThat(context(file(), Optional.of("a"))).doesNotContain("192.0.2.2", "robot", "secret");
    }

    @Test
    void tokenLogin_isRefused_withoutTheToken() throws IOException {
        Path file = file();

        LabException e = failure(() -> context(file, Optional.of("b")));
        assertThat(e.id()).isEqualTo("cluster-kubeconfig");
        assertThat(e.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(e.why().orElseThrow()).contains("client-certificate").doesNotContain("secret");
    }

    @Test
    void aContextThatIsNotThereIsNamed() throws IOException {
        Path file = file();

        assertThat(failure(() -> context(file, Optional.of("c"))).why().orElseThrow()).contains("no context called c");
    }

    /** The names of Java's classes say nothing to people. */
    @Test
    void reasons_nameNoJavaClass() throws IOException {
        Path shared = folder.resolve("shared");
        Path gone = folder.resolve("gone");
        assertThat(why(() -> context(gone, Optional.empty()))).isEqualTo("There is no " + gone + ".");
        assertThat(why(() -> KubeConfig.read(gone))).isEqualTo("There is no " + gone + ".");
        assertThat(why(() -> KubeConfig.read(folder))).isEqualTo("Is a directory.");
        Files.write(shared, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertThat(why(() -> KubeConfig.read(shared))).isEqualTo("It is not text.");
        for (String other : List.of("", "text", "[list]", "clusters: text", "clusters: [text]")) {
            Files.writeString(shared, other);
            assertThat(why(() -> context(shared, Optional.empty()))).as(other)
                    .startsWith("It lacks a part");
            assertThat(why(() -> KubeConfig.read(shared))).as(other).startsWith("It lacks a part");
        }
        assertThat(why(() -> SharedKubeconfig.at(shared).server("one"))).startsWith("It lacks a part");
        Path within = shared.resolve("config");
        assertThat(why(() -> SharedKubeconfig.at(within).put("one", kubeconfig())))
                .doesNotContain("java.", "Exception");
    }

    private static String why(ThrowingCallable call) {
        return failure(call).why().orElseThrow();
    }

    private String context(Path file, Optional<String> context) {
        return OthersKubeconfig.context(file, context, new LabFolder(folder));
    }

    private Path kubeconfig() throws IOException {
        return Files.writeString(folder.resolve("labs"), context(file(), Optional.empty()));
    }

    private Path file() throws IOException {
        Files.createDirectories(folder.resolve("pki"));
        Files.writeString(folder.resolve("pki/ca.crt"), "the authority");
        Files.writeString(folder.resolve("pki/key.pem"), "the key");
        return Files.writeString(folder.resolve("config"), TWO);
    }
}
