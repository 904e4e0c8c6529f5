package org.hybridlab.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.OverlayStyle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a lab file says of the network, and what follows from that for machines. */
class LabFileNetworkTest {
    @TempDir
    private Path folder;
    private WrittenLab file;

    @BeforeEach
    void inAFolder() {
        file = new WrittenLab(folder.resolve("short"));
    }

    @Test
    void severalControlPlanes_getAFreeVirtualAddress() throws IOException {
        assertThat(file.lab("machines: [{name: control, role: control-plane}]\n").network().virtualAddress()).isEmpty();
        Lab three = file.lab("machines: [{name: control, role: control-plane, count: 3}, {name: node}]\n");
        Lab small = file.lab("""
                machines: [{name: control, role: control-plane, count: 3}]
                network: {machines: 10.9.0.0/28}
                """);
        Lab written = file.lab("""
                machines: [{name: control, role: control-plane}, {name: node}]
                network: {machines: 10.9.0.0/24, virtualAddress: 10.9.0.11}
                """);

        assertThat(three.apiAddress()).hasToString("192.168.57.10");
        assertThat(small.apiAddress()).hasToString("10.9.0.5");
        assertThat(written.apiAddress()).hasToString("10.9.0.11");
        assertThat(written.machines()).extracting(machine -> machine.address().toString())
                .containsExactly("10.9.0.12", "10.9.0.13");
    }

    @Test
    void networkMode_decidesWindowsAgents_unlessFileDoes() throws IOException {
        String machines = "machines: [{name: control, role: control-plane}]\n";

        assertThat(file.lab(machines).network().overlays()).isEqualTo(OverlayStyle.SERVICES);
        assertThat(file.lab(machines + "network: {windowsAgents: daemonset}\n").network().overlays())
                .isEqualTo(OverlayStyle.DAEMONSET);
        assertThat(file.lab(machines + "network: {mode: flannel-host-gw}\n").network().hnsNetwork()).isEqualTo("cbr0");
        assertThat(file.lab(machines + "network: {vni: 5000}\n").network().hnsNetwork()).isEqualTo("flannel.5000");
    }

    @Test
    void linuxWorkers_holdGateways_behindOneMachine() throws IOException {
        Lab lab = file.lab("""
                machines:
                  - {name: control, role: control-plane}
                  - {name: node, count: 2}
                  - {name: win, os: windows}
                network: {mode: tor-winbridge}
                """);

        assertThat(lab.gateways()).extracting(Machine::name).containsExactly("node1", "node2", "control");
        assertThat(lab.network().hnsNetwork()).isEqualTo("l2bridge");
    }
}
