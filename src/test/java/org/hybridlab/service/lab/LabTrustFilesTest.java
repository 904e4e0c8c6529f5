package org.hybridlab.service.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.hybridlab.config.model.ProviderName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a lab that did not come with hybridlab has in its folder, and what of it is asked for. */
class LabTrustFilesTest extends StrangersLab {
    @Test
    void changedTemplate_isAskedForAgain() throws IOException {
        Path lab = lab(PLAIN.formatted("libvirt"));
        known(lab, ProviderName.LIBVIRT);
        Path template = Files.copy(Path.of("Vagrantfile.ftl"), lab.resolveSibling("Vagrantfile.ftl"));
        call(Map.of(), "render", folder(), "--trust");
        assertThat(call(Map.of(), "render", folder()).exitCode()).isZero();

        Files.writeString(template, Files.readString(template) + "# more\n");

        assertThat(call(Map.of(), "render", folder()).err()).contains("[lab-not-trusted]", "New is");
    }

    @Test
    void link_outOfTheFolder_isNotFollowed() throws IOException {
        Path lab = lab(PLAIN.formatted("docker") + "untaint: true\napps: [{name: shop}]\n");
        Files.writeString(home.resolve("secret.yaml"), "apiVersion: v1\nkind: Secret\nmetadata: {name: it}\n");
        Files.createDirectory(lab.resolveSibling("apps"));
        Files.createSymbolicLink(lab.resolveSibling("apps/shop.yaml"), home.resolve("secret.yaml"));
        for (String command : List.of("validate", "render", "plan")) {
            assertThat(call(Map.of(), command, folder()).err()).as(command).contains("[path-outside-lab]");
        }
        Files.delete(lab.resolveSibling("apps/shop.yaml"));
        Files.copy(home.resolve("secret.yaml"), lab.resolveSibling("apps/shop.yaml"));

        Path link = Files.createSymbolicLink(lab.resolveSibling("templates"), home.resolve("vagrant").getParent());
        for (String command : List.of("render", "plan")) {
            assertThat(call(Map.of(), command, folder()).err()).as(command).contains("[path-outside-lab]");
        }
        Files.delete(link);
    }

    @Test
    void changedInclude_ofManifest_isAskedForAgain() throws IOException {
        Path lab = lab(PLAIN.formatted("docker")
                + "untaint: true\napps: [{name: shop, manifests: [apps/shop.yaml.ftl]}]\n");
        known(lab, ProviderName.DOCKER);
        Files.createDirectory(lab.resolveSibling("apps"));
        Files.writeString(lab.resolveSibling("apps/shop.yaml.ftl"), """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: shop}
                <#include "data.yaml.ftl">
                """);
        Path included = Files.writeString(lab.resolveSibling("apps/data.yaml.ftl"), "data: {a: b}\n");
        call(Map.of(), "render", folder(), "--trust");
        assertThat(call(Map.of(), "render", folder()).exitCode()).isZero();

        Files.writeString(included, "data: {a: c}\n");

        assertThat(call(Map.of(), "render", folder()).err()).contains("[lab-not-trusted]", "New is",
                "other files of its folder in its manifests");
    }

    @ParameterizedTest
    @ValueSource(strings = {"lab.yaml", ".hybridlab/kubeconfig", ".git/config"})
    void manifest_includesWhatIsAskedForOnly(String file) throws IOException {
        Path lab = lab(PLAIN.formatted("docker")
                + "untaint: true\napps: [{name: shop, manifests: [apps/shop.yaml.ftl]}]\n");
        Files.createDirectory(lab.resolveSibling("apps"));
        Files.writeString(lab.resolveSibling("apps/shop.yaml.ftl"), "<#include \"/%s\">\n".formatted(file));
        if (file.startsWith(".git")) {
            Files.writeString(Files.createDirectory(lab.resolveSibling(".git")).resolve("config"), "kind: List\n");
        }

        assertThat(call(Map.of(), "render", folder(), "--trust").err()).contains("apps/shop.yaml.ftl", file);
    }

    @Test
    void kubeconfig_inLabFolder_isListed() throws IOException {
        String joins = """
                name: duo
                provider: docker
                cluster: {kubeconfig: %s}
                kubernetes: 1.36
                network: {pods: 10.244.0.0/16, services: 10.96.0.0/12}
                machines: [{name: node}]
                """;
        Path lab = lab(joins.formatted("admin.conf"));
        Path secret = Files.writeString(home.resolve("secret"), "not for labs\n");
        Path named = Files.writeString(lab.resolveSibling("admin.conf"), "kind: Config\n");
        String first = call(Map.of(), "up", folder(), "--yes").err();
        assertThat(first).contains("kubeconfig admin.conf (sha256 ");

        Files.writeString(named, "kind: Config # of another cluster\n");
        assertThat(call(Map.of(), "up", folder(), "--yes").err()).contains("kubeconfig admin.conf (sha256 ")
                .isNotEqualTo(first);

        Files.delete(named);
        Files.createSymbolicLink(named, secret);
        assertThat(call(Map.of(), "up", folder(), "--yes", "--trust").err()).contains("[path-outside-lab]");

        lab(joins.formatted("../../secret"));
        assertThat(call(Map.of(), "up", folder(), "--yes").err()).as("where it is")
                .contains("[lab-not-trusted]", "the kubeconfig " + secret);
    }

    /** As {@code /proc/self/cwd} is, if hybridlab was called in the lab's folder. */
    @Test
    void passwordFile_byAnotherWayIntoLab_isItsOwn() throws IOException {
        Path way = Files.createSymbolicLink(home.resolve("way"), Path.of(folder()));
        Path lab = lab(PLAIN.formatted("docker") + ("registries: [{host: registry.example, login: {username: me, "
                + "passwordFile: %s}}]\n").formatted(way.resolve("password")));
        Path password = Files.writeString(lab.resolveSibling("password"), "own\n");
        assertThat(call(Map.of(), "up", folder(), "--yes").err()).contains("the file " + way.resolve("password"));

        Files.delete(password);
        Path secret = Files.writeString(home.resolve("secret"), "secret\n");
        Files.createSymbolicLink(password, secret);
        assertThat(call(Map.of(), "up", folder(), "--yes").err()).contains("[lab-not-trusted]", "the file " + secret);
        Files.delete(password);
        Files.delete(way);
    }

    @Test
    void passwordFile_linkedOutOfLab_isRefused() throws IOException {
        Path lab = lab(PLAIN.formatted("docker")
                + "registries: [{host: registry.example, login: {username: me, passwordFile: password}}]\n");
        Files.createSymbolicLink(lab.resolveSibling("password"), Files.writeString(home.resolve("secret"), "secret\n"));

        assertThat(call(Map.of(), "up", folder(), "--yes", "--trust").err()).contains("[path-outside-lab]");
    }
}
