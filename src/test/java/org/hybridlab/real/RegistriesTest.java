package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.Os;
import org.hybridlab.host.UserFolders;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Two registries on the host: one for anybody, which is also a mirror, and one that asks for a login. */
@Tag("long")
@Tag("docker")
@TestMethodOrder(OrderAnnotation.class)
class RegistriesTest {
    private static final RealLab LAB = RealLab.copyOf("first-cluster", "registries");
    /** What a login looks like on the wire, in part: enough to tell. */
    private static final List<String> SECRETS = List.of(DebianRegistry.PASSWORD, DebianRegistry.authorization());

    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: %s}
            spec:
              nodeSelector: {kubernetes.io/os: linux}
              containers: [{name: main, image: "%s:%d/team/%s"}]
            ---
            """;

    @TempDir
    private static Path folder;
    private static DebianRegistry open;
    private static DebianRegistry closed;
    private static String bridge;
    private static String before;
    private static Result up;

    @BeforeAll
    static void up() throws IOException {
        bridge = LAB.host("docker", "network", "inspect", "--format", "{{(index .IPAM.Config 0).Gateway}}",
                "bridge").stdout().strip();
        open = new DebianRegistry(folder.resolve("open"), false);
        closed = new DebianRegistry(folder.resolve("closed"), true);
        Path file = LAB.folder().resolve("lab.yaml");
        before = Files.readString(file);
        Files.writeString(LAB.folder().resolve("registry-password"), DebianRegistry.PASSWORD + "\n");
        Files.writeString(file, """

                registries:
                  - {host: "%1$s:%2$d", plainHttp: true}
                  - {host: registry.k8s.io, mirrors: ["http://%1$s:%2$d"]}
                  - host: "%1$s:%3$d"
                    plainHttp: true
                    login: {username: %4$s, passwordFile: registry-password}
                """.formatted(bridge, open.port(), closed.port(), DebianRegistry.USER), StandardOpenOption.APPEND);
        up = LAB.must("up", "--provider", "docker", "--events");
    }

    @AfterAll
    static void destroy() {
        LAB.close();
        open.close();
        closed.close();
    }

    @Test
    @Order(1)
    void podImage_comesFromPlainHttpRegistry() throws Exception {
        String digest = open.publish("team/own:1", pause());

        assertThat(pulled("plain", "%s:%d/team/own:1".formatted(bridge, open.port()))).endsWith(digest);
    }

    @Test
    @Order(2)
    void podImage_comesFromRegistryWithLogin() throws Exception {
        String digest = closed.publish("team/private:1", pause());

        assertThat(pulled("private", "%s:%d/team/private:1".formatted(bridge, closed.port()))).endsWith(digest);
    }

    /** Machines have one by this name from their box. */
    @Test
    @Order(3)
    void ownPauseImage_isNamedInContainerdSettings() throws Exception {
        String reference = LAB.must("ssh", "node", "--", "sudo sed -n \"s/ *sandbox = '\\(.*\\)'/\\1/p\" "
                + "/etc/containerd/config.toml").stdout().strip();
        assertThat(reference).startsWith("registry.k8s.io/pause:");
        String digest = open.publish(reference.substring("registry.k8s.io/".length()), pause());
        assertThat(sandbox(reference)).isNotEqualTo(digest);

        assertThat(pulled("pause", reference)).isEqualTo("registry.k8s.io/pause@" + digest);
        assertThat(sandbox(reference)).isEqualTo(digest);
    }

    @Test
    @Order(4)
    void login_inMachine_isReadByRootOnly() {
        String file = "/etc/containerd/certs.d/%s_%d_/hosts.toml".formatted(bridge, closed.port());
        for (String machine : List.of("control", "node")) {
            assertThat(LAB.must("exec", "--on", machine, "--sudo", "--", "stat", "-c", "%a %U", file).stdout())
                    .contains("600 root");
            assertThat(LAB.must("exec", "--on", machine, "--sudo", "--", "grep", "-c", SECRETS.get(1), file).stdout())
                    .contains("1");
            assertThat(SECRETS).noneMatch(LAB.host("docker", "inspect", LAB.container(machine)).stdout()::contains);
        }
        assertThat(SECRETS).noneMatch((up.stdout() + up.stderr())::contains);
        assertThat(LAB.workspace().resolve("registries")).isDirectory();
        // A snapshot has what machines keep.
        Result found = LAB.run(Command.of("grep", "--recursive", "--files-with-matches", "--exclude-dir=snapshots",
                "--fixed-strings", "-e", SECRETS.get(0), "-e", SECRETS.get(1), LAB.folder().toString()));
        assertThat(found.stdout().lines()).containsExactly(LAB.folder().resolve("registry-password").toString());
    }

    @Test
    @Order(5)
    void anotherUpHasNothingToDo() {
        assertThat(LAB.must("up", "--no-checks").stderr()).contains("All steps are done")
                .doesNotContain("Tell containerd");
    }

    /** A lab that is never brought up: its folder has the registries' settings of the one that is. */
    @Test
    @Order(6)
    void registries_areAskedForTheLabsImages() throws IOException {
        Path other = Files.createDirectories(folder.resolve("asked"));
        Files.writeString(other.resolve("registry-password"), DebianRegistry.PASSWORD + "\n");
        Files.writeString(other.resolve("app.yaml"), POD.formatted("own", bridge, open.port(), "own:1")
                + POD.formatted("private", bridge, closed.port(), "private:1"));
        Files.writeString(other.resolve("lab.yaml"), Files.readString(LAB.folder().resolve("lab.yaml"))
                .replace("name: numbers, nodePort: 30001", "name: numbers, manifests: [app.yaml]")
                .replaceFirst("(?s)checks:.*?\n\n", ""));

        Result found = asked(other);
        assertThat(found.exitCode()).as(found.stderr()).isZero();
        assertThat(found.stdout()).contains("/team/own:1 for linux: %s:%d has it".formatted(bridge, open.port()),
                "/team/private:1 for linux: %s:%d has it".formatted(bridge, closed.port()));

        Files.writeString(other.resolve("app.yaml"), POD.formatted("own", bridge, open.port(), "own:2"));
        Result absent = asked(other);
        assertThat(absent.exitCode()).as(absent.stderr()).isEqualTo(2);
        assertThat(absent.stdout()).contains("/team/own:2 for linux: no registry has it (")
                .contains("MANIFEST_UNKNOWN");

        Files.writeString(other.resolve("app.yaml"), POD.formatted("own", bridge, 1, "own:1"));
        Result silent = asked(other);
        assertThat(silent.exitCode()).as(silent.stderr()).isEqualTo(5);
        assertThat(silent.stdout()).contains("not known (");
        assertThat(SECRETS).noneMatch((found.stdout() + found.stderr() + absent.stderr())::contains);
    }

    @Test
    @Order(7)
    void registries_goneFromLabFile_areForgotten() throws IOException {
        Files.writeString(LAB.folder().resolve("lab.yaml"), before);
        LAB.must("up");

        assertThat(LAB.must("exec", "--sudo", "--", "find", "/etc/containerd/certs.d", "-name", "hosts.toml").stdout())
                .isBlank();
    }

    private static Result asked(Path lab) {
        return LAB.run(Command.of(LAB.launcher(), "validate", lab.toString(), "--registries"));
    }

    /** The image that a new pod's container was made of, by its digest. */
    private static String pulled(String pod, String image) {
        LAB.must("kubectl", "run", pod, "--image=" + image, "--image-pull-policy=Always",
                "--overrides={\"spec\": {\"nodeName\": \"node\"}}");
        LAB.must("kubectl", "wait", "--for=condition=Ready", "--timeout=120s", "pod/" + pod);
        return LAB.must("kubectl", "get", "pod", pod, "-o", "jsonpath={.status.containerStatuses[0].imageID}").stdout()
                .strip();
    }

    /** What containerd on the node has by this name. */
    private static String sandbox(String reference) {
        String line = LAB.must("ssh", "node", "--", "sudo ctr -n k8s.io images ls name==" + reference).stdout().lines()
                .filter(words -> words.startsWith(reference)).findFirst().orElseThrow();
        return line.split("\\s+")[2];
    }

    private static Path pause() {
        LocalProcesses processes = new LocalProcesses();
        return Bundles.of(Path.of("").toAbsolutePath(), UserFolders.of(System.getenv(),
                Path.of(System.getProperty("user.home"))).cache(), System.getenv(), processes)
                .cached(LAB.lab().kubernetes(), Os.LINUX, Arch.ofThisHost()).orElseThrow().file("pause");
    }
}
