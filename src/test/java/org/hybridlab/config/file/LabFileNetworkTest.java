package org.hybridlab.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

import org.hybridlab.config.file.reader.OpenChoices;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.OverlayStyle;
import org.hybridlab.config.rules.core.HostView;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a lab file says of the network, and what follows from that for machines. */
class LabFileNetworkTest {
    @TempDir
    private Path folder;
    private WrittenLab file;

    @BeforeEach
    void inAFolder() {
        file = new WrittenLab(folder.resolve("short"));
    }

    @ParameterizedTest
    @CsvSource({"8.8.8.0/24, '', true", "8.8.0.0/16, '', true", "172.0.0.0/8, '', true", "198.18.0.0/24, '', true",
        "100.64.0.0/24, '', false", "100.64.0.0/24, 10.0.0.0/8, false", "100.64.0.0/24, 100.64.0.0/10, true",
        "100.64.0.0/24, 100.64.0.7/32, true", "192.0.2.0/24, '', false", "203.0.113.0/24, '', false"})
    void machinesNetwork_ofOthers_isAnError(String network, String route, boolean error) throws IOException {
        Path lab = file.write("""
                machines: [{name: control, role: control-plane}, {name: node}]
                network: {machines: %s, pods: 10.244.0.0/16}
                """.formatted(network));
        List<Cidr> routes = route.isEmpty() ? List.of() : List.of(Cidr.parse(route));

        LabReading reading = LabFile.read(lab, OpenChoices.network(WrittenLab.OPEN), new HostView(OptionalInt.empty(),
                OptionalInt.empty(), Optional.empty(), routes, List.of(), Optional.empty(), Set.of(), false,
                Optional.empty()));

        assertThat(reading.errors()).hasSize(error ? 1 : 0).allSatisfy(problem ->
                assertThat(problem.line()).isEqualTo(2));
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
