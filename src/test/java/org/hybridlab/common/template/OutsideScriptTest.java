package org.hybridlab.common.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Network;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.Outside;
import org.hybridlab.config.model.Registry;
import org.hybridlab.fake.Checkout;
import org.hybridlab.fake.StubProgram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs linux/outside.sh.ftl on a folder that stands for a machine's /etc, with a fake systemctl. */
class OutsideScriptTest {
    private static final Outside PROXIES = new Outside(Optional.of("http://proxy.example:3128"),
            Optional.of("http://proxy.example:3129/a%20b"), List.of(".example", "it's"), Optional.empty(),
            Optional.empty(), Optional.empty());
    private static final Outside MIRROR = new Outside(Optional.empty(), Optional.empty(), List.of(),
            Optional.of("http://mirror.example:5000"), Optional.empty(), Optional.empty());

    @TempDir
    Path root;

    @BeforeEach
    void machine() throws IOException {
        Files.createDirectories(root.resolve("etc/apt/apt.conf.d"));
        Files.writeString(root.resolve("etc/environment"), "PATH=/bin\n");
        StubProgram.write(root.resolve("bin/systemctl"), "echo \"$@\" >> '" + root + "/systemctl.log'\n"
                + "[ \"$2\" != is-active ] || [ -e '" + root + "/'$3 ]");
        Files.createFile(root.resolve("containerd"));
    }

    @Test
    void proxiesReachShellsAptAndTheServices() throws IOException {
        run(PROXIES);
        assertThat(etc("environment")).startsWith("PATH=/bin\n# hybridlab begin\n").contains(
                "http_proxy=http://proxy.example:3128\n", "HTTPS_PROXY=http://proxy.example:3129/a%20b\n",
                "no_proxy=localhost,127.0.0.1,192.168.56.0/24,10.244.0.0/16,10.96.0.0/16,.svc,.cluster.local,node1,"
                        + ".example,it's\n");
        assertThat(etc("apt/apt.conf.d/90hybridlab")).isEqualTo("Acquire::http::Proxy \"http://proxy.example:3128\";\n"
                + "Acquire::https::Proxy \"http://proxy.example:3129/a%20b\";\n");
        assertThat(etc("hybridlab/proxy.env")).contains("HTTP_PROXY=", "NO_PROXY=");
        assertThat(etc("systemd/system/containerd.service.d/20-hybridlab-proxy.conf")).contains("EnvironmentFile=-");
        assertThat(root.resolve("systemctl.log")).content().contains("daemon-reload", "restart containerd");
    }

    @Test
    void service_notYetRunning_isLeftAlone() throws IOException {
        Files.delete(root.resolve("containerd"));
        run(PROXIES);
        assertThat(root.resolve("systemctl.log")).content().doesNotContain("restart");
    }

    @Test
    void aSecondRunChangesAndRestartsNothing() throws IOException {
        run(PROXIES);
        String before = etc("environment");
        Files.delete(root.resolve("systemctl.log"));
        run(PROXIES);
        assertThat(etc("environment")).isEqualTo(before);
        assertThat(root.resolve("systemctl.log")).doesNotExist();
    }

    @Test
    void aLabWithoutProxiesTouchesNoService() throws IOException {
        run(Outside.direct());
        assertThat(etc("environment")).isEqualTo("PATH=/bin\n");
        assertThat(root.resolve("systemctl.log")).doesNotExist();
    }

    @Test
    void settings_goneFromLabFile_areTakenAway() throws IOException {
        run(PROXIES);
        run(Outside.direct());
        assertThat(etc("environment")).isEqualTo("PATH=/bin\n");
        assertThat(etc("hybridlab/proxy.env")).isEmpty();
        assertThat(root.resolve("etc/apt/apt.conf.d/90hybridlab")).doesNotExist();
    }

    @Test
    void containerdAsksTheMirrorFirst() throws IOException {
        run(MIRROR);
        assertThat(etc("containerd/certs.d/_default/hosts.toml"))
                .isEqualTo("# hybridlab: the mirror of the lab file.\n"
                        + "[host.\"http://mirror.example:5000\"]\n  capabilities = [\"pull\", \"resolve\"]\n");
        run(Outside.direct());
        assertThat(root.resolve("etc/containerd/certs.d/_default/hosts.toml")).doesNotExist();
    }

