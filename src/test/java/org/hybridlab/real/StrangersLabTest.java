package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.TestKnownLab;
import org.hybridlab.host.UserFolders;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A lab folder of somebody else, through the real launcher. Recorders, first on the PATH, stand before the programs
 * that would run what is in such a folder. No machine is made: the lab asks for a password that nobody has.
 */
@Tag("real")
class StrangersLabTest {
    private static final Path LAUNCHER = Path.of("hybridlab").toAbsolutePath();
    private static final List<String> PROGRAMS =
            List.of("ssh", "scp", "sftp", "vagrant", "kubectl", "docker", "virsh", "xdg-open");
    private static final String LAB = """
            name: duo
            provider: docker
            untaint: true
            machines: [{name: control, role: control-plane}]
            apps: [{name: shop}]
            registries: [{host: registry.example, login: {username: me, passwordEnv: LAB_NO_PASSWORD}}]
            """;
    private static final String SHOP = """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: shop}
            """;

    @TempDir
    private Path home;
    private Path lab;
    private Path calls;

    @BeforeEach
    void aFolderFromElsewhereAndRecorders() throws IOException {
        lab = Files.createDirectories(home.resolve("downloads/duo"));
        Files.writeString(lab.resolve("lab.yaml"), LAB);
        Files.writeString(Files.createDirectory(lab.resolve("apps")).resolve("shop.yaml"), SHOP);
        calls = Files.createFile(home.resolve("calls"));
        for (String program : PROGRAMS) {
            executable(home.resolve("recorders").resolve(program), """
                    #!/bin/sh
                    echo "%1$s $* (in $PWD, VAGRANT_CWD=${VAGRANT_CWD:-}, KUBECONFIG=${KUBECONFIG:-})" >> '%2$s'
                    PATH=${PATH#*:}
                    exec %1$s "$@"
                    """.formatted(program, calls));
        }
    }

