package org.hybridlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.Role;
import org.hybridlab.diagnose.Collector.MachineFacts;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is made of the facts that a Linux machine tells. */
class MachineFactsTest {
    private static final KnownFailures KNOWN = KnownFailures.read(Path.of(""));
    private static final Redactor NO_SECRETS = new Redactor(List.of());
    private static final Instant NOW = Instant.parse("2026-11-23T10:00:00Z");
    private static final LogSource FACTS = LogSources.read(Path.of("")).of(Os.LINUX).stream()
            .filter(source -> source.form() == LogSource.Form.SCRIPT).findFirst().orElseThrow();
    private static final Machine NODE = new Machine("node1", Role.WORKER, Os.LINUX, Arch.AMD64, 2, 2048,
            Optional.empty(), KubernetesVersion.parse("1.36.3"), Ipv4.parse("192.168.56.11"));

    /** As a machine of a new lab on docker tells them. */
    @Test
    void factsOfHealthyMachine_areNoSigns() {
        MachineFacts facts = facts("clock " + NOW.getEpochSecond(), "disk / 64%, 14400 MiB free",
                "disk /run 12%, 171 MiB free", "inodes /run 1%, 200192 free",
                "sysctl net.ipv4.ip_forward 1", "sysctl net.bridge.bridge-nf-call-iptables 1", "swap on, allowed",
                "facts: complete");

        assertThat(found(facts)).isEmpty();
        assertThat(facts.gaps()).isEmpty();
    }

    @Test
    void unknownFact_isAGap_andNoFinding() {
        MachineFacts facts = facts("unknown: interface flannel.1", "facts: complete");

        assertThat(found(facts)).isEmpty();
        assertThat(facts.gaps()).containsExactly("machine node1: interface flannel.1");
    }

    @Test
    void answerThatWasCutOff_isAGap() {
        MachineFacts facts = facts("CNI configuration missing");

        assertThat(found(facts)).extracting(Finding::id).containsExactly("cni-config-missing");
        assertThat(facts.gaps()).containsExactly("machine node1: it did not tell all of its facts");
    }

    @Test
    void facts_readBefore_areNotToldTwice() {
        RecordedShell node = new RecordedShell("node1", words -> words.contains("facts")
                ? "sysctl net.ipv4.ip_forward 0\nfacts: complete\n" : "");
        List<Evidence> before = new Collector(LogSources.read(Path.of("")), Duration.ofMinutes(30),
                Duration.ofSeconds(5)).collect(new Target("lab", List.of(new Target.Place(
                        NODE, node)), Optional.empty(), Optional.empty(), Map.of(), Map.of(),
                        Optional.empty()), new Cancellation(), () -> { }).evidence();
        Evidence fact = before.get(0);

        assertThat(fact.origin()).isEqualTo("facts");
        assertThat(fact.lines()).containsExactly("sysctl net.ipv4.ip_forward 0");
        assertThat(fact.without(before).lines()).isEmpty();
        assertThat(Evidence.of(fact.kind(), fact.place(), "services", fact.lines()).without(before).lines())
                .as("elsewhere").hasSize(1);
        assertThat(new Evidence(fact.kind(), fact.place(), fact.origin(), fact.os(), List.of("other", fact.lines()
                .get(0))).without(before).lines()).containsExactly("other");
    }

    @ParameterizedTest
    @CsvSource({"-340, true", "-5, false", "0, false", "5, false", "340, true"})
    void clock_withinAnswerTime_doesNotDiffer(long seconds, boolean differs) {
        MachineFacts facts = facts("clock " + NOW.plusSeconds(seconds).getEpochSecond(), "facts: complete");

        assertThat(found(facts)).extracting(Finding::id)
                .isEqualTo(differs ? List.of("clock-differs") : List.of());
    }

