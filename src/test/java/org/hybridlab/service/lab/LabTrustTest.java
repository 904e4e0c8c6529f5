package org.hybridlab.service.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.hybridlab.cli.Call;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.workspace.RealPath;
import org.hybridlab.config.model.ProviderName;
import org.junit.jupiter.api.Test;

/** What `up`, and `render` over a lab that is up, do with a lab that did not come with hybridlab. */
class LabTrustTest extends StrangersLab {
    @Test
    void up_withYesAlone_doesNothing() throws IOException {
        lab(PLAIN.formatted("docker"));

        Call call = call(Map.of(), "up", folder(), "--yes");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).contains("[lab-not-trusted]", "root in them is root on this host", "--trust");
        assertThat(Path.of(folder(), ".hybridlab")).doesNotExist();
        assertThat(ran).extracting(Command::toString).noneMatch(words -> words.contains(" up"));
    }

    @Test
    void list_hasEverythingThatIsNotStock() throws IOException {
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
                  - {name: inline, manifests: [apps/inline.yaml, apps/object.json]}
                checks:
                  - {name: it, exec: {machine: control, command: [curl, evil.example]}}
                """);
        Files.writeString(Files.createDirectory(lab.resolveSibling("apps")).resolve("shop.yaml"), """
                apiVersion: v1
                kind: Pod
                metadata: {name: shop} # was {image: nobody.example/it:3}
                spec:
                  containers:
                    - name: shop\t# image: nobody.example/it:4
                      image: evil.example/miner:1  # note
                    - {name: "a # b", image: evil.example/c:1} # image: nobody.example/it:5
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
        Files.writeString(lab.resolveSibling("apps/inline.yaml"), """
                # image: nobody.example/it:1
                # don't use "image: nobody.example/it:2"
                {apiVersion: v1, kind: Pod, metadata: {name: a},
                 spec: {containers: [{name: a, image: evil.example/a:1}]}}
                """);
        Files.writeString(lab.resolveSibling("apps/object.json"), """
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "b"},
                 "spec": {"containers": [{"name": "b", "image": "evil.example/b:1"}]}}
                """);
        Files.copy(Path.of("Vagrantfile.ftl"), lab.resolveSibling("Vagrantfile.ftl"));
        Files.createDirectories(lab.resolveSibling("templates/linux"));
        Files.copy(Path.of("templates/linux/prepare.sh.ftl"), lab.resolveSibling("templates/linux/prepare.sh.ftl"));

        Call call = call(Map.of("AWS_SECRET_ACCESS_KEY", "x"), "up", folder(), "--yes");

        assertThat(call.err()).contains("[lab-not-trusted]", "its own Vagrantfile.ftl on this host, as you",
                "its own template linux/prepare.sh.ftl in the machines, as root", "the box evil/box",
                "https://boxes.example", "http://proxy.example:3128", "the environment variable AWS_SECRET_ACCESS_KEY",
                "to https://registry.example", "that password also to http://mirror.example",
                "run curl evil.example in control", "apply apps/shop.yaml", "containers of evil.example/miner:1\n",
                "containers of evil.example/c:1\n",
                "containers of an image that more.yaml.ftl fills in", "containers of evil.example/a:1\n",
                "containers of evil.example/b:1\n").doesNotContain("nobody.example");
    }

    @Test
    void kustomization_hasASumOfAllItsFiles() throws IOException {
        Path lab = lab(PLAIN.formatted("docker") + "untaint: true\napps: [{name: shop, kustomize: shop/lab}]\n");
        Files.createDirectories(lab.resolveSibling("shop/lab"));
        Files.createDirectories(lab.resolveSibling("shop/base"));
        Files.writeString(lab.resolveSibling("shop/lab/kustomization.yaml"), "resources: [../base]\n"
                + "images: [{name: evil.example/a, newName: evil.example/b}]\n");
        Files.writeString(lab.resolveSibling("shop/base/kustomization.yaml"), "resources: [pod.yaml]\n");
        Files.writeString(lab.resolveSibling("shop/base/pod.yaml"), "image: evil.example/a\n");
        String before = call(Map.of(), "validate", folder(), "--show").out();

        assertThat(before).contains("apply shop/lab/kustomization.yaml to the cluster (sha256 ",
                "containers of evil.example/a\n", "containers of evil.example/b\n");
        Files.writeString(lab.resolveSibling("shop/base/notes.yaml"), "not named\n");
        assertThat(call(Map.of(), "validate", folder(), "--show").out()).isEqualTo(before);
        Files.writeString(lab.resolveSibling("shop/base/pod.yaml"), "image: evil.example/a # changed\n");
        assertThat(call(Map.of(), "validate", folder(), "--show").out()).isNotEqualTo(before);
        assertThat(ran).isEmpty();
    }

    /** Whatever its name: a known box from a stranger's place is a stranger's. */
    @Test
    void certificates_areOnTheList() throws IOException {
        Path lab = lab(PLAIN.formatted("docker") + "certificates: [ca.pem]\n");
        Files.copy(Path.of("src/test/resources/certificates/until-2126.pem"), lab.resolveSibling("ca.pem"));

        assertThat(call(Map.of(), "up", folder(), "--yes").err()).contains("[lab-not-trusted]",
                "trust the certificates in ca.pem (sha256 ");
    }

    @Test
    void box_fromAPlace_needsTrustBeforeFetch() throws IOException {
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

    /** Vagrant and docker ask a public catalogue for such a box if it is not here. */
    @Test
    void box_underHybridlabsName_needsTrustIfMissing() throws IOException {
        String libvirt = PLAIN.formatted("libvirt").replace("memory", "box: hybridlab/own, memory");
        lab(libvirt);
        String asked = "start machines from the box hybridlab/own, whose Vagrantfile runs on this host as you";
        Files.createDirectories(home.resolve("vagrant/boxes/hybridlab-VAGRANTSLASH-own/0/libvirt"));
        Call here = call(Map.of(), "up", folder(), "--yes");
        assertThat(here.err()).contains("[lab-not-trusted]").doesNotContain("hybridlab/own");

        lab(PLAIN.formatted("docker").replace("memory", "box: hybridlab/own, memory"));
        assertThat(call(Map.of(), "up", folder(), "--yes").err()).contains("[lab-not-trusted]", asked);

        lab(libvirt.replace("hybridlab/own", "hybridlab/other"));
        assertThat(call(Map.of(), "up", folder(), "--yes").err()).contains("[box-missing]",
                "control is to be made of the box hybridlab/other, which this host does not have for libvirt",
                "Name another box, or leave `box` out.");
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
                "the cluster of the kubeconfig %s, as its administrator".formatted(
                        RealPath.of(Path.of(System.getProperty("user.home"), ".kube/config"))));
    }

    /** There each object is made in somebody's cluster, by its administrator. */
    @Test
    void joinedLab_withNewManifest_isAskedAgain() throws IOException {
        Path lab = lab("""
                name: duo
                provider: libvirt
                cluster: {kubeconfig: ~/.kube/config}
                kubernetes: 1.36
                network: {pods: 10.244.0.0/16, services: 10.96.0.0/12}
                machines: [{name: node}]
                apps: [{name: shop, manifests: [apps]}]
                """);
        known(lab, ProviderName.LIBVIRT);
        Files.writeString(Files.createDirectory(lab.resolveSibling("apps")).resolve("shop.yaml"),
                "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: shop}\n");
        assertThat(call(Map.of(), "render", folder(), "--trust").err()).doesNotContain("[lab-not-trusted]");
        assertThat(call(Map.of(), "render", folder()).err()).doesNotContain("[lab-not-trusted]");

        Files.writeString(lab.resolveSibling("apps/admin.yaml"), """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: evil}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
                subjects: [{apiGroup: rbac.authorization.k8s.io, kind: Group, name: "system:unauthenticated"}]
                """);

        assertThat(call(Map.of(), "render", folder()).err()).contains("[lab-not-trusted]", "New is", "apply apps");
    }

    @Test
    void floodedList_endsWithWhatRunsOnHost() throws IOException {
        StringBuilder checks = new StringBuilder("checks:\n");
        for (int i = 0; i < 190; i++) {
            checks.append("  - {name: c%d, exec: {machine: control, command: [curl, %s]}}\n".formatted(i,
                    "x".repeat(900)));
        }
        Path lab = lab(PLAIN.formatted("libvirt").replace("memory", "box: evil/box, memory") + checks);
        Files.copy(Path.of("Vagrantfile.ftl"), lab.resolveSibling("Vagrantfile.ftl"));

        String list = call(Map.of(), "up", folder(), "--yes").err();

        List<String> lines = list.lines().toList();
        assertThat(lines).allMatch(line -> line.length() < 300);
        int host = lines.indexOf("Besides the 190 in its machines, on this host (4):");
        assertThat(lines.get(0)).contains("(in full: hybridlab validate %s --show)".formatted(folder()));
        assertThat(lines.subList(host, host + 5)).containsSequence(
                "Besides the 190 in its machines, on this host (4):",
                "  - make virtual machines with libvirt (KVM, QEMU)",
                "  - start machines from the box evil/box, whose Vagrantfile runs on this host as you",
                "  - run its own Vagrantfile.ftl on this host, as you");
        assertThat(list).contains("xxx ... (772 characters left out) ... xxx");

        Call shown = call(Map.of(), "validate", folder(), "--show");
        assertThat(shown.out()).as(shown.err()).contains("run curl " + "x".repeat(900), "evil/box");
    }

    /** What is not shown counts all the same. */
    @Test
    void changedMiddle_ofCappedLine_isAskedAgain() throws IOException {
        String check = PLAIN.formatted("docker")
                + "checks: [{name: it, exec: {machine: control, command: [curl, \"%s%s%s\"]}}]\n";
        known(lab(check.formatted("x".repeat(400), "a", "x".repeat(400))), ProviderName.DOCKER);
        assertThat(call(Map.of(), "render", folder(), "--trust").exitCode()).isZero();
        assertThat(call(Map.of(), "render", folder()).exitCode()).isZero();

        lab(check.formatted("x".repeat(400), "b", "x".repeat(400)));

        assertThat(call(Map.of(), "render", folder()).err()).contains("[lab-not-trusted]", "New is");
    }

    @Test
    void trustedLab_afterAdditionsOnly_isAskedAgain() throws IOException {
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
    void plan_ofLabAskingMore_looksAtNothing() throws IOException {
        known(lab(PLAIN.formatted("docker")), ProviderName.DOCKER);

        Call call = call(Map.of(), "plan", folder());

        assertThat(call.exitCode()).as(call.err()).isZero();
        assertThat(ran).extracting(Command::toString).noneMatch(words -> words.contains("vagrant status"));
    }

    @Test
    void initsFiles_andHybridlabsOwn_areTrusted() throws IOException {
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
    void noRegistryOfAStrangersLabIsAsked() throws IOException {
        lab(PLAIN.formatted("docker"));

        assertThat(call(Map.of(), "validate", folder()).exitCode()).isZero();
        assertThat(call(Map.of(), "validate", folder(), "--registries").err()).contains("[lab-not-trusted]");

        Call trusted = call(Map.of(), "validate", folder(), "--registries", "--trust");
        assertThat(trusted.exitCode()).as(trusted.err()).isZero();
        assertThat(trusted.out()).contains("No image comes from a registry");
    }
}
