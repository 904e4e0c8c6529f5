package org.hybridlab.provision.windows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.provision.InstalledMachine.CONTAINERD;
import static org.hybridlab.provision.InstalledMachine.CONTAINERD_SETTINGS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.hybridlab.config.model.KubernetesBranch;
import org.hybridlab.provision.StartScript;
import org.hybridlab.provision.render.WindowsMachine;
import org.hybridlab.provision.windows.Wine.Outcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The programs of the newest branch, and those that are the same for all branches: containerd, flannel, CNI plug-ins.
 */
@Tag("real")
class WindowsProgramsTest extends KubernetesOnWindows {
    WindowsProgramsTest() {
        super(KubernetesBranch.newest().name());
    }

    /** Go's own {@code os.Rename} judges what becomes of a log that somebody reads. */
    @Test
    void serviceHost_withLogInUse_goesOn() throws IOException {
        Path sources = Path.of("data/bundle/go/service-host");
        Path program = wine.file("C:/k/service-host-tests.exe");
        Files.createDirectories(program.getParent());
        GoTests.go(sources, Map.of(), "test", ".");
        GoTests.go(sources, GoTests.FOR_WINDOWS, "test", "-c", "-o", program.toString(), ".");

        wine.run(List.of("C:\\k\\service-host-tests.exe", "-test.v", "-test.run", "ReaderHolds"))
                .succeeds().saying("--- PASS: TestALogThatAReaderHoldsGrowsAndMovesAsideLater");
    }

    @Test
    void containerdServesItsPipeWithOurSettings() throws IOException {
        ctr().succeeds().saying("Server:");
        assertThat(Files.readString(log("containerd"))).doesNotContain("level=error").doesNotContain("strict mode")
                .contains("runhcs-wcow-process");
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

    private Outcome dump(String settings) {
        return wine.run(List.of(CONTAINERD + "\\containerd.exe", "--config", settings, "config", "dump"));
    }

    @Test
    void kubeProxyTakesItsFlagsWithoutFlannelToo() {
        String script = WindowsLabs.rendered("tor-winbridge", folder).files().get("win").text("start-kube-proxy.ps1");
        // The node that this test's control plane knows has another address.
        Outcome ended = kubeProxy(new StartScript(script, Map.of("address", address())), "");

        ended.fails().saying("Successfully retrieved NodeIPs", "Windows kernel is not compatible for Kernel mode");
        ended.doesNotSay("unknown flag").doesNotSay("feature gate").doesNotSay("forbidden");
    }

    /** It takes its flags and settings, logs in, and ends at its first call of HNS, which is not there. */
    @ParameterizedTest
    @CsvSource({"vxlan-services, VXLAN config: Name=flannel.4096 MacPrefix=0E-2A VNI=4096 Port=4789, hnsCall failed",
        "host-gw-services, Backend type: host-gw, hostgw_windows.go"})
    void flanneld_withFlagsAndLogin_reachesHns(String variant, String backend,
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

    private Outcome flanneld(String settings, String mistake) {
        node();
        wine.write("C:/etc/kube-flannel/net-conf.json", settings);
        wine.write("C:/k/flannel.kubeconfig", kubeconfig("flannel", "kube-flannel"));
        // An address that an adapter of this host has.
        StartScript start = new StartScript(files.text("start-flanneld.ps1"), Map.of("address", "127.0.0.1"));
        return wine.run(Map.of("NODE_NAME", "win"), words("C:\\k\\flanneld.exe", start, mistake), "");
    }

    /** They end at their first call of HNS, which is not there. */
    @ParameterizedTest
    @ValueSource(strings = {"vxlan-services", "host-gw-services"})
    void cniPlugins_withOurSettings_reachHns(String variant) {
        Outcome ended = flannelPlugin(WindowsLabs.rendered(variant, folder).files().get("win").text("cni-conf.json"));

        ended.fails().saying("hcnEnumerateNetworks failed");
    }

    /** Without flannel its settings are win-bridge's own, and it asks for an address before it looks for HNS. */
    @Test
    void winBridge_withOurSettings_reachesHns() {
        winBridge(bridged()).fails().saying("hcnEnumerateNetworks failed");
    }

    /** It says nothing of keys that it passes over; of one that it reads it says what it is not. */
    @ParameterizedTest
    @CsvSource({"policies, true", "ipam, true", "apiVersion, true", "AdditionalArgs, false"})
    void winBridge_readsOurKeysAndNoOthers(String key, boolean read) {
        Outcome ended = winBridge(bridged().put(key, "of another kind"));

        ended.fails().saying(read ? "cannot unmarshal string into Go struct field" : "hcnEnumerateNetworks failed");
    }

    private ObjectNode bridged() {
        JsonNode all = JsonMapper.shared().readTree(WindowsLabs.rendered("tor-winbridge", folder).files().get("win")
                .text("cni-conf.json"));
        return ((ObjectNode) all.path("plugins").path(0)).put("name", all.path("name").asString())
                .put("cniVersion", all.path("cniVersion").asString());
    }

    private Outcome winBridge(ObjectNode settings) {
        return cni("win-bridge.exe", "ADD", "pod", settings.toString());
    }

    @Test
    void aDelegateThatIsNotThereIsSeen() {
        flannelPlugin(files.text("cni-conf.json").replace("win-overlay", "win-overlays")).fails()
                .saying("failed to find plugin");
    }

    /** As containerd calls it for a pod, with one plug-in of the list. */
    private Outcome flannelPlugin(String list) {
        JsonNode all = JsonMapper.shared().readTree(list);
        ObjectNode one = ((ObjectNode) all.path("plugins").path(0)).put("name", all.path("name").asString())
                .put("cniVersion", all.path("cniVersion").asString());
        return cni("flannel.exe", "ADD", "pod", one.toString());
    }

    @Test
    void kubeProxyAddress_isFromThePodsStore() {
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

    private Outcome cni(String plugin, String command, String container, String settings) {
        return wine.run(Map.of("CNI_COMMAND", command, "CNI_CONTAINERID", container, "CNI_NETNS", container,
                "CNI_IFNAME", "eth0", "CNI_PATH", "C:\\opt\\cni\\bin"),
                List.of("C:\\opt\\cni\\bin\\" + plugin), settings);
    }
}