    /** Logs tell of what is over for half an hour. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "kubelet    | dial unix /run/containerd/containerd.sock: connect: connection refused | service containerd runs",
        "run        | [kubelet-check] The kubelet is not healthy after 4m0.5s | service kubelet runs",
        "kubelet    | unknown service runtime.v1.RuntimeService | containerd with its cri plugin",
        "containerd | containerd: failed to load TOML from /etc/containerd/config.toml | service containerd runs",
        "kubelet    | running with swap on is not supported | service kubelet runs",
        "kubelet    | failed to load kubelet config file, path: /var/lib/kubelet/config.yaml | service kubelet runs",
        "run        | ip_forward contents are not set to 1 | sysctl net.ipv4.ip_forward 1",
        "flanneld   | x509: certificate has expired or is not yet valid | clock as this host's",
        "kubelet    | mkdir /var/lib/kubelet/pods/8a: no space left on device | disk / 64%, 14400 MiB free",
        "kubelet    | inotify_init: too many open files | inotify watches free",
        "flanneld   | Failed to check br_netfilter | sysctl net.bridge.bridge-nf-call-iptables 1"})
    void logLine_afterTheCure_isNoSign(String kind, String line, String now) {
        Evidence log = Evidence.of(EvidenceKind.of(kind), "node1", "log", List.of(line));

        assertThat(Findings.in(List.of(log), KNOWN, NO_SECRETS, "lab")).hasSize(1);
        assertThat(Findings.in(List.of(log, facts(now).evidence()), KNOWN, NO_SECRETS, "lab")).isEmpty();
        assertThat(Findings.in(List.of(log, Evidence.of(EvidenceKind.MACHINE, "other", "facts", List.of(now))), KNOWN,
                NO_SECRETS, "lab")).as("another machine").hasSize(1);
    }

    /** Of a large disk, one percent is a lot; a small one may be empty, and have less. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "disk / 98%, 18432 MiB free                              | ",
        "disk / 96%, 499 MiB free                                | disk-full",
        "disk / 100%, 0 MiB free                                 | disk-full",
        "disk /run 40%, 110 MiB free                             | ",
        "/dev/sda1 1000000000 980000000 19000000  99% /          | ",
        "/dev/sda1 10000000 9600000 400000  96% /                | disk-full",
        "inodes / 98%, 131072 free                               | ",
        "inodes / 99%, 640 free                                  | inodes-used-up"})
    void disk_isFull_byWhatIsFree(String line, String id) {
        assertThat(found(facts(line, "facts: complete"))).extracting(Finding::id)
                .isEqualTo(id == null ? List.of() : List.of(id));
    }

    @Test
    void fullDisk_whoseLogsSaySo_isFound() {
        Evidence log = Evidence.of(EvidenceKind.KUBELET, "node1", "kubelet", List.of("x: no space left on device"));

        assertThat(Findings.in(List.of(log, facts("disk / 96%, 499 MiB free").evidence()), KNOWN, NO_SECRETS, "lab"))
                .singleElement().satisfies(finding -> assertThat(finding.times()).isEqualTo(2));
        assertThat(Findings.in(List.of(log, facts("disk / 99%, 18432 MiB free").evidence()), KNOWN, NO_SECRETS, "lab"))
                .isEmpty();
    }

    @Test
    void stoppedService_isFound_afterAnEarlierStop() {
        Evidence log = Evidence.of(EvidenceKind.KUBELET, "node1", "kubelet", List.of(
                "dial unix /run/containerd/containerd.sock: connect: connection refused"));

        assertThat(Findings.in(List.of(facts("containerd: inactive").evidence(), log), KNOWN, NO_SECRETS, "lab"))
                .extracting(Finding::id).containsExactly("containerd-stopped");
    }

    @Test
    void missingManifest_ofJoinedControlPlane_needsReplace() {
        assertThat(found(facts("static pod kube-scheduler without manifest", "static pod etcd without manifest")))
                .allSatisfy(finding -> assertThat(finding.commands()).first().asString().contains("kubeadm init"))
                .hasSize(2);
        assertThat(found(facts("static pod etcd without manifest, nor settings of kubeadm init on node1")))
                .singleElement().satisfies(finding -> assertThat(finding.commands()).containsExactly(
                        "hybridlab replace lab node1"));
        assertThat(found(facts("static pod etcd without manifest, nor settings of kubeadm init on the first control "
                + "plane"))).as("replace refuses that one").singleElement().satisfies(finding -> {
                    assertThat(finding.commands()).isEmpty();
                    assertThat(finding.cure()).contains("/etc/hybridlab/kubeadm-init.yaml on node1");
                });
    }

    @Test
    void machine_isAskedByItsRank(@TempDir Path folder) {
        Lab lab = WindowsLabs.lab(HealthyLab.THREE_CONTROL_PLANES, folder);
        Target target = new Target("lab", List.of(), Optional.empty(), Optional.of(lab), Map.of(), Map.of(),
                Optional.empty());

        assertThat(lab.machines()).extracting(target::rank).containsExactly("first", "-", "-", "-");
    }

    @Test
    void commands_nameLabMachineAndItsWords() {
        assertThat(found(facts("port 10250 held by nc 4711"))).singleElement().satisfies(finding ->
                assertThat(finding.commands())
                        .containsExactly("hybridlab exec lab --on node1 --sudo -- kill 4711"));
    }

    /** A machine is not trusted with a shell of the host. */
    @Test
    void commands_takeNoShellSyntax() {
        assertThat(CureCommands.filled(List.of("mv {file} x"), Map.of("file", "a$(reboot)"))).isEmpty();
        assertThat(CureCommands.filled(List.of("mv {file} x"), Map.of("file", "a;reboot"))).isEmpty();
        assertThat(CureCommands.filled(List.of("mv {file} x"), Map.of())).isEmpty();
    }

    /** Its word may name an instance, so that another pair of quotes would make it one wrong word. */
    @Test
    void commands_takeTheLabsWord_asQuoted() {
        assertThat(CureCommands.filled(List.of("up {lab}"), Map.of("lab", "'my labs/one' --name second")))
                .containsExactly("up 'my labs/one' --name second");
    }

    @Test
    void commands_withAddedArguments_areNotSafe() {
        List<String> command = List.of("taint node {node}");

        assertThat(CureCommands.addNoArguments(command, Map.of("node", "node1", "lab", "a --name b"))).isTrue();
        assertThat(CureCommands.addNoArguments(command, Map.of("node", "node1 --all"))).isFalse();
        assertThat(CureCommands.addNoArguments(command, Map.of("node", "--all"))).isFalse();
    }

    @Test
    void script_isValidShell_withItsEndMark() throws Exception {
        Process shell = new ProcessBuilder("sh", "-n").redirectErrorStream(true).start();
        shell.getOutputStream().write(FACTS.what().getBytes());
        shell.getOutputStream().close();

        assertThat(new String(shell.getInputStream().readAllBytes())).isEmpty();
        assertThat(shell.waitFor()).isZero();
        assertThat(FACTS.what()).endsWith("echo 'facts: complete'\n");
    }

    private static MachineFacts facts(String... lines) {
        return MachineFacts.of(NODE, FACTS, new ArrayList<>(Arrays.asList(lines)), NOW, NOW);
    }

    private static List<Finding> found(MachineFacts facts) {
        return Findings.in(List.of(facts.evidence()), KNOWN, NO_SECRETS, "lab");
    }
}
