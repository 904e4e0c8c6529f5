package org.hybridlab.service.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.cli.Call;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.UserFolders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which labs of `init` are the user's own, and how long they stay that. */
class OwnLabTrustTest extends StrangersLab {
    private static final String NOT_TRUSTED = "[lab-not-trusted]";
    private static final String TEMPLATE = "Vagrantfile.ftl";

    private Path mine() {
        return home.resolve("labs/mine/lab.yaml");
    }

    private String renderMine() {
        known(mine(), ProviderName.LIBVIRT);
        return call(Map.of(), "render", mine().toString()).err();
    }

    private Path lab() throws IOException {
        Path lab = lab(PLAIN.formatted("libvirt"));
        Files.copy(Path.of(TEMPLATE), lab.resolveSibling(TEMPLATE));
        known(lab, ProviderName.LIBVIRT);
        return lab;
    }

    private void copyToMine() {
        Call call = call(Map.of(), "init", "labs/mine", "--from", folder());
        assertThat(call.exitCode()).as(call.err()).isZero();
    }

    @Test
    void copy_ofStrangersLab_isAskedFor() throws IOException {
        lab();
        copyToMine();

        assertThat(renderMine()).contains(NOT_TRUSTED, "did not come with hybridlab", "its own Vagrantfile.ftl");
    }

    @Test
    void copy_ofPlainStrangersLab_isAskedFor() throws IOException {
        lab(PLAIN.formatted("libvirt"));
        copyToMine();

        assertThat(renderMine()).contains(NOT_TRUSTED, "make virtual machines");
    }

    @Test
    void copy_ofTrustedLab_mayDoTheSame() throws IOException {
        lab();
        assertThat(call(Map.of(), "render", folder(), "--trust").exitCode()).isZero();
        copyToMine();
        assertThat(renderMine()).doesNotContain(NOT_TRUSTED);

        Path template = mine().resolveSibling(TEMPLATE);
        Files.writeString(template, Files.readString(template) + "# more\n");

        assertThat(renderMine()).contains(NOT_TRUSTED, "New is");
    }

    @Test
    void copy_ofOwnLab_isOwn() throws IOException {
        call(Map.of(), "init", folder(), "--workers", "1");
        copyToMine();
        Files.writeString(mine(), PLAIN.formatted("libvirt"));
        Files.copy(Path.of(TEMPLATE), mine().resolveSibling(TEMPLATE));

        assertThat(renderMine()).doesNotContain(NOT_TRUSTED);
    }

    @Test
    void copy_amongInstalledLabs_isAskedFor() throws IOException {
        lab();
        inInstallation(there -> {
            Path copy = installation().resolve("labs/mine/lab.yaml");
            Call init = Call.of(home, there, "init", copy.getParent().toString(), "--from", folder());
            assertThat(init.exitCode()).as(init.err()).isZero();
            known(copy, ProviderName.LIBVIRT);

            assertThat(Call.of(home, there, "render", copy.toString()).err()).contains(NOT_TRUSTED);
        });
    }

    /** It may also be below a lab that came with hybridlab. */
    @ParameterizedTest
    @CsvSource({"duo,true", "first-cluster/duo,true", "first-cluster,false", "kiamol-ch18/1809,false"})
    void clone_amongInstalledLabs_isAskedFor(String name, boolean asked) throws IOException {
        inInstallation(there -> {
            Path lab = Files.writeString(Files.createDirectories(installation().resolve("labs").resolve(name))
                    .resolve("lab.yaml"), PLAIN.formatted("libvirt"));
            known(lab, ProviderName.LIBVIRT);

            Call render = Call.of(home, there, "render", lab.toString());

            assertThat(render.err().contains(NOT_TRUSTED)).as(render.err()).isEqualTo(asked);
        });
    }

    /** Its templates are those of the folder that the link lies in. */
    @Test
    void labFile_linkedToInstalledLab_isAskedFor() throws IOException {
        inInstallation(there -> {
            Path installed = Files.writeString(Files.createDirectories(installation().resolve("labs/first-cluster"))
                    .resolve("lab.yaml"), PLAIN.formatted("libvirt"));
            for (String folder : List.of("installation/labs/evil", "evil")) {
                Path link = Files.createSymbolicLink(Files.createDirectories(home.resolve(folder)).resolve("lab.yaml"),
                        installed);
                Files.copy(Path.of(TEMPLATE), link.resolveSibling(TEMPLATE));
                known(link, ProviderName.LIBVIRT);

                assertThat(Call.of(home, there, "render", link.toString()).err()).as(folder).contains(NOT_TRUSTED);
                Files.delete(link);
            }
        });
    }

