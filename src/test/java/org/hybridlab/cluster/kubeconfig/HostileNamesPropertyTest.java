package org.hybridlab.cluster.kubeconfig;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a lab's folder is called: what `--merge` adds is one entry in each list, and it goes again. */
class HostileNamesPropertyTest {
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

    @TempDir
    private Path folder;
    private final Random random = new Random(SEED);

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
