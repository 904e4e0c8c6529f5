package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where a lab's secrets are, by their actual values: in their own files, and nowhere else at any time of {@code up}.
 */
@Tag("real")
@Tag("docker")
class SecretsTest {
    @AutoClose
    private static final RealLab LAB = RealLab.copyOf("first-cluster", "secrets");
    private static final List<String> MACHINES = List.of("control", "node");
    private static final String JOIN_FILE = "/run/hybridlab/join.yaml";
    private static Instant began;
    private static Result up;
    private static ProcessWatch processes;
    private static FileSightings joinFile;
    private static Map<String, String> tokens;
    private static FoundSecrets secrets;

    @BeforeAll
    static void upWhileWatched() {
        began = Instant.now();
        processes = ProcessWatch.start();
        joinFile = FileSightings.start(LAB.container("node"), JOIN_FILE);
        try (ProcessWatch watched = processes; FileSightings sightings = joinFile) {
            up = LAB.must("up", "--provider", "docker", "--events");
        }
        tokens = BootstrapTokens.ever(LAB, "control");
        secrets = FoundSecrets.of(sshKey(), kubeconfig(), tokens);
    }

    private static Path sshKey() {
        return LAB.workspace().resolve("ssh/id_ed25519");
    }

    private static Path kubeconfig() {
        return LAB.workspace().resolve("kubeconfig");
    }

    /** Without this, the other tests would be green for a search that finds nothing. */
    @Test
    void theSearchFindsThemWhereTheyBelong() {
        assertThat(secrets.names()).containsValues("the lab's ssh key", "the kubeconfig's client key");
        assertThat(tokens.keySet()).as("ids of init's own token and of each join's").hasSizeGreaterThanOrEqualTo(2);
        assertThat(secrets.below(LAB.workspace())).as("in the workspace")
                .contains("ssh/id_ed25519: the lab's ssh key", "kubeconfig: the kubeconfig's client key");
        assertThat(guestFiles("control", secrets.patterns())).contains("/home/vagrant/.kube/config")
                .anyMatch(file -> file.startsWith("/var/lib/etcd/"));
        assertThat(processes.looks()).isGreaterThan(100);
        assertThat(processes.seen()).as("the machines' processes too")
                .anyMatch(words -> words.contains("kubeadm join --config"));
    }

    @Test
    void filesOfTheWorkspaceDoNotHaveThem() {
        assertThat(List.of("journal.jsonl", "logs", "report/report.html", "report/junit.xml", "report/report.json"))
                .allSatisfy(file -> assertThat(LAB.workspace().resolve(file)).exists());
        assertThat(secrets.below(LAB.workspace())).allMatch(found ->
                found.equals("ssh/id_ed25519: the lab's ssh key")
                        || found.equals("kubeconfig: the kubeconfig's client key")
                        || found.startsWith("snapshots/"));
    }

    /** A snapshot has what machines keep, and the workspace with it; the lab's own key is not set back. */
    @Test
    void snapshots_holdOnlySecretsOfControlPlanes() {
        List<String> found = secrets.below(LAB.workspace().resolve("snapshots"));
        assertThat(found).contains("fresh/workspace/kubeconfig: the kubeconfig's client key")
                .anyMatch(file -> file.matches("fresh/control-\\d\\d\\.tar: the kubeconfig's client key"));
        assertThat(found).allMatch(file -> file.equals("fresh/workspace/kubeconfig: the kubeconfig's client key")
                || file.matches("fresh/control-\\d\\d\\.tar: the (kubeconfig's client key|bootstrap token .*)"));
    }

    @ParameterizedTest
    @MethodSource("foldersOfTheHost")
    void otherHostFiles_holdNoSecrets(Path folder) {
        assertThat(secrets.below(folder)).isEmpty();
    }

    @Test
    void temporaryHostFiles_holdNoSecrets() {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        Result written =
                LAB.run(Command.of("find", temporary.toString(), "-path", LAB.folder().toString(), "-prune", "-o",
                "-type", "f", "-newermt", began.toString(), "-size", "-20M", "-readable", "-print"));
        assertThat(secrets.inFiles(temporary, written.stdout().lines().map(Path::of))).isEmpty();
    }

    static Stream<Path> foldersOfTheHost() {
        Path home = Path.of(System.getProperty("user.home"));
        return Stream.of(
                Optional.ofNullable(System.getenv("XDG_STATE_HOME")).map(Path::of)
                        .orElse(home.resolve(".local/state")).resolve("hybridlab"),
                Optional.ofNullable(System.getenv("VAGRANT_HOME")).map(Path::of).orElse(home.resolve(".vagrant.d"))
                        .resolve("data"),
                home.resolve(".kube"), home.resolve(".ssh"));
    }

    @Test
    void eventsAndMessagesDoNotHaveThem() {
        assertThat(up.stdout()).contains("\"step\":\"node-joined/node\"");
        assertThat(secrets.in(up.stdout() + up.stderr())).isEmpty();
    }

    @Test
    void theProviderDoesNotKnowThem() {
        for (String machine : MACHINES) {
            assertThat(secrets.in(LAB.host("docker", "inspect", LAB.container(machine)).stdout())).isEmpty();
            Result log = LAB.host("docker", "logs", LAB.container(machine));
            assertThat(secrets.in(log.stdout() + log.stderr())).isEmpty();
        }
    }

