package org.hybridlab.service.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.hybridlab.cli.Call;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.UserFolders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What `up`, and `render` over a lab that is up, do with a lab that did not come with hybridlab. */
class LabTrustTest {
    private static final String PLAIN = """
            name: duo
            provider: %s
            machines:
              - {name: control, role: control-plane, memory: 3GiB}
            """;
    @TempDir
    private Path home;
    private final List<Command> ran = Collections.synchronizedList(new ArrayList<>());

    @Test
    void upDoesNothingWithItOnYesAloneAndTellsWhatItWouldDo() throws IOException {
        lab(PLAIN.formatted("docker"));

        Call call = call(Map.of(), "up", folder(), "--yes");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).contains("[lab-not-trusted]", "root in them is root on this host", "--trust");
        assertThat(Path.of(folder(), ".hybridlab")).doesNotExist();
        assertThat(ran).extracting(Command::toString).noneMatch(words -> words.contains(" up"));
    }

    @Test
    void everythingThatIsNotStockIsOnTheList() throws IOException {
        Path lab = lab("""
                name: duo
                provider: virtualbox
                untaint: true
                defaults: {box: evil/box}
                machines:
                  - {name: control, role: control-plane, memory: 3GiB}
                proxy: {httpsProxy: "http://proxy.example:3128"}
                mirrors: {boxes: "https://boxes.example"}
                registries:
                  - {host: registry.example, mirrors: ["http://mirror.example"],
                     login: {username: me, passwordEnv: AWS_SECRET_ACCESS_KEY}}
                apps:
                  - {name: shop}
                  - {name: more}
                checks:
                  - {name: it, exec: {machine: control, command: [curl, evil.example]}}
                """);
        Files.writeString(Files.createDirectory(lab.resolveSibling("apps")).resolve("shop.yaml"), """
                apiVersion: v1
                kind: Pod
                metadata: {name: shop}
                spec:
                  containers:
                    - name: shop
                      image: evil.example/miner:1
                """);
        Files.writeString(lab.resolveSibling("apps/more.yaml.ftl"), """
                apiVersion: v1
                kind: Pod
                metadata: {name: more}
                spec:
                  containers:
                    - name: more
                      image: [=agnhostImage]
                """);
        Files.copy(Path.of("Vagrantfile.ftl"), lab.resolveSibling("Vagrantfile.ftl"));
        Files.createDirectories(lab.resolveSibling("templates/linux"));
        Files.copy(Path.of("templates/linux/prepare.sh.ftl"), lab.resolveSibling("templates/linux/prepare.sh.ftl"));

        Call call = call(Map.of("AWS_SECRET_ACCESS_KEY", "x"), "up", folder(), "--yes");

        assertThat(call.err()).contains("[lab-not-trusted]", "its own Vagrantfile.ftl on this host, as you",
                "its own template linux/prepare.sh.ftl in the machines, as root", "the box evil/box",
                "https://boxes.example", "http://proxy.example:3128", "the environment variable AWS_SECRET_ACCESS_KEY",
                "to https://registry.example", "that password also to http://mirror.example",
                "run curl evil.example in control", "apply apps/shop.yaml", "containers of evil.example/miner:1",
                "containers of an image that more.yaml.ftl fills in");
    }

    /** Whatever its name: a known box from a stranger's place is a stranger's. */
    @Test
    void aBoxFromAPlaceIsOnTheListAndNothingIsFetchedBeforeTheWord() throws IOException {
        lab("""
                name: duo
                provider: virtualbox
                machines:
                  - {name: control, role: control-plane, memory: 3GiB}
                  - name: win
                    os: windows
                    memory: 2GiB
                    box: {name: gusztavvargadr/windows-server-2022-standard-core, url: "https://evil.example/win.box"}
                  - {name: own, os: windows, memory: 2GiB, box: {name: me/win, url: win.box, sha256: %s}}
                """.formatted("ab".repeat(32)));

        assertThat(call(Map.of(), "up", folder(), "--yes").err()).contains("[lab-not-trusted]",
                "get the box gusztavvargadr/windows-server-2022-standard-core from https://evil.example/win.box: its "
                + "Vagrantfile runs on this host as you",
                "get the box me/win from win.box (sha256 " + "ab".repeat(32) + "): its Vagrantfile");
        call(Map.of(), "plan", folder());
        call(Map.of(), "validate", folder());
        assertThat(ran).extracting(Command::toString).noneMatch(words -> words.contains("box add"));
    }

    @Test
    void aClusterOfOthersIsOnTheList() throws IOException {
        lab("""
                name: duo
                provider: docker
                cluster: {kubeconfig: ~/.kube/config}
                kubernetes: 1.36
                network: {pods: 10.244.0.0/16, services: 10.96.0.0/12}
                machines: [{name: node}]
                """);

        assertThat(call(Map.of(), "up", folder(), "--yes").err()).contains("[lab-not-trusted]",
                "the cluster of the kubeconfig ~/.kube/config, as its administrator");
    }

    @Test
    void onceTrustedItIsAskedForAgainOnlyWhenSomethingIsAdded() throws IOException {
        String vm = PLAIN.formatted("libvirt");
        known(lab(vm), ProviderName.LIBVIRT);
        assertThat(call(Map.of(), "render", folder(), "--yes").exitCode()).isEqualTo(2);
        assertThat(call(Map.of("HYBRIDLAB_TRUST", "true"), "render", folder()).err())
                .doesNotContain("[lab-not-trusted]");

        lab(vm.replace("3GiB", "4GiB"));
        assertThat(call(Map.of(), "render", folder()).err()).as("more memory").doesNotContain("[lab-not-trusted]");

        lab(vm + "mirrors: {boxes: \"https://boxes.example\"}\n");
        assertThat(call(Map.of(), "render", folder()).err()).contains("[lab-not-trusted]", "New is", "boxes.example")
                .doesNotContain("make virtual machines");
        lab(vm);
        assertThat(call(Map.of(), "render", folder()).err()).doesNotContain("[lab-not-trusted]");
    }

    @Test
    void anotherContentOfATemplateIsAskedForAgain() throws IOException {
        Path lab = lab(PLAIN.formatted("libvirt"));
        known(lab, ProviderName.LIBVIRT);
        Path template = Files.copy(Path.of("Vagrantfile.ftl"), lab.resolveSibling("Vagrantfile.ftl"));
        call(Map.of(), "render", folder(), "--trust");
        assertThat(call(Map.of(), "render", folder()).exitCode()).isZero();

        Files.writeString(template, Files.readString(template) + "# more\n");

        assertThat(call(Map.of(), "render", folder()).err()).contains("[lab-not-trusted]", "New is");
    }

    @Test
    void planOfALabThatAsksForMoreLooksAtNothing() throws IOException {
        known(lab(PLAIN.formatted("docker")), ProviderName.DOCKER);

        Call call = call(Map.of(), "plan", folder());

        assertThat(call.exitCode()).as(call.err()).isZero();
        assertThat(ran).extracting(Command::toString).noneMatch(words -> words.contains("vagrant status"));
    }

    @Test
    void whatInitWroteAndWhatCameWithHybridlabIsTrusted() throws IOException {
        assertThat(call(Map.of(), "init", "labs/mine", "--workers", "1").exitCode()).isZero();
        Path mine = home.resolve("labs/mine/lab.yaml");
        known(mine, ProviderName.DOCKER);
        assertThat(call(Map.of(), "render", mine.toString(), "--provider", "docker").err())
                .doesNotContain("[lab-not-trusted]");

        Files.move(home.resolve("labs/mine"), home.resolve("labs/away"));
        Files.createDirectories(home.resolve("labs/mine"));
        Files.writeString(mine, PLAIN.formatted("docker"));
        assertThat(call(Map.of(), "render", mine.toString()).err()).as("another folder of that name")
                .contains("[lab-not-trusted]");
    }

    @Test
    void aLinkOutOfTheFolderIsNotFollowed() throws IOException {
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
    void anotherContentOfWhatAManifestIncludesIsAskedForAgain() throws IOException {
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
    void aManifestIncludesNothingThatIsNotAskedFor(String file) throws IOException {
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
    void aKubeconfigOfTheLabsFolderIsOnTheListWithItsContentAndMayBeNoLinkOutOfIt() throws IOException {
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

    @Test
    void aPasswordFileMayBeNoLinkOutOfTheLabsFolder() throws IOException {
        Path lab = lab(PLAIN.formatted("docker")
                + "registries: [{host: registry.example, login: {username: me, passwordFile: password}}]\n");
        Files.createSymbolicLink(lab.resolveSibling("password"), Files.writeString(home.resolve("secret"), "secret\n"));

        assertThat(call(Map.of(), "up", folder(), "--yes", "--trust").err()).contains("[path-outside-lab]");
    }

    private String folder() {
        return home.resolve("downloads/duo").toString();
    }

    private Path lab(String text) throws IOException {
        return Files.writeString(Files.createDirectories(Path.of(folder())).resolve("lab.yaml"), text);
    }

    private void known(Path lab, ProviderName provider) {
        new KnownLabs(UserFolders.of(Map.of(), home)).remember(new KnownLab("duo",
                lab.resolveSibling(".hybridlab").toString(), provider, "192.168.57.0/24"));
    }

    @Test
    void noRegistryOfAStrangersLabIsAsked() throws IOException {
        lab(PLAIN.formatted("docker"));

        assertThat(call(Map.of(), "validate", folder()).exitCode()).isZero();
        assertThat(call(Map.of(), "validate", folder(), "--registries").err()).contains("[lab-not-trusted]");

        Call trusted = call(Map.of(), "validate", folder(), "--registries", "--trust");
        assertThat(trusted.exitCode()).as(trusted.err()).isZero();
        assertThat(trusted.out()).contains("No image comes from a registry");
    }

    private Call call(Map<String, String> environment, String... words) {
        Map<String, String> all = new HashMap<>(environment);
        all.put("HYBRIDLAB_HOME", Path.of("").toAbsolutePath().toString());
        all.put("VAGRANT_HOME", home.resolve("vagrant").toString());
        return Call.of(home, all, (Command command, Consumer<String> lines, Cancellation cancellation) -> {
            ran.add(command);
            return new Result(command, 0, "", "", Duration.ZERO);
        }, words);
    }
}
