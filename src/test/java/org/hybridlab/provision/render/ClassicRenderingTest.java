package org.hybridlab.provision.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;

import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.hybridlab.common.template.HostileStrings;
import org.hybridlab.common.template.PowerShellGrammar;
import org.hybridlab.common.template.PowerShellGrammar.Verdict;
import org.hybridlab.common.template.Templates;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Network;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.model.WindowsSettings;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The legacy mode against golden files; {@code -Dgolden.update=true} writes them again. */
public class ClassicRenderingTest {
    public static final Path LAB = Path.of("src/test/resources/ch18-classic/lab.yaml");
    private static final Path GOLDEN = LAB.resolveSibling("files");

    @TempDir
    private Path folder;

    @Test
    void areAsTheGoldenFiles() throws IOException {
        for (Map.Entry<String, String> file : rendered().entrySet()) {
            Path golden = GOLDEN.resolve(file.getKey());
            if (Boolean.getBoolean("golden.update")) {
                Files.createDirectories(golden.getParent());
                Files.writeString(golden, file.getValue());
            }
            assertThat(file.getValue()).as(file.getKey()).isEqualTo(Files.readString(golden));
        }
    }

    /** Nothing of today's that somebody could take for a part of it. */
    @Test
    void workspace_hasTheBooksFilesAtTheirPlace() {
        LabContext labContext = labContext();
        Workspace workspace = Workspace.in(folder.resolve("workspace")).create();
        labContext.files().writeTo(workspace);

        assertThat(workspace.folder().resolve("scripts/kiamol-control").toFile().list())
                .containsExactlyInAnyOrder("prepare.sh", "linux-setup.sh");
        assertThat(workspace.folder().resolve("scripts/kiamol-node").toFile().list())
                .containsExactlyInAnyOrder("prepare.sh", "linux-setup.sh", "kubeadm-join.yaml");
        assertThat(workspace.folder().resolve("scripts/kiamol-node-win").toFile().list()).containsExactlyInAnyOrder(
                "key.ps1", "prepare.ps1", "windows-setup.ps1", "PrepareNode.ps1", "StartKubelet.ps1", "join.ps1",
                "kubeadm-join.yaml");
        assertThat(workspace.folder().resolve("kubernetes").toFile().list()).containsExactlyInAnyOrder(
                "kubeadm-init.yaml", "flannel.yaml", "flannel-overlay.yml", "kube-proxy.yml", "run-flannel.ps1",
                "run-kube-proxy.ps1");
        assertThat(workspace.folder().resolve("scripts/kiamol-node/linux-setup.sh").toFile().canExecute()).isTrue();
    }

    @Test
    void machinesAreMadeFromTheBooksBox() {
        assertThat(labContext().files().vagrantfile()).contains("'bento/ubuntu-20.04'").doesNotContain("debian");
    }

    @Test
    void files_ofLegacyMode_sayNobodyRanIt() {
        rendered().forEach((name, text) -> assertThat(text).as(name).contains("Legacy mode:", "Nobody ran it here"));
    }

    @Test
    void otherLabsHaveNothingOfIt() {
        LabContext today = WindowsLabs.created(Path.of("labs/kiamol-ch18/lab.yaml"), ProviderName.VIRTUALBOX, folder);

        assertThat(today.files().classic().files()).isEmpty();
    }

    @Test
    void scripts_forWindows_areAsciiWithCrLf() throws IOException {
        Map<String, String> windows = new LinkedHashMap<>(rendered());
        windows.keySet().removeIf(name -> !name.endsWith(".ps1"));
        List<Verdict> verdicts = PowerShellGrammar.judge(List.copyOf(windows.values()));

        assertThat(windows).hasSize(6);
        assertThat(verdicts).allSatisfy(verdict -> assertThat(verdict.error()).isEmpty());
        windows.forEach((name, text) -> {
            assertThat(StandardCharsets.US_ASCII.newEncoder().canEncode(text)).as(name).isTrue();
            assertThat(text.replace("\r\n", "")).as(name).doesNotContain("\r").doesNotContain("\n");
        });
        assertThat(bashReads(rendered().get("scripts/kiamol-node/linux-setup.sh"))).isTrue();
        assertThat(bashReads("if true; then")).isFalse();
    }