    private Path installation() {
        return home.resolve("installation");
    }

    private interface Deed {
        void in(Map<String, String> installation) throws IOException;
    }

    private void inInstallation(Deed deed) throws IOException {
        Path installation = Files.createDirectories(installation());
        List<Path> links = new ArrayList<>();
        try {
            for (String part : List.of(TEMPLATE, "templates", "data")) {
                links.add(Files.createSymbolicLink(installation.resolve(part), Path.of(part).toAbsolutePath()));
            }
            deed.in(Map.of("HYBRIDLAB_HOME", installation.toString(), "VAGRANT_HOME",
                    home.resolve("vagrant").toString()));
        } finally {
            // JUnit would warn of links that lead out of its folder.
            for (Path link : links) {
                Files.delete(link);
            }
        }
    }

    @Test
    void init_inFolderWithFiles_isAskedFor() throws IOException {
        Files.copy(Path.of(TEMPLATE), Files.createDirectories(mine().getParent()).resolve(TEMPLATE));
        assertThat(call(Map.of(), "init", mine().getParent().toString(), "--workers", "1").exitCode()).isZero();
        Files.writeString(mine(), PLAIN.formatted("libvirt"));

        assertThat(renderMine()).contains(NOT_TRUSTED, "its own Vagrantfile.ftl");
    }

    @Test
    void init_besideHiddenFilesOnly_isOwn() throws IOException {
        Files.createDirectories(mine().resolveSibling(".git"));
        call(Map.of(), "init", mine().getParent().toString(), "--workers", "1");
        Files.writeString(mine(), PLAIN.formatted("libvirt"));

        assertThat(renderMine()).doesNotContain(NOT_TRUSTED);
    }

    /** As a folder that is deleted and cloned again may get the same number on its disk. */
    @Test
    void ownFolder_filledAgain_isAskedFor() throws IOException {
        call(Map.of(), "init", "labs/mine", "--workers", "1");
        Path mark = mine().resolveSibling(".hybridlab.own");
        String copied = Files.exists(mark) ? Files.readString(mark) : "";
        empty(mine().getParent());
        Files.writeString(mine(), PLAIN.formatted("libvirt"));
        assertThat(renderMine()).as("without the mark").contains(NOT_TRUSTED);

        Files.writeString(mark, copied);
        assertThat(renderMine()).as("with a copy of the mark").contains(NOT_TRUSTED);
    }

    /** The mark could not be read after it was written. */
    @Test
    void ownLab_withoutMark_isAskedFor() throws IOException {
        call(Map.of(), "init", "labs/mine", "--workers", "1");
        Files.writeString(mine(), PLAIN.formatted("libvirt"));
        Path record = onlyFile(UserFolders.of(Map.of(), home).state().resolve("trust"));
        String whole = Files.readString(record);
        Files.writeString(record, whole.replaceFirst("\"mark\" : \"[^\"]*\"", "\"mark\" : null"));
        assertThat(record).content().isNotEqualTo(whole);
        Files.delete(mine().resolveSibling(".hybridlab.own"));

        assertThat(renderMine()).contains(NOT_TRUSTED);
        call(Map.of(), "render", mine().toString(), "--trust");
        assertThat(renderMine()).doesNotContain(NOT_TRUSTED);
    }

    private static Path onlyFile(Path folder) throws IOException {
        try (Stream<Path> inside = Files.list(folder)) {
            return inside.filter(file -> file.toString().endsWith(".json")).reduce((one, other) -> {
                throw new IllegalStateException(one + " and " + other);
            }).orElseThrow();
        }
    }

    private static void empty(Path folder) throws IOException {
        List<Path> inside;
        try (Stream<Path> all = Files.walk(folder)) {
            inside = all.filter(one -> !one.equals(folder)).sorted(Comparator.reverseOrder()).toList();
        }
        for (Path one : inside) {
            Files.delete(one);
        }
    }

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
