package org.hybridlab.cluster.kubeconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.hybridlab.common.error.LabException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedKubeconfigTest {
    /** As a control plane that somebody else holds could hand it over. */
    private static final String HOSTILE = """
            current-context: c
            contexts: [{name: c, context: {cluster: l, user: u, namespace: theirs}}]
            clusters:
            - name: l
              cluster: {server: "https://192.0.2.1:6443", certificate-authority-data: Y2E=, proxy-url: "http://evil"}
            users:
            - name: u
              user:
                client-certificate-data: Y2VydA==
                client-key-data: a2V5
                exec: {apiVersion: client.authentication.k8s.io/v1, command: /tmp/evil, interactiveMode: Never}
                auth-provider: {name: evil}
            """;
    private static final String WORK = """
            # mine
            apiVersion: v1
            kind: Config
            preferences: {}
            clusters:
            - cluster:
                certificate-authority-data: %s
                server: 'https://work'   # the office
              name: work
            # between
            - {name: "1e3", cluster: {server: "https://other", tls-server-name: 0x1F}}
            contexts:
              - context: {cluster: work, user: "007"}
                name: work
            current-context: "work"
            users:
            - name: '007'
              user:
                token: "12345678901234567890"
                exec:
                  args: [yes, "no", 1_000, ~, 2026-11-21]
                  command: aws
            # the end
            """.formatted("QUJD".repeat(200));

    @TempDir
    private Path folder;
    private Path labs;
    private Path file;

    @BeforeEach
    void lab() throws IOException {
        labs = Files.writeString(folder.resolve("labs"), HOSTILE);
        file = folder.resolve("config");
    }

    @Test
    void whatIsNotOursStaysByteForByte() throws IOException {
        Files.writeString(file, WORK);
        shared().put("hybridlab-a", labs);
        shared().put("hybridlab-a", labs);
        shared().put("hybridlab-b", labs);
        assertThat(file).content().containsOnlyOnce("name: hybridlab-a\n  user:");
        assertThat(Files.readAllLines(file)).containsAll(WORK.lines().toList());

        shared().remove("hybridlab-b");
        shared().remove("hybridlab-a");
        assertThat(file).hasContent(WORK);
    }

    @Test
    void nothingButServerAndCertificatesGetsIntoIt() throws IOException {
        shared().put("hybridlab-a", labs);
        assertThat(file).content().doesNotContain("evil", "exec", "auth-provider", "proxy-url", "theirs")
                .contains("https://192.0.2.1:6443", "Y2E=", "Y2VydA==", "a2V5", "current-context: hybridlab-a");
        shared().replaceBy(labs, false);
        assertThat(file).content().doesNotContain("evil", "exec", "auth-provider", "proxy-url", "theirs");
        assertThat(KubeConfig.read(file).server()).hasToString("https://192.0.2.1:6443");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "clusters: []\nusers: null\ncontexts:\ncurrent-context: \"\"\n", "kind: Config",
            "{\"clusters\": [{\"name\": \"w\", \"cluster\": {\"server\": \"https://w\"}}], \"current-context\": \"w\"}",
            "apiVersion: v1\nclusters: # none\nkind: Config\n", "---\nkind: Config\n...\n",
            "clusters:\n-\n  name: w\n  cluster: {server: https://w}\nusers: [\n]\n"})
    void lab_inAnyYaml_goesInAndOut(String before) throws IOException {
        Files.writeString(file, before);
        String work = before.contains("https://w") ? "https://w" : "";
        shared().put("hybridlab-a", labs);
        assertThat(shared().has("hybridlab-a", labs)).isTrue();
        assertThat(file).content().contains(work, "user: hybridlab-a");
        shared().remove("hybridlab-a");
        assertThat(shared().has("hybridlab-a", labs)).isFalse();
        assertThat(file).content().contains(work).doesNotContain("hybridlab-a");
    }

    /** This reader knows fewer numbers and switches than kubectl. */
    @ParameterizedTest
    @ValueSource(strings = {"1e3", "0o17", "y", "N", "1_000"})
    void kubectlsNumbersAndSwitches_areQuoted(String name) throws IOException {
        Files.writeString(file, "{\"clusters\": [{\"name\": \"%s\", \"cluster\": {\"server\": \"https://w\"}}]}"
                .formatted(name));
        shared().put("hybridlab-a", labs);
        assertThat(file).content().contains("name: \"%s\"".formatted(name), "server: https://w",
                "name: hybridlab-a");
    }

    @Test
    void symbolicLink_stays_andItsTargetIsWritten() throws IOException {
        Path target = folder.resolve("dotfiles/kube");
        Files.createSymbolicLink(file, Path.of("dotfiles/kube"));
        shared().put("hybridlab-a", labs);
        assertThat(file).isSymbolicLink();
        assertThat(target).content().contains("hybridlab-a");
        assertThat(Files.getPosixFilePermissions(target)).hasSize(2);
    }

    @Test
    void kubectlsLockIsWaitedForAndTaken() throws IOException {
        Path lock = Files.createFile(folder.resolve("config.lock"));
        CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS).execute(() -> lock.toFile().delete());
        shared().put("hybridlab-a", labs);
        assertThat(file).content().contains("hybridlab-a");
        assertThat(lock).doesNotExist();
    }

    @Test
    void brokenFile_isLeftAlone_andNotQuoted() throws IOException {
        Files.writeString(file, "users:\n- name: a\n  token: s3cr3t: [x\n");
        assertThatThrownBy(() -> shared().put("hybridlab-a", labs)).isInstanceOfSatisfying(LabException.class, e -> {
            assertThat(e.id()).isEqualTo("shared-kubeconfig-unreadable");
            assertThat(e.why().orElseThrow()).contains("line 3").doesNotContain("s3cr3t");
            assertThat(e).hasNoCause();
        });
        assertThat(file).content().contains("s3cr3t");
        assertThat(folder.resolve("config.lock")).doesNotExist();
    }

    @Test
    void brokenLabKubeconfig_isNotQuoted() {
        assertThatThrownBy(() -> KubeConfig.parse("users:\n- name: a\n  token: s3cr3t: [x\n"))
                .isInstanceOfSatisfying(LabException.class, e -> {
                    assertThat(e.why().orElseThrow()).contains("line 3").doesNotContain("s3cr3t");
                    assertThat(e).hasNoCause();
                });
    }

    @Test
    void anotherServerThanTheOneAskedIsRefused() throws IOException {
        KubeConfig config = KubeConfig.read(labs);
        assertThat(config.mustLeadTo("https://192.0.2.1:6443")).isSameAs(config);
        assertThatThrownBy(() -> config.mustLeadTo("https://192.0.2.2:6443")).isInstanceOf(LabException.class)
                .hasMessageContaining("is not a kubeconfig that can be used");
    }

    @ParameterizedTest
    @ValueSource(strings = {"name: duo\nmachines: []\n", "services: {web: {image: nginx}}\n", "# notes\n", "{}\n",
            "- a\n", "notes\n", "a: [\n", "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n",
            "kind: Config\n---\nkind: Config\n", "clusters: none\n", "kind: Config\nclusters: [work]\n",
            "\u0000\u0001"})
    void export_overWhatIsNoKubeconfig_isRefused(String before) throws IOException {
        Files.writeString(file, before);
        assertRefused("export-over-other-file", "is not a kubeconfig");
        assertThat(file).content().isEqualTo(before);
    }

    @Test
    void export_overBytesOrFolder_isRefused() throws IOException {
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertRefused("export-over-other-file", "is not a kubeconfig");
        Files.delete(file);
        Files.createDirectory(file);
        assertRefused("export-over-other-file", "is not a kubeconfig");
    }

    @ParameterizedTest
    @ValueSource(strings = {"users: [{name: work, user: {token: t}}]", "preferences: {colors: true}",
            "contexts: [{name: work, context: {cluster: kubernetes-work}}]", "notes: [keep]",
            "contexts: [{name: work, context: {user: kubernetes-admin}}]"})
    void export_overMoreThanOwnCluster_isRefused(String more) throws IOException {
        String before = "kind: Config\n" + more + "\n";
        Files.writeString(file, before);
        assertRefused("kubeconfig-has-others", "has more than the lab's cluster");
        assertThat(file).content().isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "kind: Config\n", "kind: Config\npreferences: {}\nclusters: []\nusers: null\n"})
    void export_overNothing_isWritten(String before) throws IOException {
        Files.writeString(file, before);
        shared().replaceBy(labs, false);
        shared().replaceBy(labs, false);
        assertThat(KubeConfig.read(file).server()).hasToString("https://192.0.2.1:6443");
        Files.delete(file);
        shared().put("hybridlab-a", labs);
        shared().replaceBy(labs, false);
        assertThat(file).content().doesNotContain("hybridlab-a").contains("https://192.0.2.1:6443");
    }

    private void assertRefused(String id, String what) {
        assertThatThrownBy(() -> shared().replaceBy(labs, true)).isInstanceOfSatisfying(LabException.class, e -> {
            assertThat(e.id()).isEqualTo(id);
            assertThat(e.what()).contains(what);
            assertThat(e.exitCode().number()).isEqualTo(2);
        });
        assertThat(folder.resolve("config.lock")).doesNotExist();
    }

    private SharedKubeconfig shared() {
        return SharedKubeconfig.at(file);
    }
}
