package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Unchecked.writeFile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import org.hybridlab.artifact.bundle.EmptyBundles;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.host.TestKnownLab;
import org.hybridlab.host.UserFolders;
import org.hybridlab.provision.change.AppliedRecords;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The commands for a lab that is up; a workspace stands for the lab, and no program is run. */
class LabCommandsTest {
    @TempDir
    private Path home;
    private Path workspace;

    @BeforeEach
    void aLabWithTwoMachines() throws IOException {
        Files.writeString(home.resolve("Vagrantfile.ftl"), "");
        Files.createDirectories(home.resolve("data/diagnose"));
        Files.copy(Path.of("data/diagnose/logs.yaml"), home.resolve("data/diagnose/logs.yaml"));
        Files.copy(Path.of("data/diagnose/linux-facts.sh"), home.resolve("data/diagnose/linux-facts.sh"));
        Path lab = Files.createDirectories(home.resolve("labs/duo"));
        Files.writeString(lab.resolve("lab.yaml"), """
                name: duo
                kubernetes: "1.36"
                machines:
                  - name: control
                    role: control-plane
                  - name: node1
                apps:
                  - name: shop
                    manifests: [shop.yaml]
                    nodePort: 30005
                    path: /cart
                """);
        Files.writeString(lab.resolve("shop.yaml"), """
                apiVersion: v1
                kind: Service
                metadata: {name: shop}
                spec: {type: NodePort, ports: [{port: 80, nodePort: 30005}]}
                """);
        workspace = lab.resolve(".hybridlab");
        new OwnWorkspaces(UserFolders.of(Map.of(), home)).bind(workspace);
        Files.createDirectories(workspace.resolve("ssh"));
        Files.writeString(workspace.resolve("ssh/control.conf"), "");
        Files.writeString(workspace.resolve("ssh/node1.conf"), "");
        Files.writeString(workspace.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: kubernetes, cluster: {server: "https://192.168.56.11:6443", \
                certificate-authority-data: Y2E=}}]
                users: [{name: admin, user: {client-certificate-data: Y2VydA==, client-key-data: U0VDUkVU}}]
                contexts: [{name: admin@kubernetes, context: {cluster: kubernetes, user: admin}}]
                current-context: admin@kubernetes
                """);
    }

    @Test
    void ssh_usesWorkspaceSettings_andReturnsItsCode() {
        Call call = call("ssh", "duo", "node1", "--", "ls", "-la");

        assertThat(call.exitCode()).isEqualTo(7);
        assertThat(call.foreground()).singleElement().extracting(Command::words).asList()
                .containsExactly("ssh", "-F", workspace.resolve("ssh/node1.conf").toString(), "node1", "ls", "-la");
    }

    @Test
    void anUnknownMachineGetsTheNearestName() {
        Call call = call("ssh", "duo", "node");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).contains("Did you mean 'node1'?").contains("control, node1");
        assertThat(call.foreground()).isEmpty();
    }

    @Test
    void lab_notUp_saysWhatToDo() throws IOException {
        Files.delete(workspace.resolve("ssh/control.conf"));
        Files.delete(workspace.resolve("ssh/node1.conf"));

        assertThat(call("logs", "duo", "node1").err()).contains("[lab-not-up]").contains("hybridlab up duo");
        assertThat(call("exec", "duo", "--", "true").exitCode()).isEqualTo(2);
    }

    @Test
    void everythingAfterTheLabIsKubectls() {
        Call call = call("kubectl", "duo", "get", "pods", "-o", "json", "--help", "-y");

        Command kubectl = call.foreground().get(0);
        assertThat(kubectl.words()).containsExactly("kubectl", "get", "pods", "-o", "json", "--help", "-y");
        assertThat(kubectl.environment()).containsEntry("KUBECONFIG", workspace.resolve("kubeconfig").toString());
    }

    /** The box was there before the bundle, or `cache clean` took what the link leads to. */
    @Test
    void kubectl_missingInWorkspace_comesFromCache() throws IOException {
        AppliedRecords.write(Workspace.in(workspace), "{}");
        Files.createDirectories(workspace.resolve("bin"));
        Files.createSymbolicLink(workspace.resolve("bin/kubectl"), home.resolve("gone"));
        EmptyBundles.write(UserFolders.of(Map.of(), home).cache(), KubernetesVersion.parse("1.36.3"));

        Command kubectl = Call.of(home, Map.of("HYBRIDLAB_HOME", Path.of("").toAbsolutePath().toString()), "kubectl",
                "duo", "get", "pods").foreground().get(0);

        assertThat(kubectl.words()).containsExactly(workspace.resolve("bin/kubectl").toString(), "get", "pods");
        assertThat(workspace.resolve("bin/kubectl")).hasContent("kubectl");
    }

    @Test
    void kubectl_thatIsNowhere_isFetched() throws IOException {
        AppliedRecords.write(Workspace.in(workspace), "{}");
        // A file where the cache would be: nothing can be fetched, and nothing is asked of the network.
        Path cache = UserFolders.of(Map.of(), home).cache();
        writeFile(cache, "");

        Call call = Call.of(home, Map.of("HYBRIDLAB_HOME", Path.of("").toAbsolutePath().toString()), "kubectl", "duo",
                "get", "pods");

        assertThat(call.foreground()).isEmpty();
        assertThat(call.err()).contains("kubectl is not on this host: getting that of Kubernetes 1.36.3.");
    }

    @Test
    void copyingTakesExactlyOneMachine() throws IOException {
        assertThat(call("cp", "duo", "a.txt", "node1:/tmp/").foreground().get(0).words())
                .containsExactly("scp", "-F", workspace.resolve("ssh/node1.conf").toString(), "-r", "--", "a.txt",
                        "node1:/tmp/");
        Files.writeString(workspace.resolve("ssh/a.conf"), "");
        assertThat(call("cp", "duo", "a:/etc/hosts", ".").foreground().get(0).words())
                .containsExactly("scp", "-F", workspace.resolve("ssh/a.conf").toString(), "-r", "--", "a:/etc/hosts",
                        ".");
        assertThat(call("cp", "duo", "C:\\a.txt", "b.txt").exitCode()).isEqualTo(2);
        assertThat(call("cp", "duo", "control:/a", "node1:/b").exitCode()).isEqualTo(2);
    }

    @Test
    void logsAreTheMachinesJournal() {
        assertThat(call("logs", "duo", "node1", "-u", "kube let", "-f", "-n", "5").foreground().get(0).words())
                .endsWith("node1", "sudo", "-n", "journalctl", "--no-pager", "--lines=5", "'--unit=kube let'",
                        "--follow");
    }

    @Test
    void podLogs_areFoundOnTheMachine() {
        assertThat(call("logs", "duo", "node1", "-u", "flanneld").foreground().get(0).words())
                .contains("sudo", "sh", "'kube-flannel_*/kube-flannel'");
    }

    @Test
    void json_ofOpenAndLogs_hasData() {
        new KnownLabs(UserFolders.of(Map.of(), home)).remember(TestKnownLab.of("duo", workspace.toString(),
                ProviderName.DOCKER, "10.56.3.0/24"));
        assertThat(OutputSchemas.document(call("open", "duo", "-o", "json").out()).at("/data/url").asString())
                .endsWith(":30005/cart");

        Map<String, String> environment = Map.of("HYBRIDLAB_HOME", home.toString());
        Call logs = Call.of(home, environment, answering(0), "logs", "duo", "node1", "-o", "json");
        assertThat(OutputSchemas.document(logs.out()).at("/data/lines/0").asString()).isEqualTo("hello");
        Call follow = Call.of(home, environment, answering(0), "logs", "duo", "node1", "-f", "-o", "json");
        assertThat(OutputSchemas.document(follow.out()).at("/error/id").asString()).isEqualTo("logs-follow-json");
        Call lost = Call.of(home, environment, answering(255), "logs", "duo", "node1", "-o", "json");
        assertThat(OutputSchemas.document(lost.out()).at("/error/id").asString()).isEqualTo("logs-unreadable");
    }

    @Test
    void execAsksAllMachinesAndMarksEachLine() {
        Call call = Call.of(home, Map.of("HYBRIDLAB_HOME", home.toString()), answering(0), "exec", "duo", "--", "id");

        assertThat(call.exitCode()).isZero();
        assertThat(call.out().lines()).containsExactlyInAnyOrder("control | hello", "node1   | hello");
    }

    /** Its output is somebody else's: a file may have empty lines, or lines that end as on Windows. */
    @Test
    void outputOfMachines_isHandedOn_asWritten() {
        String text = "one\n\n\ntwo\r\n\nno end";
        Processes saying = (command, lines, cancellation) -> new LocalProcesses().run(command.words(
                List.of("printf", "%s", text)), lines, cancellation);
        Map<String, String> environment = Map.of("HYBRIDLAB_HOME", home.toString());

        Call exec = Call.of(home, environment, saying, "exec", "duo", "--on", "node1", "-o", "json", "--", "cat", "it");
        assertThat(OutputSchemas.document(exec.out()).at("/data/machines/0/stdout").asString()).isEqualTo(text);
        assertThat(Call.of(home, environment, saying, "exec", "duo", "--on", "node1", "--", "cat", "it").out().lines())
                .containsExactly("node1 | one", "node1 | ", "node1 | ", "node1 | two", "node1 | ", "node1 | no end");
        Call logs = Call.of(home, environment, saying, "logs", "duo", "node1", "-o", "json");
        assertThat(OutputSchemas.document(logs.out()).at("/data/lines")).extracting(JsonNode::asString)
                .containsExactly("one", "", "", "two", "", "no end");
    }

    @Test
    void exec_failingOnOneMachine_failsWithAnswers() {
        Call call = Call.of(home, Map.of("HYBRIDLAB_HOME", home.toString()), answering(3), "exec", "duo", "--on",
                "node1", "-o", "json", "--", "false");

        assertThat(call.exitCode()).isEqualTo(1);
        JsonNode answer = OutputSchemas.document(call.out()).at("/data/machines/0");
        assertThat(answer.get("exitCode").asInt()).isEqualTo(3);
        assertThat(answer.get("machine").asString()).isEqualTo("node1");
        assertThat(call.err()).contains("exit code 3");
    }

    @Test
    void exec_whoseConnectionIsLost_namesTheMachine() {
        Call call = Call.of(home, Map.of("HYBRIDLAB_HOME", home.toString()), answering(255), "exec", "duo", "--", "id");

        assertThat(call.exitCode()).isEqualTo(1);
        assertThat(call.err()).contains("[ssh-lost]", "control").doesNotContain("[bug]");
    }

    /** The command ran on the other one, which said something. */
    @Test
    void exec_withOneSilentMachine_tellsTheOthers() {
        Processes half = (command, lines, cancellation) -> answering(command.words().contains("control") ? 255 : 0)
                .run(command, lines, cancellation);
        Call call = Call.of(home, Map.of("HYBRIDLAB_HOME", home.toString()), half, "exec", "duo", "-o", "json", "--",
                "id");

        assertThat(call.exitCode()).isEqualTo(1);
        JsonNode document = OutputSchemas.document(call.out());
        assertThat(document.at("/data/machines")).hasSize(1);
        assertThat(document.at("/data/machines/0/machine").asString()).isEqualTo("node1");
        assertThat(document.at("/error/id").asString()).isEqualTo("ssh-lost");
        assertThat(call.err()).contains("control");
    }

    /** A Linux shell's line would be an unknown program there, as sudo is. */
    @Test
    void exec_onWindowsMachines_takesPowerShell() throws IOException {
        Files.writeString(home.resolve("labs/duo/lab.yaml"), """
                name: duo
                kubernetes: "1.36"
                machines:
                  - name: control
                    role: control-plane
                  - {name: node1, os: windows}
                """);
        Map<String, List<String>> asked = new ConcurrentHashMap<>();
        Processes noting = (command, lines, cancellation) -> {
            String remote = command.words().get(command.words().size() - 1);
            asked.computeIfAbsent(command.words().contains("control") ? "linux" : "windows",
                    key -> new ArrayList<>()).add(remote);
            return answering(0).run(command, lines, cancellation);
        };
        for (List<String> words : List.of(List.of("--", "hostname"), List.of("--sudo", "hostname"),
                List.of("--", "hostname; dir C:\\"))) {
            List<String> all = new ArrayList<>(List.of("exec", "duo"));
            all.addAll(words);
            assertThat(Call.of(home, Map.of("HYBRIDLAB_HOME", home.toString()), noting, all.toArray(String[]::new))
                    .exitCode()).isZero();
        }

        assertThat(asked.get("linux")).containsExactly("hostname", "sudo -n -- hostname",
                "sh -c 'hostname; dir C:\\'");
        assertThat(asked.get("windows")).startsWith("hostname", "hostname").hasSize(3);
        String[] line = asked.get("windows").get(2).split(" -EncodedCommand ");
        assertThat(line[0]).isEqualTo("powershell.exe -NoProfile -NonInteractive");
        assertThat(new String(Base64.getDecoder().decode(line[1]), StandardCharsets.UTF_16LE))
                .contains("\nhostname; dir C:\\\n").endsWith("exit 0\n");
    }

    @Test
    void open_print_usesTheLabsNetwork() {
        new KnownLabs(UserFolders.of(Map.of(), home)).remember(TestKnownLab.of("duo", workspace.toString(),
                ProviderName.DOCKER, "10.56.3.0/24"));

        assertThat(call("open", "duo", "--print").err()).isEmpty();
        assertThat(call("open", "duo", "--print").out()).startsWith("http://10.56.3.").contains(":30005/cart");
        assertThat(call("open", "duo", "sho").err()).contains("no app 'sho'").contains("shop");
    }

    @Test
    void kubeconfig_isPrintedExportedMergedAndRemoved() throws IOException {
        assertThat(call("kubeconfig", "duo").out()).contains("https://192.168.56.11:6443", "U0VDUkVU");
        assertThat(call("kubeconfig", "duo", "--path").out().strip())
                .isEqualTo(workspace.resolve("kubeconfig").toString());

        call("kubeconfig", "duo", "--export", "mine");
        assertThat(Files.getPosixFilePermissions(home.resolve("mine"))).hasSize(2);
        assertThat(call("kubeconfig", "duo", "--export", "mine").exitCode()).as("the same again").isZero();

        Files.writeString(home.resolve("mine"), Files.readString(home.resolve("mine")).replace(".56.", ".57."));
        assertThat(call("kubeconfig", "duo", "--export", "mine").err()).contains("[kubeconfig-has-others]");
        assertThat(call("kubeconfig", "duo", "--export", "mine", "--yes").exitCode()).isZero();

        Path shared = Files.createDirectories(home.resolve(".kube")).resolve("config");
        Files.writeString(shared, "clusters: [{name: work, cluster: {server: https://work}}]\ncurrent-context: work\n");
        call("kubeconfig", "duo", "--merge");
        call("kubeconfig", "duo", "--merge");
        assertThat(shared).content().containsOnlyOnce("https://192.168.56.11:6443").contains("https://work")
                .contains("cluster: hybridlab-duo").contains("current-context: work");
        Call export = call("kubeconfig", "duo", "--export", shared.toString());
        assertThat(export.exitCode()).isEqualTo(2);
        assertThat(export.err()).contains("has another cluster: work.", "[kubeconfig-has-others]", "--merge");
        assertThat(shared).content().contains("https://work");

        call("kubeconfig", "duo", "--unmerge");
        assertThat(shared).content().doesNotContain("duo").doesNotContain("U0VDUkVU").contains("https://work");
    }

    /** As `kind create cluster` leaves it where KUBECONFIG names the lab's file. */
    @Test
    void cluster_ofOthersInFile_isNotTouched() throws IOException {
        Files.writeString(Files.createDirectories(workspace.resolve("kubernetes")).resolve("ca.crt"), "ca\n");
        assertThat(call("kubectl", "duo", "get", "pods").foreground()).hasSize(1);
        Path kubeconfig = workspace.resolve("kubeconfig");
        String before = Files.readString(kubeconfig);
        Files.writeString(kubeconfig, before.replace("Y2E=", "a2luZA=="));

        for (List<String> words : List.of(List.of("kubectl", "duo", "delete", "namespace", "shop"),
                List.of("drain", "duo", "node1"), List.of("kubeconfig", "duo", "--merge"),
                List.of("kubeconfig", "duo", "--path"))) {
            Call call = call(words.toArray(String[]::new));
            assertThat(call.foreground()).isEmpty();
            assertThat(call.exitCode()).isEqualTo(1);
            assertThat(call.err()).contains("[kubeconfig-unreadable]", "leads to another cluster than the lab's",
                    "https://192.168.56.11:6443", "hybridlab up LAB");
        }
        assertThat(call("status", "duo").out() + call("status", "duo").err()).doesNotContain("[bug]");
    }

    @Test
    void kubeconfig_ofLab_takesNoOthers() throws IOException {
        Path kubeconfig = workspace.resolve("kubeconfig");
        String before = Files.readString(kubeconfig);
        Path link = Files.createSymbolicLink(home.resolve("link"), kubeconfig);

        for (Path file : List.of(kubeconfig, link)) {
            Call merge = Call.of(home, Map.of("HYBRIDLAB_HOME", home.toString(), "KUBECONFIG", file.toString()),
                    "kubeconfig", "duo", "--merge");
            assertThat(merge.exitCode()).isEqualTo(2);
            assertThat(merge.err()).contains("[kubeconfig-of-lab]", "KUBECONFIG");
        }
        assertThat(call("kubeconfig", "duo", "--export", kubeconfig.toString(), "--yes").err())
                .contains("[kubeconfig-of-lab]");
        assertThat(kubeconfig).hasContent(before);
    }

    @Test
    void context_ofAnotherLabOfThatName_stays() throws IOException {
        Path other = Files.createDirectories(home.resolve("other/duo/.hybridlab"));
        Files.writeString(other.resolve("kubeconfig"), Files.readString(workspace.resolve("kubeconfig"))
                .replace("192.168.56.11", "192.168.60.11"));
        new KnownLabs(UserFolders.of(Map.of(), home)).remember(TestKnownLab.of("duo", other.toString(),
                ProviderName.DOCKER, "192.168.60.0/24"));
        Path shared = Files.createDirectories(home.resolve(".kube")).resolve("config");
        Files.writeString(shared, """
                clusters: [{name: hybridlab-duo, cluster: {server: "https://192.168.60.11:6443"}}]
                """);

        for (String flag : List.of("--merge", "--unmerge")) {
            Call call = call("kubeconfig", "duo", flag);
            assertThat(call.exitCode()).isEqualTo(2);
            assertThat(call.err()).contains("[context-of-another-lab]", "other/duo/lab.yaml --unmerge");
        }
        assertThat(shared).content().contains("192.168.60.11").doesNotContain("192.168.56.11");
    }

    private Call call(String... arguments) {
        return Call.of(home, Map.of("HYBRIDLAB_HOME", home.toString()), arguments);
    }

    private static Processes answering(int exitCode) {
        return (Command command, Consumer<String> lines, Cancellation cancellation) -> {
            lines.accept("hello");
            return new Result(command, exitCode, "hello\n", "", Duration.ZERO);
        };
    }
}