    @Test
    void up_withYesAlone_isRefusedWithEffects() throws IOException {
        Result result = call("up", "--yes");

        assertThat(result.exitCode()).as(result.stderr()).isEqualTo(2);
        assertThat(result.stderr()).contains("[lab-not-trusted]", lab + " did not come with hybridlab",
                "root in them is root on this host", "apply apps/shop.yaml to the cluster (sha256 ",
                "the environment variable LAB_NO_PASSWORD of this host to https://registry.example",
                "add --trust, or set HYBRIDLAB_TRUST=true", "--yes alone does not trust it");
        assertThat(lab.resolve(".hybridlab")).doesNotExist();
        assertThat(calls).content().doesNotContain(lab.toString());
        assertThat(callsOf("ssh", "vagrant", "kubectl")).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("waysToTrust")
    void trustedLab_untilChanged_isNotAskedAgain(List<String> environment, List<String> flags)
            throws IOException {
        List<String> words = new ArrayList<>(List.of("up", "--yes"));
        words.addAll(flags);
        Result trusted = call(environment, words);

        assertThat(trusted.stderr()).as("it went on").contains("[registry-password-missing]")
                .doesNotContain("[lab-not-trusted]");
        assertThat(call("up", "--yes").stderr()).as("trusted once").contains("[registry-password-missing]");

        Files.writeString(lab.resolve("apps/shop.yaml"), SHOP + "data: {added: later}\n");
        Result changed = call("up", "--yes");

        assertThat(changed.exitCode()).isEqualTo(2);
        assertThat(changed.stderr()).contains("[lab-not-trusted]", "asks for more than you trusted it with",
                "apply apps/shop.yaml").doesNotContain("root in them is root");
    }

    static Stream<Arguments> waysToTrust() {
        return Stream.of(Arguments.of(List.of(), List.of("--trust")),
                Arguments.of(List.of("HYBRIDLAB_TRUST=true"), List.of()));
    }

    static Stream<List<String>> commandsThatWouldRunWhatLiesInAWorkspace() {
        return Stream.of(List.of("plan"), List.of("status"), List.of("ssh", "control"),
                List.of("kubectl", "get", "nodes"), List.of("kubeconfig", "--merge"), List.of("validate"),
                List.of("render"));
    }

    @Test
    void strangersWorkspace_inTheFolder_runsNothing() throws IOException {
        hostileWorkspace();
        // Its owner sends the marks of a host too, as `tar` of a lab that is up has them.
        Files.writeString(lab.resolve(".hybridlab/.bound"), "0123456789abcdef0123456789abcdef");

        for (List<String> words : commandsThatWouldRunWhatLiesInAWorkspace().toList()) {
            Result result = call(List.of("HYBRIDLAB_TRUST=true"), words);

            assertThat(calls).as("%s: %s", words, result.stderr()).content().doesNotContain(lab.toString());
            assertThat(callsOf("ssh", "scp", "sftp", "vagrant", "kubectl", "xdg-open")).as("%s", words).isEmpty();
            assertThat(home.resolve("taken")).as("%s", words).doesNotExist();
            assertThat(home.resolve(".kube")).as("%s", words).doesNotExist();
            assertThat(result.exitCode()).as("%s: %s", words, result.stderr())
                    .isEqualTo(words.contains("validate") ? 0 : 2);
        }
    }

    /** Else the test above would be green because nothing is ever recorded. */
    @Test
    void sameFiles_inThisHostsWorkspace_areUsed() throws IOException {
        assertThat(call("render").exitCode()).isZero();
        Path workspace = lab.resolve(".hybridlab");
        hostile(workspace);
        new KnownLabs(UserFolders.of(Map.of("XDG_STATE_HOME", home.resolve("state").toString()), home))
                .remember(TestKnownLab.of("duo", workspace.toRealPath().toString(), ProviderName.DOCKER,
                        "192.168.57.0/24"));

        call("ssh", "control");
        call("kubectl", "get", "nodes");

        assertThat(callsOf("ssh")).anyMatch(call -> call.contains(workspace.resolve("ssh/control.conf").toString()));
        assertThat(home.resolve("taken")).as("its kubectl").exists();
    }

    private void hostileWorkspace() throws IOException {
        Path workspace = Files.createDirectory(lab.resolve(".hybridlab"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(workspace.resolve("Vagrantfile"), "system('touch %s')%n".formatted(home.resolve("taken")));
        hostile(workspace);
    }

    private void hostile(Path workspace) throws IOException {
        String take = "touch " + home.resolve("taken");
        Files.createDirectories(workspace.resolve("ssh"));
        Files.writeString(workspace.resolve("ssh/control.conf"), "Host *%n  ProxyCommand %s%n".formatted(take));
        executable(workspace.resolve("bin/kubectl"), "#!/bin/sh\n" + take + "\n");
        Files.writeString(workspace.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: it, cluster: {server: "https://127.0.0.1:1"}}]
                users: [{name: it, user: {exec: {command: touch, args: [%s], apiVersion: v1}}}]
                contexts: [{name: it, context: {cluster: it, user: it}}]
                current-context: it
                """.formatted(home.resolve("taken")));
    }

    private List<String> callsOf(String... programs) throws IOException {
        return Files.readAllLines(calls).stream()
                .filter(call -> List.of(programs).contains(call.substring(0, call.indexOf(' ')))).toList();
    }

    private Result call(String... words) {
        return call(List.of(), List.of(words));
    }

    /** {@code ./test} trusts and says yes by its environment; here only the test does. */
    private Result call(List<String> environment, List<String> words) {
        List<String> all = new ArrayList<>(List.of("env", "-u", "HYBRIDLAB_TRUST", "-u", "HYBRIDLAB_YES"));
        all.addAll(environment);
        all.addAll(List.of(LAUNCHER.toString(), words.get(0), lab.toString()));
        all.addAll(words.subList(1, words.size()));
        return new LocalProcesses().run(Command.of(all).in(home).timeout(Duration.ofMinutes(1))
                .env("PATH", home.resolve("recorders") + ":" + System.getenv("PATH"))
                .env("HOME", home.toString()).env("XDG_STATE_HOME", home.resolve("state").toString())
                .env("XDG_CACHE_HOME", cache()).env("VAGRANT_HOME", home.resolve("vagrant").toString()),
                new Cancellation());
    }

    /** The class-data archive is there already, and the bundle's list of what is. */
    private static String cache() {
        return Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                .orElse(Path.of(System.getProperty("user.home"), ".cache").toString());
    }

    private static void executable(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