    @Test
    void mirrorOfTheBoxItself_stays() throws IOException {
        Path own = Files.createDirectories(root.resolve("etc/containerd/certs.d/_default")).resolve("hosts.toml");
        Files.writeString(own, "[host.\"http://ours.example\"]\n");
        run(Outside.direct());
        assertThat(own).hasContent("[host.\"http://ours.example\"]");
        run(MIRROR);
        assertThat(own).content().contains("mirror.example").doesNotContain("ours.example");
        run(MIRROR);
        run(Outside.direct());
        assertThat(own).hasContent("[host.\"http://ours.example\"]");
    }

    @Test
    void registries_noLongerNamed_areRemovedAlone() throws IOException {
        Path folders = root.resolve("etc/containerd/certs.d");
        for (String folder : List.of("registry.example_5000_", "old.example")) {
            Files.createDirectories(folders.resolve(folder));
            Files.writeString(folders.resolve(folder).resolve("hosts.toml"), "# hybridlab: x\n");
        }
        Files.createDirectories(folders.resolve("own.example"));
        Files.writeString(folders.resolve("own.example/hosts.toml"), "server = ''\n");
        Files.createDirectories(folders.resolve("certificates.example"));

        run(Outside.direct(), new Registry("registry.example:5000", List.of(), true, Optional.empty()));

        assertThat(folders.toFile().list()).containsExactlyInAnyOrder("registry.example_5000_", "own.example",
                "certificates.example");
    }

    /** containerd reads the store once. */
    @Test
    void authorities_areInTheStoreWhileTheLabFileNamesThem() throws IOException {
        StubProgram.write(root.resolve("bin/update-ca-certificates"), "echo updated >> '" + root + "/systemctl.log'");
        Path store = root.resolve("usr/local/share/ca-certificates");
        run(Outside.direct());
        assertThat(store).doesNotExist();

        run(trusting("one", "two"));
        assertThat(store.resolve("hybridlab-0.crt")).hasContent("one");
        assertThat(root.resolve("systemctl.log")).content().containsSubsequence("updated", "restart containerd");

        Files.writeString(store.resolve("own.crt"), "of the box");
        Files.delete(root.resolve("systemctl.log"));
        run(trusting("one", "two"));
        assertThat(root.resolve("systemctl.log")).doesNotExist();

        run(trusting("two"));
        assertThat(store.toFile().list()).containsExactlyInAnyOrder("hybridlab-0.crt", "own.crt");
        assertThat(store.resolve("hybridlab-0.crt")).hasContent("two");

        run(Outside.direct());
        assertThat(store.toFile().list()).containsExactly("own.crt");
        assertThat(root.resolve("systemctl.log")).content().containsSubsequence("updated", "restart", "updated",
                "restart");
    }

    private static Outside trusting(String... certificates) {
        return new Outside(Optional.empty(), Optional.empty(), List.of(), Optional.empty(), Optional.empty(),
                Optional.empty(), Optional.empty(), List.of(new Outside.CertificateFile("ca.pem",
                        List.of(certificates))));
    }

    private void run(Outside outside, Registry... registries) throws IOException {
        Network network = new Network(NetworkMode.FLANNEL_VXLAN, Cidr.parse("192.168.56.0/24"),
                Cidr.parse("10.244.0.0/16"), Cidr.parse("10.96.0.0/16"), 4096, 4789, "cluster.local");
        String script = Checkout.TEMPLATES.render("linux/outside.sh.ftl", Map.of("lab",
                Map.of("outside", outside, "network", network, "registries", List.of(registries)),
                "machines", List.of(Map.of("name", "node1"))));
        Path file = Files.writeString(root.resolve("outside.sh"), script.replace("/etc/", root + "/etc/")
                .replace("=/usr/", "=" + root + "/usr/"));
        Result result = new LocalProcesses().run(Command.of("bash", "-euo", "pipefail", file.toString())
                .env("PATH", root.resolve("bin") + ":" + System.getenv("PATH")), new Cancellation());
        assertThat(result.exitCode()).as(result.stderr()).isZero();
    }

    private String etc(String path) throws IOException {
        return Files.readString(root.resolve("etc").resolve(path));
    }
}
