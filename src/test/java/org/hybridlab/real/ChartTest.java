package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Charts of five shapes, with the real Helm, in a lab on docker. */
@Tag("real")
@Tag("docker")
class ChartTest {
    private static final String CONFIG_MAP = "{apiVersion: v1, kind: ConfigMap, metadata: {name: %s}, data: {%s}}\n";

    @AutoClose
    private final RealLab lab = RealLab.copyOf("first-cluster", "chart");

    @Test
    void releases_areInstalled_changedAndUninstalled() throws IOException {
        plain();
        namespaced();
        definition();
        random();
        parent();
        String file = Files.readString(lab.folder().resolve("lab.yaml"));
        write("lab.yaml", file.replace("apps:\n", """
                apps:
                  - {name: plain, chart: {path: charts/plain, values: [values.yaml]}}
                  - {name: namespaced, chart: {path: charts/namespaced, namespace: shop}}
                  - {name: definition, chart: {path: charts/definition}}
                  - {name: random, chart: {path: charts/random}}
                  - {name: parent, chart: {path: charts/parent}}
                """));
        write("values.yaml", "greeting: of the lab\n");
        lab.must("up", "--provider", "docker");

        assertThat(objects("configmaps", "{.metadata.name} {.data.text}")).contains("plain of the lab",
                "hooked by a hook", "child of the parent");
        assertThat(objects("secrets", "{.type} {.metadata.labels.name} {.metadata.labels.status}")).contains(
                "helm.sh/release.v1 plain deployed", "helm.sh/release.v1 random deployed");
        assertThat(objects("configmaps", "{.metadata.name}", "-n", "shop")).contains("inside");
        assertThat(objects("things.example.org", "{.metadata.name}")).containsExactly("one");
        List<String> password = objects("secrets", "{.metadata.name} {.data.password}");
        assertThat(lab.must("plan").stdout()).doesNotContain("run   Apply the app");

        write("values.yaml", "greeting: changed\n");
        lab.must("up", "--provider", "docker");
        assertThat(objects("configmaps", "{.metadata.name} {.data.text}")).contains("plain changed");
        assertThat(objects("secrets", "{.metadata.name} {.data.password}")).as("no release was changed without need")
                .containsAll(password.stream().filter(one -> one.startsWith("random ")).toList());

        write("charts/plain/templates/broken.yaml", "{{ .Values.absent.field }}");
        Result refused = lab.call("up", "--provider", "docker");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.stderr()).contains("chart-invalid", "plain/templates/broken.yaml");

        Files.delete(lab.folder().resolve("charts/plain/templates/broken.yaml"));
        write("lab.yaml", file);
        assertThat(lab.must("up", "--provider", "docker", "--yes").stderr()).contains(
                "things/one; Helm leaves customresourcedefinitions/things.example.org");
        assertThat(objects("configmaps,secrets", "{.metadata.name}")).noneMatch(name ->
                name.startsWith("sh.helm.release") || List.of("plain", "child", "random").contains(name));
        await().atMost(Duration.ofMinutes(1)).until(() -> !objects("namespaces", "{.metadata.name}").contains("shop"));
        assertThat(objects("crds", "{.metadata.name}")).contains("things.example.org");
    }

    /** Values of a file, and a hook that runs before. */
    private void plain() throws IOException {
        chart("plain", CONFIG_MAP.formatted("plain", "text: {{ .Values.greeting | quote }}"));
        write("charts/plain/values.yaml", "greeting: of the chart\n");
        write("charts/plain/templates/hook.yaml", """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: hooked, annotations: {"helm.sh/hook": "pre-install,pre-upgrade"}}
                data: {text: by a hook}
                """);
    }

    /** No object names the namespace. */
    private void namespaced() throws IOException {
        chart("namespaced", CONFIG_MAP.formatted("inside", "text: here"));
    }

    private void definition() throws IOException {
        chart("definition", "{apiVersion: example.org/v1, kind: Thing, metadata: {name: one}}\n");
        write("charts/definition/crds/thing.yaml", KustomizeTest.THINGS);
    }

    private void random() throws IOException {
        chart("random", """
                apiVersion: v1
                kind: Secret
                metadata: {name: random}
                data:
                  password: {{ randAlphaNum 20 | b64enc }}
                """);
    }

    /** With a chart inside of it. */
    private void parent() throws IOException {
        chart("parent", CONFIG_MAP.formatted("parent", "text: it"));
        write("charts/parent/values.yaml", "child: {text: of the parent}\n");
        write("charts/parent/charts/child/Chart.yaml", "{apiVersion: v2, name: child, version: 0.1.0}\n");
        write("charts/parent/charts/child/templates/child.yaml", CONFIG_MAP.formatted("child",
                "text: {{ .Values.text | quote }}"));
    }

    private void chart(String name, String template) throws IOException {
        write("charts/%s/Chart.yaml".formatted(name), "{apiVersion: v2, name: %s, version: 0.1.0}\n".formatted(name));
        write("charts/%s/templates/it.yaml".formatted(name), template);
    }

    private List<String> objects(String kind, String line, String... more) {
        String[] words = new String[more.length + 4];
        System.arraycopy(new String[]{"get", kind, "-o",
                "jsonpath={range .items[*]}" + line + "{\"\\n\"}{end}"}, 0, words, 0, 4);
        System.arraycopy(more, 0, words, 4, more.length);
        return lab.must("kubectl", words).stdout().lines().map(String::strip).toList();
    }

    private void write(String name, String text) throws IOException {
        Path file = lab.folder().resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