    @Test
    void argumentsAndEnvironments_neverHoldSecrets() {
        assertThat(secrets.in(processes.seen())).isEmpty();
    }

    @Test
    void machineDisks_holdSecrets_whereKubernetesDoes() {
        assertThat(guestFiles("control", secrets.patterns())).allMatch(file ->
                file.equals("/etc/kubernetes/admin.conf") || file.equals("/home/vagrant/.kube/config")
                        // The API server's own memory of its Secrets, revoked ones too until it is compacted.
                        || file.startsWith("/var/lib/etcd/"));
        assertThat(guestFiles("node", secrets.patterns())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"control", "node"})
    void theMachinesLogsDoNotHaveThem(String machine) {
        String journal = LAB.must("exec", "--sudo", "--on", machine, "--", "journalctl", "--no-pager").stdout();
        assertThat(journal).contains("kubelet");
        assertThat(secrets.in(journal)).isEmpty();
    }

    /** Files that have one of the patterns; these go in by stdin, so that the search itself leaves no trace of them. */
    private static List<String> guestFiles(String machine, String patterns) {
        Result found = LAB.run(Command.of("ssh", "-F", "ssh/" + machine + ".conf", machine, "sudo", "grep", "-rlsF",
                "--devices=skip", "--exclude-dir=rootfs", "--file=-", "/etc", "/var", "/home", "/root", "/tmp", "/run")
                .in(LAB.workspace()).stdin(patterns).timeout(Duration.ofMinutes(2)));
        return found.stdout().lines().toList();
    }

    @Test
    void token_whileItLives_isInRootsFile() {
        assertThat(joinFile.seen()).containsExactly("600 root");
        assertThat(LAB.must("exec", "--sudo", "--on", "node", "--", "ls", "/run/hybridlab").stdout())
                .doesNotContain("join").doesNotContain("discovery");
    }

    @Test
    void noBootstrapTokenIsLeft() {
        assertThat(BootstrapTokens.now(Cluster.at(kubeconfig())).keySet()).isEmpty();
    }

    @Test
    void secretsAreForTheirOwnerOnly() throws IOException {
        for (String file : List.of("kubeconfig", "ssh/id_ed25519", "journal.jsonl")) {
            assertThat(mode(LAB.workspace().resolve(file))).as(file).isEqualTo("rw-------");
        }
        for (String folder : List.of("", "ssh", "logs", "snapshots", "snapshots/fresh", "snapshots/fresh/workspace")) {
            assertThat(mode(LAB.workspace().resolve(folder))).as(folder).isEqualTo("rwx------");
        }
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void theLabsOwnKeyOpensItsMachines() {
        for (String machine : MACHINES) {
            assertThat(login("vagrant", machine, sshKey()).ok()).as(machine).isTrue();
            assertThat(LAB.run(Command.of("vagrant", "ssh", machine, "-c", "hostname").in(LAB.workspace())
                    .timeout(Duration.ofMinutes(1))).stdout().strip()).isEqualTo(machine);
        }
    }

    @ParameterizedTest
    @MethodSource("publishedKeys")
    void aKeyThatVagrantPublishesOpensNoMachine(Path key) throws IOException {
        // ssh refuses a private key that others may read, which the package's are.
        Path own = Files.copy(key, Files.createTempDirectory("published").resolve("key"));
        Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rw-------"));
        for (String machine : MACHINES) {
            for (String user : List.of("vagrant", "root")) {
                Result refused = login(user, machine, own);
                assertThat(refused.exitCode()).as("%s@%s", user, machine).isEqualTo(255);
                // A key alone is asked for: no password would do either.
                assertThat(refused.stderr()).contains("Permission denied (publickey)");
            }
        }
    }

    static List<Path> publishedKeys() throws IOException {
        String found = LAB.host("sh", "-c", "find \"${VAGRANT_HOME:-$HOME/.vagrant.d}\" -name 'insecure_private_key*' "
                + "-type f; find /usr/share/rubygems-integration /usr/share/vagrant /opt/vagrant -path '*/keys/*' "
                + "-name 'vagrant*' ! -name '*.pub' -type f 2>/dev/null || true").stdout();
        List<Path> keys = found.lines().map(Path::of).filter(SecretsTest::isOpenSshKey).toList();
        assertThat(keys).isNotEmpty();
        return keys;
    }

    private static boolean isOpenSshKey(Path file) {
        try {
            return Files.readString(file).startsWith("-----BEGIN");
        } catch (IOException e) {
            return false;
        }
    }

    private static Result login(String user, String machine, Path key) {
        return LAB.run(Command.of("ssh", "-F", "/dev/null", "-i", key.toString(), "-o", "IdentitiesOnly=yes",
                "-o", "IdentityAgent=none", "-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=no",
                "-o", "UserKnownHostsFile=/dev/null", "-o", "ConnectTimeout=10", user + "@" + address(machine), "true")
                .timeout(Duration.ofSeconds(30)));
    }

    private static String address(String machine) {
        return LAB.host("docker", "inspect", "--format", "{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}",
                LAB.container(machine)).stdout().strip();
    }
}
