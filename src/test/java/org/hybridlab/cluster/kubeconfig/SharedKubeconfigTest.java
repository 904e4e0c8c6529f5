package org.hybridlab.cluster.kubeconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
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
    private static final int CASES = Integer.getInteger("hybridlab.names.cases", 300);
    private static final long SEED = Long.getLong("hybridlab.names.seed", 47);
    private static final List<String> LISTS = List.of("clusters", "contexts", "users");
    private static final String EXEC = "{exec: {apiVersion: client.authentication.k8s.io/v1, command: /tmp/evil}}";
    private static final List<String> PARTS = List.of("lab", ": ", " #2", "\n", "\r", "\t", "  ", "- ", "? ", "'", "\"",
            "\\", "{", "}", "[", "]", ",", "&a", "*a", "!!int ", "%", "@", "`", "|", ">", "~", "null", "true", "1e3",
            "0x1F", "2026-11-28", "=", "<<", "---\n", "...\n", "\u0085", "\u00a0", "\u2028", "\u2029", "\ufeff",
            "\u0001", "\u007f", "\u009b", "\u202e", "\u00e9", "\ud83d\ude00",
            "\nusers:\n- name: evil\n  user: " + EXEC + "\n",
            "\n- name: evil\n  user: " + EXEC + "\n  x: ", "\"\n  user: " + EXEC + "\n  x: \"", "work", "hybridlab-a");
    private static final List<String> BEFORE = List.of("", """
            # mine
            apiVersion: v1
            kind: Config
            clusters:
            - cluster:
                server: 'https://work'   # the office
              name: work
            contexts:
              - context: {cluster: work, user: "007"}
                name: work
            current-context: "work"
            users:
            - name: '007'
              user: {token: "12345678901234567890"}
            # the end
            """, """
            apiVersion: v1
            kind: Config
            clusters: [{name: work, cluster: {server: "https://work"}}]
            contexts: []
            users: []
            """);
    private final Random random = new Random(SEED);

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
        LabException e = failure(() -> shared().put("hybridlab-a", labs));
        assertThat(e.id()).isEqualTo("shared-kubeconfig-unreadable");
        assertThat(e.why().orElseThrow()).contains("line 3").doesNotContain("s3cr3t");
        assertThat(e).hasNoCause();
        assertThat(file).content().contains("s3cr3t");
        assertThat(folder.resolve("config.lock")).doesNotExist();
    }

    @Test
    void brokenLabKubeconfig_isNotQuoted() {
        LabException e = failure(() -> KubeConfig.parse("users:\n- name: a\n  token: s3cr3t: [x\n"));
        assertThat(e.why().orElseThrow()).contains("line 3").doesNotContain("s3cr3t");
        assertThat(e).hasNoCause();
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
        LabException e = failure(() -> shared().replaceBy(labs, true));
        assertThat(e.id()).isEqualTo(id);
        assertThat(e.what()).contains(what);
        assertThat(e.exitCode().number()).isEqualTo(2);
        assertThat(folder.resolve("config.lock")).doesNotExist();
    }

    private SharedKubeconfig shared() {
        return SharedKubeconfig.at(file);
    }

    @Test
    void anyName_mergedAndTakenOut_leavesNothing() throws IOException {
        Path labs = Files.writeString(folder.resolve("labs"), """
                current-context: c
                contexts: [{name: c, context: {cluster: l, user: u}}]
                clusters: [{name: l, cluster: {server: "https://192.0.2.1:6443", certificate-authority-data: Y2E=}}]
                users: [{name: u, user: {client-certificate-data: Y2VydA==, client-key-data: a2V5}}]
                """);
        Path file = folder.resolve("config");
        SharedKubeconfig shared = SharedKubeconfig.at(file);
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < CASES; i++) {
            String name = name();
            String before = BEFORE.get(random.nextInt(BEFORE.size()));
            Files.writeString(file, before);
            String was = "";
            try {
                shared.put(name, labs);
                was = Files.readString(file);
                assertThat(content(was)).isEqualTo(expected(before, name));
                assertThat(shared.has(name, labs)).isTrue();
                assertThat(shared.names(name, labs)).containsExactly(name);
                assertThat(shared.server(name)).contains("https://192.0.2.1:6443");
                shared.remove(name);
                assertThat(shared.has(name, labs)).isFalse();
                assertThat(content(Files.readString(file))).isEqualTo(content(before));
                if (before.startsWith("#")) {
                    assertThat(file).hasContent(before);
                }
            } catch (AssertionError | RuntimeException e) {
                wrong.add("%s -> %s: %s".formatted(name, was, e.getMessage().lines().limit(3).toList()));
            }
        }
        System.out.printf("%d names, seed %d: %d wrong%n", CASES, SEED, wrong.size());
        assertThat(wrong).as("%d of %d names, seed %d", wrong.size(), CASES, SEED).isEmpty();
    }

    private String name() {
        StringBuilder name = new StringBuilder(random.nextInt(4) == 0 ? "" : "hybridlab-");
        for (int i = random.nextInt(5); i >= 0; i--) {
            name.append(random.nextInt(6) == 0 ? Character.toString(1 + random.nextInt(0x2fff))
                    : PARTS.get(random.nextInt(PARTS.size())));
        }
        // What is called so is somebody else's, and would be replaced.
        return List.of("work", "007").contains(name.toString()) ? "hybridlab-work" : name.toString();
    }

    private static Map<String, Object> content(String text) {
        Map<String, Object> content = KubeconfigEdit.load(text);
        LISTS.forEach(list -> content.putIfAbsent(list, List.of()));
        content.putIfAbsent("current-context", "");
        return content;
    }

    private static Map<String, Object> expected(String before, String name) {
        Map<String, Object> content = content(before);
        Map<String, Map<?, ?>> added = Map.of(
                "clusters", Map.of("name", name, "cluster", Map.of("server", "https://192.0.2.1:6443",
                        "certificate-authority-data", "Y2E=")),
                "contexts", Map.of("name", name, "context", Map.of("cluster", name, "user", name)),
                "users", Map.of("name", name, "user", Map.of("client-certificate-data", "Y2VydA==",
                        "client-key-data", "a2V5")));
        LISTS.forEach(list -> {
            List<Object> items = new ArrayList<>((List<?>) content.get(list));
            items.add(added.get(list));
            content.put(list, items);
        });
        content.compute("current-context", (key, current) -> "".equals(current) ? name : current);
        return new LinkedHashMap<>(content);
    }
}
