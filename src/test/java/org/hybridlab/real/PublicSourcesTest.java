package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** Kustomizations and charts as their makers publish them, in Go modules that the bundle is built from. */
@Tag("real")
class PublicSourcesTest {
    private static final String CACHE = System.getenv().getOrDefault("XDG_CACHE_HOME",
            System.getProperty("user.home") + "/.cache") + "/hybridlab/go/mod";

    private final RealLab lab = RealLab.copyOf("first-cluster", "public");

    /** @param says what `validate` says; empty for nothing */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "kwok | sigs.k8s.io/kwok | kustomize | kustomize: public/kwok | image-without-tag",
        "kwok | sigs.k8s.io/kwok | kustomize | kustomize: public/crd | ",
        "kwok | sigs.k8s.io/kwok | kustomize | kustomize: public/rbac | ",
        "kwok | sigs.k8s.io/kwok | charts | chart: {path: public/kwok, namespace: kwok} | ",
        "flannel | github.com/flannel-io/flannel | Documentation/kustomization | kustomize: public/kube-flannel "
                + "| netconf-vni",
        "flannel | github.com/flannel-io/flannel | chart | chart: {path: public/kube-flannel} | netconf-vni",
        "local-path-provisioner | github.com/rancher/local-path-provisioner | deploy | kustomize: public | ",
        "local-path-provisioner | github.com/rancher/local-path-provisioner | deploy/chart "
                + "| chart: {path: public/local-path-provisioner, namespace: local} | "})
    void publicSource_isRenderedAndJudged(String component, String module, String folder, String source, String says)
            throws IOException {
        copy(Path.of("data/bundle/go", component), module, folder);
        Path file = lab.folder().resolve("lab.yaml");
        Files.writeString(file, Files.readString(file).replace("apps:\n", "apps:\n  - {name: it, " + source + "}\n"));

        Result result = lab.call("validate");

        String all = result.stdout() + result.stderr();
        assertThat(all).doesNotContain("-invalid]", "renderer-missing", "key-unknown");
        if (says == null) {
            assertThat(result.exitCode()).as(all).isZero();
        } else {
            assertThat(all).contains("[" + says + "]");
        }
    }

    /** Gets the module, if this host does not have it. */
    private void copy(Path pinned, String module, String folder) throws IOException {
        String got = new LocalProcesses().run(Command.of("go", "mod", "download", "-json", module)
                .in(pinned.toAbsolutePath()).env("GOMODCACHE", CACHE), new Cancellation()).stdout();
        RealLab.copy(Path.of(JsonMapper.shared().readTree(got).path("Dir").asString()).resolve(folder),
                lab.folder().resolve("public"));
    }
}
