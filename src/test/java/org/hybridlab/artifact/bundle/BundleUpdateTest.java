package org.hybridlab.artifact.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Unchecked.unchecked;
import static org.hybridlab.fake.Unchecked.writeFile;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.hybridlab.common.process.Command;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.fake.FakePrograms;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Go only answers what the proxy would have, and builds files of a few letters; the real one judges each go.mod. */
class BundleUpdateTest {
    private static final KubernetesVersion NEW = KubernetesVersion.parse("1.37.2");
    private static final String MANIFEST = Manifests.yaml()
            .replace("tool: \"2.60\"}", "tool: 3.6.16, other: 1.14.5, agnhost: 2.63.0, pause: 3.10.1}")
            .replace("module: tool\n", "module: tool-{version-branch}\n")
            .replace("images:\n", """
                      other:
                        cost: {seconds: 1, megabytes: 1}
                        module: other
                        packages: example.org/{file}
                        files: {linux: [other]}
                    images:
                    """).replace("linux: [kubernetes, tool]", "linux: [kubernetes, tool, other]");
    private static final Map<String, String> PROXY = Map.of(
            "example.org/ctl", "v3.6.16 v3.6.17 v3.7.0-rc.0 v3.7.0",
            "example.org/other", "v1.9.0 v1.14.5 v1.14.7 v1.15.0");

    @TempDir
    private Path home;
    private final FakePrograms go = new FakePrograms(this::answer);

    @BeforeEach
    void cloneOfFewComponents() {
        write("manifest.yaml", MANIFEST);
        write("tools.yaml", Manifests.TOOLS);
        write("sha256sums", "0  other/1.14.5-linux-amd64/other\n1  kubernetes/1.36.3-linux-amd64/kubelet\n");
        write("tools.sha256sums", "");
        module("kubernetes-1.36", "require k8s.io/kubernetes v1.36.3\n\nrequire (\n\tk8s.io/api v0.36.3 // indirect\n"
                + "\texample.org/dep v0.36.3 // indirect\n)\n");
        module("tool-3.6", "require (\n\texample.org/ctl v3.6.16\n\texample.org/server v3.6.16\n)\n");
        module("other", "require example.org/other v1.14.5\n");
        writeFile(home.resolve("source/test/images/agnhost/VERSION"), "2.66.1\n");
        writeFile(home.resolve("source/cmd/kubeadm/app/constants/constants.go"),
                "DefaultEtcdVersion = \"3.7.0-0\"\nCoreDNSVersion = \"v1.14.6\"\nPauseVersion = \"3.10.2\"\n");
    }

    @Test
    void newBranch_isTheNewestRelease_withModulesOfItsOwn() {
        List<String> said = update().pin(NEW);

        assertThat(text("manifest.yaml")).contains("releases:\n"
                + "  - {kubernetes: 1.37.2, tool: 3.6.17, other: 1.14.7, agnhost: 2.66.1, pause: 3.10.2}\n"
                + "  - {kubernetes: 1.36.3, tool: 3.6.17, other: 1.14.7, agnhost: 2.63.0, pause: 3.10.1}\n");
        assertThat(text("go/kubernetes-1.37/go.mod")).isEqualTo("module hybridlab.org/bundle/kubernetes-1.37\n"
                + "require k8s.io/kubernetes v1.37.2\n\nrequire (\n\tk8s.io/api v0.37.2 // indirect\n"
                + "\texample.org/dep v0.36.3 // indirect\n)\n");
        assertThat(text("go/kubernetes-1.36/go.mod")).contains("v1.36.3");
        assertThat(text("go/tool-3.6/go.mod")).contains("example.org/ctl v3.6.17\n\texample.org/server v3.6.17\n");
        assertThat(text("go/other/go.mod")).contains("example.org/other v1.14.7");
        assertThat(said).contains("other 1.14.7: there is 1.15.0", "other 1.14.7 is pinned in place of 1.14.5");
        assertThat(go.commands.stream().filter(command -> command.words().contains("tidy")).map(command ->
                command.directory().orElseThrow().getFileName().toString()))
                .containsExactly("kubernetes-1.37", "tool-3.6", "other");
    }

    @Test
    void patch_takesThePlaceOfTheRelease() {
        update().pin(KubernetesVersion.parse("1.36.4"));

        assertThat(text("manifest.yaml")).contains("releases:\n  - {kubernetes: 1.36.4, tool: 3.6.17, ")
                .doesNotContain("1.36.3");
        assertThat(text("go/kubernetes-1.36/go.mod")).contains("k8s.io/kubernetes v1.36.4", "k8s.io/api v0.36.4");
    }

    @Test
    void sums_areOfAllReleases_andOfNothingElse() {
        update().pin(NEW);

        update().sum(Bundles.of(home, home.resolve("cache"), Map.of(Bundles.SOURCE_VARIABLE, "modules"), go), NEW);

        assertThat(text("sha256sums")).contains("1  kubernetes/1.36.3-linux-amd64/kubelet\n",
                "  kubernetes/1.37.2-linux-arm64/kubelet\n", "  kubernetes/1.37.2-windows-amd64/kubelet.exe\n",
                Sha256.of("built") + "  other/1.14.7-linux-amd64/other\n")
                .doesNotContain("1.14.5", "client", "windows-arm64");
    }

    private BundleUpdate update() {
        return new BundleUpdate(home, go, Manifests.quiet());
    }

    private FakePrograms.Answer answer(Command command) {
        List<String> words = command.words();
        String last = words.get(words.size() - 1);
        if (words.contains("-versions")) {
            return FakePrograms.Answer.printing(last + " " + PROXY.get(last) + "\n");
        }
        if (words.contains("{{.Dir}}")) {
            boolean here = go.commands.stream().anyMatch(before -> before.words().contains("download"));
            return FakePrograms.Answer.printing((here ? home.resolve("source") : "") + "\n");
        }
        if (words.contains("GOVERSION")) {
            return FakePrograms.Answer.printing("go1.26.8\n");
        }
        if (words.contains("-json")) {
            return FakePrograms.Answer.printing("{}");
        }
        if (words.contains("build")) {
            Path target = Path.of(words.get(words.indexOf("-o") + 1));
            words.subList(words.indexOf("-o") + 2, words.size()).forEach(source -> unchecked(() -> Files.writeString(
                    target.resolve(source.replaceFirst("/v3$", "").replaceFirst(".*/", "")
                            + (command.environment().get("GOOS").equals("windows") ? ".exe" : "")), "built")));
        }
        return FakePrograms.Answer.DONE;
    }

    private void module(String name, String requires) {
        write("go/%s/go.mod".formatted(name), "module hybridlab.org/bundle/%s\n%s".formatted(name, requires));
        write("go/%s/go.sum".formatted(name), "");
        write("go/%s/tools.go".formatted(name), "");
    }

    private void write(String name, String text) {
        writeFile(home.resolve("data/bundle").resolve(name), text);
    }

    private String text(String name) {
        return unchecked(() -> Files.readString(home.resolve("data/bundle").resolve(name)));
    }
}