    @Test
    void kubeadmGetsTheSettingsOfItsTime() {
        String init = rendered().get("kubernetes/kubeadm-init.yaml");
        Map<?, ?> cluster = document(init, "ClusterConfiguration");
        Map<?, ?> node = (Map<?, ?>) document(init, "InitConfiguration").get("nodeRegistration");

        assertThat(cluster.get("apiVersion")).isEqualTo("kubeadm.k8s.io/v1beta2");
        assertThat(cluster.get("kubernetesVersion")).isEqualTo("v1.18.5");
        assertThat(cluster.get("networking")).isEqualTo(Map.of("podSubnet", "10.244.0.0/16", "serviceSubnet",
                "10.96.0.0/12", "dnsDomain", "cluster.local"));
        assertThat(node.get("criSocket")).isEqualTo("/var/run/dockershim.sock");
        assertThat(node.get("kubeletExtraArgs")).isEqualTo(Map.of("node-ip", "192.168.57.11"));
    }

    /** The book's Windows machines have no taint: its manifests name the system instead. */
    @Test
    void joinsNameWhoJoinsAndNobodysToken() {
        for (String machine : List.of("kiamol-node", "kiamol-node-win")) {
            Map<?, ?> join = document(rendered().get("scripts/%s/kubeadm-join.yaml".formatted(machine)),
                    "JoinConfiguration");

            assertThat((Map<?, ?>) join.get("nodeRegistration")).extracting("name").isEqualTo(machine);
            assertThat(((Map<?, ?>) join.get("nodeRegistration")).get("taints")).isNull();
            assertThat((Map<?, ?>) join.get("discovery")).extracting("tlsBootstrapToken").isEqualTo("the-token");
        }
    }

    @Test
    void flannel_hasWindowsNumbers_onBothSides() {
        JsonNode netConf = JsonMapper.shared().readTree(
                data(rendered().get("kubernetes/flannel.yaml")).get("net-conf.json"));
        JsonNode cniConf = JsonMapper.shared().readTree(
                data(rendered().get("kubernetes/flannel-overlay.yml")).get("cni-conf.json"));

        assertThat(netConf.at("/Backend/VNI").asInt()).isEqualTo(4096);
        assertThat(netConf.at("/Backend/Port").asInt()).isEqualTo(4789);
        assertThat(netConf.at("/Network").asString()).isEqualTo("10.244.0.0/16");
        assertThat(cniConf.at("/name").asString()).isEqualTo("flannel.4096");
        assertThat(cniConf.at("/delegate/type").asString()).isEqualTo("win-overlay");
        assertThat(cniConf.at("/delegate/policies/0/Value/ExceptionList").toString())
                .isEqualTo("[\"10.96.0.0/12\",\"10.244.0.0/16\"]");
        assertThat(cniConf.at("/delegate/policies/1/Value/DestinationPrefix").asString()).isEqualTo("10.96.0.0/12");
    }

    @Test
    void windowsPods_askWins_andRunScripts() {
        Map<String, String> rendered = rendered();

        for (String manifest : List.of("flannel-overlay.yml", "kube-proxy.yml")) {
            assertThat(rendered.get("kubernetes/" + manifest)).contains("path: \\\\.\\pipe\\rancher_wins\n",
                    "kubernetes.io/os: windows");
            assertThat(Manifest.parse(rendered.get("kubernetes/" + manifest))).extracting(Manifest::kind)
                    .containsExactly("ConfigMap", "DaemonSet");
        }
        assertThat(data(rendered.get("kubernetes/flannel-overlay.yml"))).containsEntry("run.ps1",
                rendered.get("kubernetes/run-flannel.ps1"));
        assertThat(data(rendered.get("kubernetes/kube-proxy.yml"))).containsEntry("run-script.ps1",
                rendered.get("kubernetes/run-kube-proxy.ps1"));
    }

