package org.hybridlab.provision.windows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hybridlab.fake.Unchecked.unchecked;
import static org.hybridlab.provision.InstalledMachine.CONTAINERD;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.artifact.bundle.Bundle;
import org.hybridlab.cluster.api.AccountToken;
import org.hybridlab.config.model.KubernetesBranch;
import org.hybridlab.config.model.Machine;
import org.hybridlab.provision.BareControlPlane;
import org.hybridlab.provision.InstalledMachine;
import org.hybridlab.provision.OlderBundles;
import org.hybridlab.provision.StartScript;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.kubernetes.JoinToken;
import org.hybridlab.provision.render.WindowsFiles;
import org.hybridlab.provision.windows.Wine.Outcome;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Rung b of docs/explanation/windows-proof.md for one branch of Kubernetes: its real kubeadm.exe, kubelet.exe and
 * kube-proxy.exe read
 * every flag and file that is rendered for them, under Wine, as far as they go there. What they say to a wrong flag or
 * key is asked too, so that silence is known to mean consent.
 *
 * <p>The control plane is always the newest branch's: a kubelet may be three branches behind it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class KubernetesOnWindows {
    private static final Duration SOON = Duration.ofMinutes(4);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final String JOIN = "C:\\hybridlab\\secrets\\join.yaml";
    private static final String NODE =
            "{apiVersion: v1, kind: Node, metadata: {name: win}, spec: {podCIDR: 10.244.3.0/24}}";
    private static final String WAITS = "Waiting for a healthy kubelet";
    private static final String FOUND_ITS_NODE = "Successfully retrieved NodeIPs";
    private static final Pattern QUOTED = Pattern.compile("'([^']*)'");

    final KubernetesBranch branch;
    Path folder;
    Wine wine;
    WindowsFiles files;
    private final List<String> flagsOfItsOwn;
    private LabContext labContext;
    private Machine machine;
    private BareControlPlane control;

    /** @param flagsOfItsOwn that kubeadm of this branch writes for the kubelet, besides those that all of them write */
    KubernetesOnWindows(String branch, String... flagsOfItsOwn) {
        this.branch = KubernetesBranch.of(branch).orElseThrow();
        this.flagsOfItsOwn = List.of(flagsOfItsOwn);
    }

    @BeforeAll
    void installAsTheScriptsDo(@TempDir Path given) throws IOException {
        folder = given;
        LabContext newest = WindowsLabs.nearby(KubernetesBranch.newest(), folder);
        labContext = WindowsLabs.nearby(branch, folder);
        machine = labContext.lab().windowsMachines().get(0);
        Bundle bundle = OlderBundles.windows(labContext.lab());
        wine = Wine.open(branch.name());
        control = BareControlPlane.start(newest, wine.logs().resolve("control"));
        for (String manifest : List.of(labContext.files().podNetwork(), labContext.files().windows().accounts())) {
            control.must(manifest, "apply", "-f", "-");
        }
        files = labContext.gathered().windowsFiles(machine);
        InstalledMachine.install(wine, bundle, files);
        // As its service starts it; Wine's service manager waits in vain for containerd's word that it runs.
        wine.start(List.of(CONTAINERD + "\\containerd.exe"), log("containerd"));
        // Under Wine the first to open a pipe waits in vain; ctr tries again, and the next one gets in.
        await("containerd serves").atMost(SOON).until(() -> ctr().exitCode() == 0);
    }

    Path log(String name) {
        return wine.logs().resolve(name + ".log");
    }

    Outcome ctr() {
        return wine.run(List.of(CONTAINERD + "\\ctr.exe", "version"));
    }

    @AfterAll
    void end() {
        if (wine != null) {
            wine.close();
        }
        if (control != null) {
            control.close();
        }
    }

    @Test
    void kubeadmAcceptsTheJoinSettings() {
        try (JoinToken token = JoinToken.mint(labContext.cluster().api(), line -> { })) {
            wine.write("C:/hybridlab/secrets/discovery.yaml", labContext.gathered().discovery());
            wine.write(JOIN, WindowsNodeJoined.settings(labContext, machine, token));

            validate(JOIN).succeeds().saying("ok");
        }
    }

    @ParameterizedTest
    @CsvSource({"kubeletExtraArgs, kubeletExtraArg", "effect:, effects:", "criSocket, criSockets",
        "kubeletHealthCheck, kubeletHealthChecks"})
    void kubeadmRefusesAMisspeltKey(String right, String wrong) {
        try (JoinToken token = JoinToken.mint(labContext.cluster().api(), line -> { })) {
            wine.write("C:/hybridlab/secrets/discovery.yaml", labContext.gathered().discovery());
            wine.write("C:/etc/wrong.yaml", WindowsNodeJoined.settings(labContext, machine, token)
                    .replace(right, wrong));

            validate("C:\\etc\\wrong.yaml").fails();
        }
    }

    private Outcome validate(String settings) {
        return wine.run(List.of("C:\\k\\kubeadm.exe", "config", "validate", "--config", settings));
    }

    @Test
    @Order(1)
    void machine_joinsUntilKubeletHasCertificate() {
        // Of an earlier run: Wine's registry outlives its programs.
        wine.run(List.of("sc.exe", "delete", "kubelet"));
        wine.run(List.of("sc.exe", "create", "kubelet", "binPath=", kubeletService())).succeeds();
        try (JoinToken token = JoinToken.mint(labContext.cluster().api(), line -> { })) {
            wine.write("C:/hybridlab/secrets/discovery.yaml", labContext.gathered().discovery());
            wine.write(JOIN, WindowsNodeJoined.settings(labContext, machine, token));
            // A host at its limit may take longer than the two seconds that its preflight gives to containerd.
            await("kubeadm starts the kubelet").atMost(SOON).until(this::startsTheKubelet);
            await("a certificate for the kubelet").atMost(SOON).untilAsserted(() -> {
                // It soon ends for the lack of counters; Windows' own service manager would start it again.
                wine.run(List.of("net.exe", "start", "kubelet"));
                assertThat(control.must("", "get", "csr", "-o", "json")).contains("\"certificate\":", "Approved");
            });
        }
        assertThat(wine.read("C:/var/log/kubelet/kubelet.log")).doesNotContain("strict decoding error");
        assertThat(log("join")).content().contains("Applied patch of type", "Starting the kubelet")
                .doesNotContain("unknown field").doesNotContain("ERROR");
        String settings = wine.read("C:/var/lib/kubelet/config.yaml");
        String flags = wine.read("C:/var/lib/kubelet/kubeadm-flags.env");
        assertThat(settings).contains("cgroupsPerQOS: false", "enforceNodeAllocatable: []", "resolvConf: \"\"",
                "10.96.0.10");
        assertThat(flags.strip().replaceAll("^KUBELET_KUBEADM_ARGS=\"|\"$", "").split(" "))
                .containsExactlyInAnyOrderElementsOf(kubeletFlags());
        assertThat(settings).containsOnlyOnce("npipe:////./pipe/containerd-containerd");
    }

    private List<String> kubeletFlags() {
        return Stream.concat(Stream.of("--hostname-override=win", "--register-with-taints=os=windows:NoSchedule",
                "--node-ip=" + machine.address(), "--node-labels=hybridlab.org/lab=hybrid"),
                flagsOfItsOwn.stream()).toList();
    }

    /** It would then wait for a kubelet that is healthy, which none is here; everything before that is for real. */
    private boolean startsTheKubelet() {
        Process join = wine.start(List.of("C:\\k\\kubeadm.exe", "join", "--config", JOIN), log("join"));
        await().atMost(SOON).until(() -> !join.isAlive() || saidOfJoin(WAITS));
        join.destroyForcibly();
        return saidOfJoin(WAITS);
    }

    private boolean saidOfJoin(String text) {
        return unchecked(() -> Files.readString(log("join")).contains(text));
    }

    @Test
    @Order(2)
    void remains_ofAJoin_blockUntilReset() {
        try (JoinToken token = JoinToken.mint(labContext.cluster().api(), line -> { })) {
            wine.write(JOIN, WindowsNodeJoined.settings(labContext, machine, token));
            preflight().fails().saying("pki/ca.crt already exists");

            String reset = files.text("join.ps1").lines().filter(line -> line.contains("'reset'")).findFirst()
                    .orElseThrow();
            wine.run(QUOTED.matcher(reset).results().map(word -> word.group(1)).toList()).succeeds();

            assertThat(wine.file("C:/etc/kubernetes/pki/ca.crt")).doesNotExist();
            await("a preflight that has nothing to say").atMost(SOON).until(() -> preflight().exitCode() == 0);
        }
    }

    private Outcome preflight() {
        return wine.run(List.of("C:\\k\\kubeadm.exe", "join", "phase", "preflight", "--config", JOIN));
    }

    @Test
    void theKubeletRefusesAMisspeltFlag() {
        wine.run(List.of("C:\\k\\kubelet.exe", "--root-folder=C:\\var\\lib\\kubelet")).fails()
                .saying("unknown flag");
    }

    @Test
    void kubelet_refusesAMisspeltPatchKey() {
        wine.write("C:/etc/wrong.json", files.text("kubeletconfiguration0+merge.json")
                .replaceFirst("\\{", "{\"apiVersion\": \"kubelet.config.k8s.io/v1beta1\", "
                        + "\"kind\": \"KubeletConfiguration\",")
                .replace("cgroupsPerQOS", "cgroupsPerQos"));

        wine.run(List.of("C:\\k\\kubelet.exe", "--config=C:\\etc\\wrong.json")).fails()
                .saying("strict decoding error", "cgroupsPerQos");
    }

    /** It ends at its first call of HNS, which is not there. */
    @Test
    void kubeProxy_withFlagsAndLogin_reachesHns() {
        Outcome ended = kubeProxy("");

        ended.fails().saying(FOUND_ITS_NODE, "Windows kernel is not compatible for Kernel mode");
        ended.doesNotSay("unknown flag").doesNotSay("feature gate").doesNotSay("forbidden");
    }

    @ParameterizedTest
    @CsvSource({"--network-name, --network-names", "--source-vip, --source-vips",
        "--enable-dsr=true, --enable-dsr=yes"})
    void kubeProxyRefusesAWrongFlag(String right, String wrong) {
        Outcome ended = kubeProxy(right + ">" + wrong);

        assertThat(ended.exitCode()).isNotZero();
        assertThat(ended.output()).doesNotContain(FOUND_ITS_NODE);
    }

    /** @param mistake {@code right>wrong} */
    Outcome kubeProxy(String mistake) {
        return kubeProxy(new StartScript(files.text("start-kube-proxy.ps1"), Map.of("vip", "10.244.3.9")), mistake);
    }

    Outcome kubeProxy(StartScript start, String mistake) {
        node();
        wine.write("C:/k/kube-proxy.kubeconfig", kubeconfig("kube-proxy", "kube-system"));
        return wine.run(words("C:\\k\\kube-proxy.exe", start, mistake));
    }

    /** The Windows machine's. */
    String address() {
        return machine.address().toString();
    }

    static List<String> words(String program, StartScript start, String mistake) {
        String[] both = (mistake.isEmpty() ? ">" : mistake).split(">", -1);
        return Stream.concat(Stream.of(program), start.arguments().stream().map(word -> word.replace(both[0], both[1])))
                .toList();
    }

    /** What the step {@code overlay-in-place} writes, with a token of the account that has few rights. */
    String kubeconfig(String program, String namespace) {
        return labContext.gathered().accountKubeconfig(machine, program,
                AccountToken.mint(labContext.cluster().api(), namespace, program + "-windows", "win", HOUR).value());
    }

    /** As the kubelet would make it; the tests of one who needs it come in any order. */
    void node() {
        if (labContext.node(machine).isEmpty()) {
            control.must(NODE, "create", "-f", "-");
            control.must("", "patch", "node", "win", "--subresource=status", "--type=merge", "-p",
                    "{\"status\": {\"addresses\": [{\"type\": \"InternalIP\", \"address\": \"%s\"}]}}"
                            .formatted(machine.address()));
        }
    }

    /** The line that {@code kubelet.ps1} gives to Windows, with the kubelet itself in the place of its script. */
    private String kubeletService() {
        StartScript start = new StartScript(files.text("start-kubelet.ps1"), Map.of());
        // The script reads the latter from the file that kubeadm is about to write.
        String kubelet = Stream.of(List.of("C:\\k\\kubelet.exe"), start.arguments(), kubeletFlags())
                .flatMap(List::stream).collect(Collectors.joining(" "));
        Map<String, String> given = Map.of("Name", "kubelet", "shell", kubelet);
        return new StartScript(files.text("kubelet.ps1"), given).variable("line");
    }
}
