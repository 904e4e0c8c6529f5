package org.hybridlab.provision.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.workspace.LabFolder;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.file.reader.ManifestTemplates.Rendered;
import org.hybridlab.config.model.App;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.fake.StubProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** With a stand-in for kubectl that says what it got. What the real one makes of it, {@code KustomizeTest} asks. */
class AppRendererTest {
    private static final String OVERLAY = "k8s/overlay/kustomization.yaml";
    private static final App APP = new App("web", List.of(OVERLAY), Map.of(), Optional.empty(), "/");
    private static final App CHART = new App("shop", List.of("shop/Chart.yaml"), Map.of(), Optional.empty(), "/",
            Optional.of(new App.Chart("shop", List.of("values.yaml"), "market")));

    @TempDir
    private Path folder;
    private Path lab;

    @Test
    void kubectl_getsCopyOfNamedFilesAlone_inTheirOrder() throws IOException {
        write("k8s/overlay/notes.txt", "not named");
        write("k8s/secret.yaml", "not named");
        tree();

        Rendered rendered = with("PATH=/usr/bin:/bin; [ \"$1\" = kustomize ] && cd \"$2/../..\" "
                + "&& find . -type f | sort | sed 's/^/# /' && cat k8s/base/all.yaml");

        assertThat(rendered.wrong()).as(rendered.reason()).isEmpty();
        assertThat(rendered.text().lines().filter(line -> line.startsWith("# "))).containsExactly(
                "# ./k8s/base/all.yaml", "# ./k8s/base/kustomization.yaml", "# ./k8s/more/kustomization.yml",
                "# ./k8s/overlay/a.properties", "# ./k8s/overlay/b.env", "# ./k8s/overlay/kustomization.yaml",
                "# ./k8s/overlay/patch.yaml", "# ./k8s/overlay/swap.yaml", "# ./k8s/overlay/types.json");
        assertThat(rendered.text()).as("empty lines are part of texts").contains("first\n\n    third");
    }

    @Test
    void kubectl_hasNoProgramsAndNoEnvironment_andLimits() throws IOException {
        tree();

        String text = with("export -p; ulimit -d; ulimit -t; command -v git || true").text();

        assertThat(text).contains("PATH='/nonexistent'", "1048576\n60\n").doesNotContain("git", "JAVA", "USER");
        assertThat(with("export -p; ulimit -d; ulimit -t").text()).contains("HTTPS_PROXY='http://127.0.0.1:9'");
    }

    @Test
    void sameFiles_areRenderedOnce() throws IOException {
        tree();
        Path calls = folder.resolve("calls");
        AppRenderer renderer = renderer("echo call >>" + calls);

        renderer.render(new LabFolder(lab), theLab(), APP, OVERLAY);
        renderer.render(new LabFolder(lab), theLab(), APP, OVERLAY);
        assertThat(calls).hasContent("call");

        write("k8s/overlay/patch.yaml", "kind: Other");
        renderer.render(new LabFolder(lab), theLab(), APP, OVERLAY);
        assertThat(calls).hasContent("call\ncall");
    }

    @Test
    void failure_isSaidWithPathsOfTheLab() throws IOException {
        tree();

        Rendered rendered = with("echo '# Warning: old' >&2; echo \"error: no $2/x.yaml\" >&2; exit 1");

        assertThat(rendered.reason()).isEqualTo("`kubectl kustomize` says error: no k8s/overlay/x.yaml");
        assertThat(rendered.wrong()).hasValueSatisfying(mark -> assertThat(mark.file()).isEqualTo(OVERLAY));
        assertThat(catchThrowableOfType(LabException.class, () -> renderer("exit 1").text(new LabFolder(lab), theLab(),
                APP, OVERLAY)).id()).isEqualTo("manifest-unreadable");
    }

