package org.hybridlab.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.bundle.Bundle;
import org.hybridlab.kubernetes.AccountToken;
import org.hybridlab.lab.Machine;
import org.hybridlab.lab.Os;
import org.hybridlab.steps.Wine.Outcome;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Rung b of docs/windows.md: the real Windows programs read every flag and file that is rendered for them, under Wine,
 * as far as they go there. What they say to a wrong flag or key is asked too, so that silence is known to mean consent.
 */
@Tag("real")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class WindowsProgramsTest {
    private static final Duration SOON = Duration.ofMinutes(4);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final String CONTAINERD = "C:\\Program Files\\containerd";
    private static final String CONTAINERD_SETTINGS = CONTAINERD + "\\config.toml";
    private static final String JOIN = "C:\\hybridlab\\secrets\\join.yaml";
    private static final String NODE =
            "{apiVersion: v1, kind: Node, metadata: {name: win}, spec: {podCIDR: 10.244.3.0/24}}";
    private static final Pattern FOLDER = Pattern.compile("(?:Confirm|Protect)-Folder -Path '([^']+)'");
    private static final String WAITS = "Waiting for a healthy kubelet";
    private static final Pattern QUOTED = Pattern.compile("'([^']*)'");
    /** As flanneld on Windows writes it. */
    private static final String SUBNET = """
            FLANNEL_NETWORK=10.244.0.0/16
            FLANNEL_SUBNET=10.244.3.1/24
            FLANNEL_MTU=1450
            FLANNEL_IPMASQ=false
            """;

    @TempDir
    private static Path folder;
    private static LabTools tools;
    private static Machine machine;
    private static WindowsFiles files;
    private static Bundle bundle;
    private static BareControlPlane control;
    private static Wine wine;

    @BeforeAll
    static void installAsTheScriptsDo() throws IOException {
        tools = WindowsLabs.nearby("vxlan-services", folder);
        machine = tools.lab().windowsMachines().get(0);
        Optional<Bundle> programs = WindowsLabs.bundle(tools.lab(), Os.WINDOWS);
        assumeThat(programs).as("programs of Windows on this host: ./hybridlab bundle get --group windows").isPresent();
        bundle = programs.get();
        wine = Wine.open();
        control = BareControlPlane.start(tools, Wine.LOGS.resolve("control"));
        for (String manifest : List.of(tools.files().flannel(), tools.files().windows().accounts())) {
            control.must(manifest, "apply", "-f", "-");
        }
        files = tools.gathered().windowsFiles(machine);
        FOLDER.matcher(files.text("prepare.ps1")).results().forEach(path -> wine.make(path.group(1)));
        Stream.of("kubeadm", "kubelet", "kube-proxy", "flanneld", "service-host")
                .forEach(name -> wine.install(bundle.file(name), "C:/k"));
        Stream.of("containerd", "ctr").forEach(name -> wine.install(bundle.file(name), CONTAINERD));
        Stream.of("flannel", "host-local", "win-overlay", "win-bridge")
                .forEach(name -> wine.install(bundle.file(name), "C:/opt/cni/bin"));
        wine.write(CONTAINERD_SETTINGS, files.text("config.toml"));
        wine.write("C:/etc/kube-flannel/net-conf.json", files.text("net-conf.json"));
        wine.write("C:/etc/kubernetes/patches/kubeletconfiguration0+merge.json",
                files.text("kubeletconfiguration0+merge.json"));
        wine.write("C:/run/flannel/subnet.env", SUBNET);
        // As its service starts it; Wine's service manager waits in vain for containerd's word that it runs.
        wine.start(List.of(CONTAINERD + "\\containerd.exe"), log("containerd"));
        // Under Wine the first to open a pipe waits in vain; ctr tries again, and whoever comes after it gets in.
        await("containerd serves").atMost(SOON).until(() -> ctr().exitCode() == 0);
    }

    private static Path log(String name) {
        return Wine.LOGS.resolve(name + ".log");
    }

    @AfterAll
    static void end() {
        if (wine != null) {
            wine.close();
        }
        if (control != null) {
            control.close();
        }
    }

    @Test
    void containerdServesItsPipeWithOurSettings() throws IOException {
        ctr().succeeds().saying("Server:");
        assertThat(Files.readString(log("containerd"))).doesNotContain("level=error").doesNotContain("strict mode")
                .contains("runhcs-wcow-process");
    }

    private static Outcome ctr() {
        return wine.run(List.of(CONTAINERD + "\\ctr.exe", "version"));
    }

    @Test
    void containerdTakesEveryKeyOfItsSettings() {
        dump(CONTAINERD_SETTINGS).succeeds().saying("conf_dir = 'C:\\etc\\cni\\net.d'",
                "bin_dirs = ['C:\\opt\\cni\\bin']",
                "config_path = 'C:\\etc\\containerd\\certs.d'", "sandbox = '" + WindowsMachine.PAUSE + "'",
                "image_pull_progress_timeout = '30m0s'", "address = '\\\\.\\pipe\\containerd-containerd'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"conf_dir", "bin_dirs", "config_path", "sandbox", "image_pull_progress_timeout"})
    void aMisspeltKeyOfContainerdsIsSeen(String key) {
        wine.write("C:/etc/wrong.toml", files.text("config.toml").replace(key + " =", key + "y ="));

        dump("C:\\etc\\wrong.toml").saying(key + "y");
        dump(CONTAINERD_SETTINGS).doesNotSay(key + "y");
    }

    private static Outcome dump(String settings) {
        return wine.run(List.of(CONTAINERD + "\\containerd.exe", "--config", settings, "config", "dump"));
    }

    @Test
    void kubeadmAcceptsTheJoinSettings() {
        try (JoinToken token = JoinToken.mint(tools.cluster().api())) {
            wine.write("C:/hybridlab/secrets/discovery.yaml", tools.gathered().discovery());
            wine.write(JOIN, WindowsNodeJoined.settings(tools, machine, token));

            validate(JOIN).succeeds().saying("ok");
        }
    }

    @ParameterizedTest
    @CsvSource({"kubeletExtraArgs, kubeletExtraArg", "effect:, effects:", "criSocket, criSockets",
        "kubeletHealthCheck, kubeletHealthChecks"})
    void kubeadmRefusesAMisspeltKey(String right, String wrong) {
        try (JoinToken token = JoinToken.mint(tools.cluster().api())) {
            wine.write("C:/hybridlab/secrets/discovery.yaml", tools.gathered().discovery());
            wine.write("C:/etc/wrong.yaml", WindowsNodeJoined.settings(tools, machine, token).replace(right, wrong));

            validate("C:\\etc\\wrong.yaml").fails();
        }
    }

    private static Outcome validate(String settings) {
        return wine.run(List.of("C:\\k\\kubeadm.exe", "config", "validate", "--config", settings));
    }

    @Test
    @Order(1)
    void aMachineJoinsUntilItsKubeletHasACertificate() {
        // Of an earlier run: Wine's registry outlives its programs.
        wine.run(List.of("sc.exe", "delete", "kubelet"));
        wine.run(List.of("sc.exe", "create", "kubelet", "binPath=", kubeletService())).succeeds();
        try (JoinToken token = JoinToken.mint(tools.cluster().api())) {
            wine.write("C:/hybridlab/secrets/discovery.yaml", tools.gathered().discovery());
            wine.write(JOIN, WindowsNodeJoined.settings(tools, machine, token));
            // A host at its limit may take longer than the two seconds that its preflight gives to containerd.
            await("kubeadm starts the kubelet").atMost(SOON).until(WindowsProgramsTest::startsTheKubelet);
            await("a certificate for the kubelet").atMost(SOON).untilAsserted(() -> {
                // It soon ends for the lack of counters; Windows' own service manager would start it again.
                wine.run(List.of("net.exe", "start", "kubelet"));
                assertThat(control.must("", "get", "csr", "-o", "json")).contains("\"certificate\":", "Approved");
            });
        }
        assertThat(wine.read("C:/var/log/kubelet/kubelet.log")).doesNotContain("strict decoding error");
        assertThat(log("join")).content().contains("Applied patch of type", "Starting the kubelet")
                .doesNotContain("unknown field").doesNotContain("ERROR");
        assertThat(wine.read("C:/var/lib/kubelet/config.yaml")).contains("cgroupsPerQOS: false",
                "enforceNodeAllocatable: []", "containerRuntimeEndpoint: npipe:////./pipe/containerd-containerd",
                "resolvConf: \"\"", "10.96.0.10");
        assertThat(wine.read("C:/var/lib/kubelet/kubeadm-flags.env")).contains("--node-ip=" + machine.address(),
                "--register-with-taints=os=windows:NoSchedule", "--node-labels=hybridlab.org/lab=hybrid");
    }

    /** It would then wait for a kubelet that is healthy, which none is here; everything before that is for real. */
    private static boolean startsTheKubelet() {
        Process join = wine.start(List.of("C:\\k\\kubeadm.exe", "join", "--config", JOIN), log("join"));
        await().atMost(SOON).until(() -> !join.isAlive() || saidOfJoin(WAITS));
        join.destroyForcibly();
        return saidOfJoin(WAITS);
    }

    private static boolean saidOfJoin(String text) {
        try {
            return Files.readString(log("join")).contains(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    @Order(2)
    void whatAJoinLeavesIsInTheWayOfTheNextUntilItIsReset() {
        try (JoinToken token = JoinToken.mint(tools.cluster().api())) {
            wine.write(JOIN, WindowsNodeJoined.settings(tools, machine, token));
            preflight().fails().saying("pki/ca.crt already exists");

            String reset = files.text("join.ps1").lines().filter(line -> line.contains("'reset'")).findFirst()
                    .orElseThrow();
            wine.run(QUOTED.matcher(reset).results().map(word -> word.group(1)).toList()).succeeds();

            assertThat(wine.file("C:/etc/kubernetes/pki/ca.crt")).doesNotExist();
            await("a preflight that has nothing to say").atMost(SOON).until(() -> preflight().exitCode() == 0);
        }
    }

    private static Outcome preflight() {
        return wine.run(List.of("C:\\k\\kubeadm.exe", "join", "phase", "preflight", "--config", JOIN));
    }

    @Test
    void theKubeletRefusesAMisspeltFlag() {
        wine.run(List.of("C:\\k\\kubelet.exe", "--root-folder=C:\\var\\lib\\kubelet")).fails()
                .saying("unknown flag");
    }

    @Test
    void theKubeletRefusesAMisspeltKeyOfThePatch() {
        wine.write("C:/etc/wrong.json", files.text("kubeletconfiguration0+merge.json")
                .replaceFirst("\\{", "{\"apiVersion\": \"kubelet.config.k8s.io/v1beta1\", "
                        + "\"kind\": \"KubeletConfiguration\",")
                .replace("cgroupsPerQOS", "cgroupsPerQos"));

        wine.run(List.of("C:\\k\\kubelet.exe", "--config=C:\\etc\\wrong.json")).fails()
                .saying("strict decoding error", "cgroupsPerQos");
    }

    @Test
    void kubeProxyTakesItsFlagsAndLogsInAndEndsWhereItLooksForHns() {
        Outcome ended = kubeProxy("");

        ended.fails().saying("Successfully retrieved NodeIPs", "Windows kernel is not compatible for Kernel mode");
        ended.doesNotSay("unknown flag").doesNotSay("feature gate").doesNotSay("forbidden");
    }

    @Test
    void kubeProxyTakesItsFlagsWithoutFlannelToo() {
        node();
        wine.write("C:/k/kube-proxy.kubeconfig", kubeconfig("kube-proxy", "kube-system"));
        String script = WindowsLabs.rendered("tor-winbridge", folder).files().get("win").text("start-kube-proxy.ps1");
        // The node that this test's control plane knows has another address.
        Outcome ended = wine.run(words("C:\\k\\kube-proxy.exe",
                new StartScript(script, Map.of("address", machine.address().toString())), ""));

        ended.fails().saying("Successfully retrieved NodeIPs", "Windows kernel is not compatible for Kernel mode");
        ended.doesNotSay("unknown flag").doesNotSay("feature gate").doesNotSay("forbidden");
    }

    @ParameterizedTest
    @CsvSource({"--network-name, --network-names", "--source-vip, --source-vips",
        "--enable-dsr=true, --enable-dsr=yes"})
    void kubeProxyRefusesAWrongFlag(String right, String wrong) {
        Outcome ended = kubeProxy(right + ">" + wrong);

        assertThat(ended.exitCode()).isNotZero();
        assertThat(ended.output()).doesNotContain("Successfully retrieved NodeIPs");
    }

    /** @param mistake {@code right>wrong} */
    private static Outcome kubeProxy(String mistake) {
        node();
        wine.write("C:/k/kube-proxy.kubeconfig", kubeconfig("kube-proxy", "kube-system"));
        StartScript start = new StartScript(files.text("start-kube-proxy.ps1"), Map.of("vip", "10.244.3.9"));
        return wine.run(words("C:\\k\\kube-proxy.exe", start, mistake));
    }

    @ParameterizedTest
    @CsvSource({"vxlan-services, VXLAN config: Name=flannel.4096 MacPrefix=0E-2A VNI=4096 Port=4789, hnsCall failed",
        "host-gw-services, Backend type: host-gw, hostgw_windows.go"})
    void flanneldTakesItsFlagsAndSettingsAndLogsInAndEndsAtItsFirstCallOfHns(String variant, String backend,
                                                                             String firstCall) {
        Outcome ended = flanneld(WindowsLabs.rendered(variant, folder).files().get("win").text("net-conf.json"), "");

        ended.fails().saying("Node controller sync successful", backend, firstCall);
    }

    @Test
    void flanneldRefusesWhatItCannotDoOnWindows() {
        flanneld(files.text("net-conf.json").replace("4096", "1"), "").fails().saying("VNI").doesNotSay("hnsCall");
        flanneld(files.text("net-conf.json").replace("4789", "8472"), "").fails().saying("ort").doesNotSay("hnsCall");
        // It ends well all the same.
        flanneld(files.text("net-conf.json"), "--net-config-path>--net-conf-path")
                .saying("flag provided but not defined");
    }

    private static Outcome flanneld(String settings, String mistake) {
        node();
        wine.write("C:/etc/kube-flannel/net-conf.json", settings);
        wine.write("C:/k/flannel.kubeconfig", kubeconfig("flannel", "kube-flannel"));
        // An address that an adapter of this host has.
        StartScript start = new StartScript(files.text("start-flanneld.ps1"), Map.of("address", "127.0.0.1"));
        return wine.run(Map.of("NODE_NAME", "win"), words("C:\\k\\flanneld.exe", start, mistake), "");
    }

    private static List<String> words(String program, StartScript start, String mistake) {
        String[] both = (mistake.isEmpty() ? ">" : mistake).split(">", -1);
        return Stream.concat(Stream.of(program), start.arguments().stream().map(word -> word.replace(both[0], both[1])))
                .toList();
    }

    /** What the step {@code overlay-in-place} writes, with a token of the account that has few rights. */
    private static String kubeconfig(String program, String namespace) {
        return tools.gathered().accountKubeconfig(machine, program, AccountToken.mint(tools.cluster().api(), namespace,
                program + "-windows", "win", HOUR));
    }

    /** As the kubelet would make it; the tests of one who needs it come in any order. */
    private static void node() {
        if (tools.node(machine).isEmpty()) {
            control.must(NODE, "create", "-f", "-");
            control.must("", "patch", "node", "win", "--subresource=status", "--type=merge", "-p",
                    "{\"status\": {\"addresses\": [{\"type\": \"InternalIP\", \"address\": \"%s\"}]}}"
                            .formatted(machine.address()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"vxlan-services", "host-gw-services"})
    void cniPluginsTakeTheirSettingsUntilTheFirstCallOfHns(String variant) {
        Outcome ended = flannelPlugin(WindowsLabs.rendered(variant, folder).files().get("win").text("cni-conf.json"));

        ended.fails().saying("hcnEnumerateNetworks failed");
    }

    /** Without flannel its settings are win-bridge's own, and it asks for an address before it looks for HNS. */
    @Test
    void winBridgeTakesItsSettingsUntilTheFirstCallOfHns() {
        winBridge(bridged()).fails().saying("hcnEnumerateNetworks failed");
    }

    /** It says nothing of keys that it passes over; of one that it reads it says what it is not. */
    @ParameterizedTest
    @CsvSource({"policies, true", "ipam, true", "apiVersion, true", "AdditionalArgs, false"})
    void winBridgeReadsTheKeysThatWeWriteAndNoOther(String key, boolean read) {
        Outcome ended = winBridge(bridged().put(key, "of another kind"));

        ended.fails().saying(read ? "cannot unmarshal string into Go struct field" : "hcnEnumerateNetworks failed");
    }

    private static ObjectNode bridged() {
        JsonNode all = JsonMapper.shared().readTree(WindowsLabs.rendered("tor-winbridge", folder).files().get("win")
                .text("cni-conf.json"));
        return ((ObjectNode) all.path("plugins").path(0)).put("name", all.path("name").asString())
                .put("cniVersion", all.path("cniVersion").asString());
    }

    private static Outcome winBridge(ObjectNode settings) {
        return cni("win-bridge.exe", "ADD", "pod", settings.toString());
    }

    @Test
    void aDelegateThatIsNotThereIsSeen() {
        flannelPlugin(files.text("cni-conf.json").replace("win-overlay", "win-overlays")).fails()
                .saying("failed to find plugin");
    }

    /** As containerd calls it for a pod, with one plug-in of the list. */
    private static Outcome flannelPlugin(String list) {
        JsonNode all = JsonMapper.shared().readTree(list);
        ObjectNode one = ((ObjectNode) all.path("plugins").path(0)).put("name", all.path("name").asString())
                .put("cniVersion", all.path("cniVersion").asString());
        return cni("flannel.exe", "ADD", "pod", one.toString());
    }

    @Test
    void kubeProxysAddressIsTakenFromThePodsStore() {
        String settings = """
                {"cniVersion": "0.3.1", "name": "flannel.4096", "ipam":
                 {"type": "host-local", "ranges": [[{"subnet": "10.244.3.0/24"}]]}}""";
        assertThat(files.text("start-kube-proxy.ps1").replaceAll("' \\+ '?|' ?\\+ '", ""))
                .contains("\"ipam\": {\"type\": \"host-local\"");

        cni("host-local.exe", "DEL", "kube-proxy", settings).succeeds();
        String first = cni("host-local.exe", "ADD", "kube-proxy", settings).succeeds().output();
        cni("host-local.exe", "DEL", "kube-proxy", settings).succeeds();
        JsonNode again = JsonMapper.shared().readTree(cni("host-local.exe", "ADD", "kube-proxy", settings).output());
        JsonNode pod = JsonMapper.shared().readTree(cni("host-local.exe", "ADD", "pod", settings).output());

        assertThat(first).contains("\"ips\"");
        assertThat(pod.path("ips").path(0).path("address")).isNotEqualTo(again.path("ips").path(0).path("address"));
    }

    private static Outcome cni(String plugin, String command, String container, String settings) {
        return wine.run(Map.of("CNI_COMMAND", command, "CNI_CONTAINERID", container, "CNI_NETNS", container,
                "CNI_IFNAME", "eth0", "CNI_PATH", "C:\\opt\\cni\\bin"),
                List.of("C:\\opt\\cni\\bin\\" + plugin), settings);
    }

    /** The line that {@code kubelet.ps1} gives to Windows, with the kubelet itself in the place of its script. */
    private static String kubeletService() {
        StartScript start = new StartScript(files.text("start-kubelet.ps1"), Map.of());
        // What kubeadm will write, see the assertion of kubeadm-flags.env.
        String flags = "--hostname-override=win --register-with-taints=os=windows:NoSchedule --node-ip="
                + machine.address() + " --node-labels=hybridlab.org/lab=hybrid";
        String kubelet = "C:\\k\\kubelet.exe %s %s".formatted(String.join(" ", start.arguments()), flags);
        Map<String, String> given = Map.of("Name", "kubelet", "shell", kubelet);
        return new StartScript(files.text("kubelet.ps1"), given).variable("line");
    }
}