    @Test
    void hostileNamesStayNames() {
        List<String> scripts = new ArrayList<>();
        for (String hostile : HostileStrings.some(150)) {
            Lab lab = named(hostile);
            Map<String, Object> model = new LinkedHashMap<>(Map.of("lab", lab, "controlPlane", lab.firstControlPlane(),
                    "machines", lab.machines(), "ignorePreflightErrors", List.of("NumCPU")));
            String init = templates().render("ch18-classic/kubeadm-init.yaml.ftl", model);
            Machine windows = lab.windowsMachines().get(0);
            Map<String, Object> join = new LinkedHashMap<>(model);
            join.putAll(Map.of("machine", windows, "discoveryFile", hostile, "token", hostile));

            assertThat(document(init, "ClusterConfiguration").get("clusterName")).isEqualTo(hostile);
            assertThat((Map<?, ?>) document(init, "ClusterConfiguration").get("networking")).extracting("dnsDomain")
                    .isEqualTo(hostile);
            assertThat((Map<?, ?>) document(init, "InitConfiguration").get("nodeRegistration")).extracting("name")
                    .isEqualTo(hostile);
            Map<?, ?> joining = document(templates().render("ch18-classic/kubeadm-join.yaml.ftl", join),
                    "JoinConfiguration");
            assertThat((Map<?, ?>) joining.get("discovery")).extracting("tlsBootstrapToken").isEqualTo(hostile);
            Map<String, String> texts = ClassicRendering.windows(templates(), new WindowsMachine(
                    LabId.ofOlderLab("hostile", Path.of("/home/me")), lab, windows, "ssh-ed25519 AAAA")).texts();
            scripts.add(texts.get("StartKubelet.ps1"));
            scripts.add(texts.get("join.ps1"));
        }

        List<Verdict> verdicts = PowerShellGrammar.judge(scripts);

        for (int i = 0; i < scripts.size(); i++) {
            assertThat(verdicts.get(i).error()).as(scripts.get(i)).isEmpty();
            assertThat(scripts.get(i).lines()).hasSize((int) scripts.get(i % 2).lines().count());
        }
    }

    private Lab named(String name) {
        Lab lab = labContext().lab();
        Network network = lab.network();
        List<Machine> machines = lab.machines().stream().map(machine -> new Machine(name, machine.role(), machine.os(),
                machine.arch(), machine.cpus(), machine.memoryMiB(), machine.box(), machine.kubernetes(),
                machine.address(), machine.windows().map(windows -> new WindowsSettings(windows.build(), "WIN",
                windows.shell())))).toList();
        return new Lab(name, lab.kubernetes(), lab.containerd(), lab.provider(), lab.cluster(),
                new Network(network.mode(), network.machines(), network.pods(), network.services(), network.vni(),
                        network.port(), name), machines, lab.untaint(), lab.metrics(), lab.apps(), lab.checks(),
                lab.outside(), lab.time(), lab.registries());
    }

    private static Templates templates() {
        return Templates.installed(Path.of("").toAbsolutePath());
    }

    private LabContext labContext() {
        return WindowsLabs.created(LAB, ProviderName.VIRTUALBOX, folder);
    }

    /** All that is the book's, by path below the workspace. */
    private Map<String, String> rendered() {
        RenderedFiles files = labContext().files();
        Map<String, String> rendered = new TreeMap<>(files.classic().files());
        rendered.put("kubernetes/kubeadm-init.yaml", files.kubeadmInit());
        rendered.put("kubernetes/flannel.yaml", files.podNetwork());
        files.windows().files().get("kiamol-node-win").texts().forEach((name, text) -> {
            if (!name.equals("key.ps1") && !name.equals("prepare.ps1")) {
                rendered.put("scripts/kiamol-node-win/" + name, text);
            }
        });
        return rendered;
    }

    private boolean bashReads(String script) throws IOException {
        Path file = Files.writeString(folder.resolve("script.sh"), script);
        Result result = new LocalProcesses().run(Command.of("bash", "-n", file.toString()), new Cancellation());
        return result.ok();
    }

    private static Map<?, ?> document(String text, String kind) {
        Iterable<Object> documents = new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(new StringReader(text));
        return StreamSupport.stream(documents.spliterator(), false).map(one -> (Map<?, ?>) one)
                .filter(one -> kind.equals(one.get("kind"))).findFirst().orElseThrow();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, String> data(String manifest) {
        return (Map<String, String>) document(manifest, "ConfigMap").get("data");
    }
}