    @Test
    void missingKubectl_isUnknown_andNothingIsApplied() throws IOException {
        tree();
        AppRenderer renderer = new AppRenderer(new LocalProcesses(), (name, version) -> Optional.empty(),
                new Cancellation());

        Rendered rendered = renderer.render(new LabFolder(lab), theLab(), APP, OVERLAY);

        assertThat(rendered.isKnown()).isFalse();
        assertThat(rendered.wrong()).isEmpty();
        assertThat(catchThrowableOfType(LabException.class, () -> renderer.text(new LabFolder(lab), theLab(), APP,
                OVERLAY)).id()).isEqualTo("renderer-not-in-cache");
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://example.org/a.yaml", "HTTP://example.org/a.yaml", "github.com/them/repo",
            "GitHub.com/them/repo", "git@example.org:them/repo", "gh:them/repo", "file:///etc", "/etc/hostname",
            "../../../outside.yaml", "missing.yaml", "git::https://example.org/r", "linked.yaml", "linked"})
    void whatIsNotInTheFolder_isRefused(String resource) throws IOException {
        tree();
        write("k8s/overlay/github.com/them/repo/kustomization.yaml", "{}");
        Files.writeString(folder.resolve("outside.yaml"), "kind: Outside");
        Files.createSymbolicLink(lab.resolve("k8s/overlay/linked.yaml"), folder.resolve("outside.yaml"));
        Files.createSymbolicLink(lab.resolve("k8s/overlay/linked"), lab.resolve("k8s/base"));
        write(OVERLAY, "namespace: x\nresources:\n- ../base\n- " + resource + "\n");

        refused(4, 3);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "helmCharts: [{name: a, repo: b}]|1:1",
        "generators: [a.yaml]|1:1",
        "transformers: [../base]|1:1",
        "validators: [a.yaml]|1:1",
        "inventory: {}|1:1",
        "Resources: ['https://example.org/a.yaml']|1:13",
        "resources: [../base/all.yaml, '../base\\kustomization.yaml']|1:31",
        "configMapGenerator: [{name: a, files: [x=https://example.org/a]}]|1:40",
        "configMapGenerator: [{name: a, Files: [missing]}]|1:40",
        "secretGenerator: [{name: a, env: missing}]|1:34",
        "secretGenerator: [{name: a, envs: [../../../outside.yaml]}]|1:36",
        "patches: [{Path: https://example.org/a.yaml}]|1:18",
        "patchesStrategicMerge: [missing.yaml]|1:25",
        "replacements: [{path: missing.yaml}]|1:23",
        "openapi: {path: missing.json}|1:17",
        "crds: [../base]|1:8",
        "components: [.]|1:14",
        "kind: Deployment|1:1",
        "resources: []\\nresources: ['https://example.org/a.yaml']|2:1",
        "<<: {resources: ['https://example.org/a.yaml']}|1:18",
        "resources: [|2:1"})
    void whatKustomizeWouldRunOrFetch_isRefusedWithItsPlace(String text, String place) throws IOException {
        write("k8s/base/kustomization.yaml", "resources: [all.yaml]");
        write("k8s/base/all.yaml", "kind: A");
        write(OVERLAY, text.replace("\\n", "\n") + "\n");

        String[] at = place.split(":");
        if (text.startsWith("components")) {
            // A folder that names itself ends there: its file is known already.
            assertThat(KustomizationFiles.of(new LabFolder(lab), OVERLAY)).hasSize(1);
        } else {
            refused(Integer.parseInt(at[0]), Integer.parseInt(at[1]));
        }
    }

    private void refused(int line, int column) throws IOException {
        Rendered rendered = with("echo must not run; touch " + folder.resolve("ran"));

        assertThat(rendered.wrong()).hasValueSatisfying(mark -> {
            assertThat(mark.file()).isEqualTo(OVERLAY);
            assertThat(mark.line() + ":" + mark.column()).isEqualTo(line + ":" + column);
        });
        assertThat(folder.resolve("ran")).doesNotExist();
    }

    /** The chart looks something up, makes a password, and has a hook. */
    @Test
    void chart_isTheSameEachTime_withItsNamespaceAndWithoutHooks() throws IOException {
        write("shop/Chart.yaml", "name: shop");
        write("values.yaml", "a: 1");
        AppRenderer renderer = renderer("""
                echo "$*" >>%1$s; ls "$3/.." >/dev/null 2>&1; echo >>%1$s.n
                echo '---'
                echo '# Source: shop/templates/a.yaml'
                echo 'apiVersion: v1'
                echo 'kind: Secret'
                echo 'metadata:'
                echo '  name: a'
                echo 'data:'
                echo "  password: $$"
                echo '  lasting: b'
                echo '---'
                echo '{apiVersion: v1, kind: ConfigMap, metadata: {name: there, namespace: other}}'
                echo '---'
                echo '{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: c}}'
                echo '---'
                echo '{apiVersion: v1, kind: Pod, metadata: {name: d, annotations: {helm.sh/hook: pre-install}}}'
                """.formatted(folder.resolve("calls")));

        String text = renderer.text(new LabFolder(lab), theLab(), CHART, "shop/Chart.yaml");

        assertThat(Manifest.parse(text)).extracting(object -> object.kind() + " " + object.namespace() + "/"
                + object.name()).containsExactly("Namespace default/market", "Secret market/a",
                "ConfigMap other/there", "ClusterRole default/c");
        assertThat(text).contains("labels: {hybridlab.org/app: shop}", "lasting: b", "password: " + ChartText.RANDOM);
        assertThat(Files.readAllLines(folder.resolve("calls")).get(0)).matches("template shop \\S+/lab/shop "
                + "--namespace market --values \\S+/lab/values.yaml --include-crds --skip-tests "
                + "--kube-version v\\S+");
        assertThat(renderer.render(new LabFolder(lab), theLab(), CHART, "shop/Chart.yaml").text())
                .contains("helm.sh/hook");
        assertThat(Files.readAllLines(folder.resolve("calls"))).hasSize(2);
    }

    private Lab theLab() throws IOException {
        return LabFile.read(Files.writeString(folder.resolve("lab.yaml"), """
                name: it
                machines: [{name: control, role: control-plane}]
                """), Cidr.parse("192.168.57.0/24")).orThrow();
    }

    private void tree() throws IOException {
        write("k8s/base/kustomization.yaml", "resources: [all.yaml]");
        write("k8s/base/all.yaml", "kind: ConfigMap\ndata:\n  text: |\n    first\n\n    third\n");
        write("k8s/more/kustomization.yml", "kind: Component\napiVersion: kustomize.config.k8s.io/v1alpha1\n");
        write("k8s/overlay/patch.yaml", "kind: A");
        write("k8s/overlay/swap.yaml", "[]");
        write("k8s/overlay/a.properties", "a=b");
        write("k8s/overlay/b.env", "b=c");
        write("k8s/overlay/types.json", "{}");
        write(OVERLAY, """
                apiVersion: kustomize.config.k8s.io/v1beta1
                kind: Kustomization
                namePrefix: my-
                resources:
                - ../base
                components: [../more/]
                patches:
                - path: patch.yaml
                - patch: |-
                    - op: replace
                      path: /spec/replicas
                      value: 2
                  target: {kind: Deployment}
                patchesStrategicMerge:
                - |-
                  kind: A
                replacements:
                - path: swap.yaml
                configMapGenerator:
                - name: a
                  files: [a.properties, b=b.env]
                  envs: [b.env]
                openapi: {path: types.json}
                images: [{name: a, newName: registry.example/a}]
                """);
    }

    private Rendered with(String script) throws IOException {
        return renderer(script).render(new LabFolder(lab), theLab(), APP, OVERLAY);
    }

    private AppRenderer renderer(String script) {
        Path program = StubProgram.write(folder.resolve("bin/kubectl"), script);
        return new AppRenderer(new LocalProcesses(), (name, version) -> Optional.of(program), new Cancellation());
    }

    private void write(String name, String text) throws IOException {
        lab = folder.resolve("lab");
        Path file = lab.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
