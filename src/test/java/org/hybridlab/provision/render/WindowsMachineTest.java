package org.hybridlab.provision.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.hybridlab.cluster.api.ClusterFacts;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.provider.api.LabId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WindowsMachineTest {
    @TempDir
    private Path folder;

    /** Its pods are bridged, however the cluster's own are reached. */
    @Test
    void bridgedPods_inOthersVxlan_keepTheirAddresses() throws IOException {
        Lab lab = LabFile.read(Files.writeString(folder.resolve("lab.yaml"), """
                name: guests
                cluster: {kubeconfig: admin.conf, gateways: [192.168.56.11, 192.168.56.12]}
                network: {mode: tor-winbridge, machines: 192.168.56.0/24}
                machines: [{name: win, os: windows, build: 2022, address: 192.168.56.100}]
                """), Cidr.parse("192.168.56.0/24")).orThrow();
        ClusterFacts facts = new ClusterFacts("https://192.168.56.11:6443", "10.20.0.0/16", "10.96.0.0/12",
                "10.96.0.10", "cluster.local", "{\"Backend\": {\"Type\": \"vxlan\"}}");

        assertThat(new WindowsMachine(LabId.of("guests", folder), lab, lab.windowsMachines().get(0), "a key")
                .model(facts))
                .containsEntry("exceptions", List.of("10.20.0.0/16", "10.96.0.0/12", "192.168.56.0/24"))
                .containsEntry("networkName", "l2bridge");
    }
}
