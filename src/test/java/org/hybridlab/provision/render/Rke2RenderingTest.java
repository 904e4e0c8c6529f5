package org.hybridlab.provision.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.hybridlab.config.model.KubernetesBranch;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

class Rke2RenderingTest {
    @TempDir
    private Path folder;
    private Map<String, String> files;

    @BeforeEach
    void theShippedLab() {
        files = created("rancher").files().rke2().files();
    }

    private LabContext created(String lab) {
        return WindowsLabs.created(Path.of("labs", lab, "lab.yaml"), ProviderName.VIRTUALBOX, folder);
    }

    @Test
    void serverConfig_hasNetworks_andNoToken() {
        Map<String, Object> server = yaml("control-0-vm/config.yaml");

        assertThat(server).containsEntry("cni", "flannel").containsEntry("node-ip", "192.168.57.11")
                .containsEntry("cluster-cidr", "10.244.0.0/16").containsEntry("cluster-dns", "10.96.0.10")
                .containsEntry("token-file", "/etc/rancher/rke2/token").doesNotContainKeys("token", "server");
    }

    @Test
    void agents_askServersPort_andGetTaints() {
        assertThat(yaml("worker-0-vm/config.yaml")).containsEntry("server", "https://192.168.57.11:9345")
                .containsEntry("node-taint", List.of("os=linux:NoSchedule")).doesNotContainKeys("cni");
        assertThat(yaml("win-0-vm/config.yaml")).containsEntry("node-ip", "192.168.57.14")
                .doesNotContainKey("node-taint");
    }

    @Test
    void windowsAgents_byDefault_areTainted() throws IOException {
        Path lab = Files.writeString(folder.resolve("lab.yaml"), Files.readString(Path.of("labs/rancher/lab.yaml"))
                .replace(", windowsTaint: false", "").replaceFirst("(?s)apps:.*", ""));
        files = WindowsLabs.created(lab, ProviderName.VIRTUALBOX, folder).files().rke2().files();

        assertThat(yaml("win-0-vm/config.yaml")).containsEntry("node-taint", List.of("os=windows:NoSchedule"));
    }

    @Test
    void flannelGetsWhatWindowsWants() {
        String values = ((Map<?, ?>) yaml("control-0-vm/rke2-flannel-config.yaml").get("spec")).get("valuesContent")
                .toString();

        assertThat(values).contains("backend: vxlan", "vni: 4096", "backendPort: 4789");
    }

    @Test
    void installer_isCalledForEachMachinesRole() {
        assertThat(files.get("control-0-vm/install.sh")).contains("INSTALL_RKE2_TYPE='server'",
                "v" + KubernetesBranch.newest().newestVersion() + "+rke2r1");
        assertThat(files.get("worker-0-vm/install.sh")).contains("INSTALL_RKE2_TYPE='agent'");
        assertThat(files.get("win-0-vm/install.ps1")).contains("service --add\r\n", "-Version 'v%s+rke2r1'"
                .formatted(KubernetesBranch.newest().newestVersion()));
    }

    @Test
    void labsInOtherModesHaveNothingOfIt() {
        assertThat(created("kiamol-ch18").files().rke2().files()).isEmpty();
    }

    private Map<String, Object> yaml(String path) {
        return new Yaml(new SafeConstructor(new LoaderOptions())).load(files.get(path));
    }
}
