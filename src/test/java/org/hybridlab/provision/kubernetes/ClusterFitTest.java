package org.hybridlab.provision.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.cluster.api.ClusterFacts;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Lab;
import org.hybridlab.provider.api.LabId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterFitTest {
    private static final String LINUX = "{name: guest, address: 192.168.56.100}";
    private static final String WINDOWS = "{name: guest, os: windows, build: 2022, address: 192.168.56.100}";
    private static final String FITTING = "{\"Backend\": {\"Type\": \"vxlan\", \"VNI\": 4096, \"Port\": 4789}}";

    @TempDir
    private Path folder;
    private Set<String> made = Set.of();
    private String mode = "flannel-vxlan";

    @Test
    void takesAClusterThatFits() throws IOException {
        assertThatCode(() -> check(WINDOWS, "1.36.1", "10.244.0.0/16", "192.168.56.11", FITTING))
                .doesNotThrowAnyException();
    }

    @Test
    void refusesAnotherBranch() throws IOException {
        assertRefused("cluster-version", LINUX, "1.35.4", "10.244.0.0/16", "192.168.56.11", FITTING);
    }

    /** Another version in the file would be refused as well. */
    @Test
    void otherBranch_ofMadeMachines_needsDestroy() {
        assertThatThrownBy(() -> check(LINUX, "1.37.0", "10.244.0.0/16", "192.168.56.11", FITTING))
                .isInstanceOfSatisfying(LabException.class, failure -> assertThat(failure.advice())
                        .isEqualTo("Write `kubernetes: 1.37` in the lab file."));
        made = Set.of("guest");
        assertThatThrownBy(() -> check(LINUX, "1.37.0", "10.244.0.0/16", "192.168.56.11", FITTING))
                .isInstanceOfSatisfying(LabException.class, failure -> assertThat(failure.advice())
                        .contains("hybridlab destroy guests, then write `kubernetes: 1.37`", "hybridlab up guests."));
    }

    @Test
    void refusesPodsWhereTheMachinesAre() throws IOException {
        assertRefused("cluster-network-overlap", LINUX, "1.36.1", "192.168.0.0/16", "192.168.56.11", FITTING);
    }

    @Test
    void refusesAClusterWhoseMachinesAreElsewhere() throws IOException {
        assertRefused("cluster-elsewhere", LINUX, "1.36.1", "10.244.0.0/16", "192.168.57.11", FITTING);
    }

    @Test
    void refusesAnAddressThatANodeHas() throws IOException {
        assertRefused("cluster-node-taken", LINUX, "1.36.1", "10.244.0.0/16", "192.168.56.100", FITTING);
    }

    /** By the name that the lab came up with: the one in its file may have changed since. */
    @Test
    void takesTheLabsOwnNodes() throws IOException {
        Lab lab = lab("visitors", LINUX);
        Node own = new Node(lab.nodes().get(0).name(), List.of("192.168.56.11"), true, "Ready", Optional.empty(),
                List.of(), "linux", "v1.36.1", Map.of("hybridlab.org/lab", "guests"), Map.of(), false, false,
                Optional.empty());

        assertThatCode(() -> new ClusterFit(lab, LabId.of("guests", folder), "guests", made).check(
                KubernetesVersion.parse("v1.36.1"),
                new ClusterFacts("https://192.168.56.11:6443", "10.244.0.0/16", "10.96.0.0/12", "10.96.0.10",
                        "cluster.local", FITTING), List.of(own))).doesNotThrowAnyException();
    }

    @Test
    void flannel_unfitForWindows_refusesWindowsMachines() throws IOException {
        for (String net : List.of("{\"Backend\": {\"Type\": \"vxlan\"}}",
                "{\"Backend\": {\"Type\": \"vxlan\", \"VNI\": 4096}}",
                "{\"Backend\": {\"Type\": \"vxlan\", \"VNI\": 1, \"Port\": 4789}}",
                "{\"Backend\": {\"Type\": \"wireguard\"}}")) {
            assertRefused("cluster-flannel", WINDOWS, "1.36.1", "10.244.0.0/16", "192.168.56.11", net);
            assertThatCode(() -> check(LINUX, "1.36.1", "10.244.0.0/16", "192.168.56.11", net))
                    .doesNotThrowAnyException();
        }
    }

    /** Windows machines would get half of one way and half of the other. */
    @ParameterizedTest
    @CsvSource({"flannel-vxlan,vxlan,''", "rke2,vxlan,''", "flannel-host-gw,host-gw,''",
        "flannel-vxlan,host-gw,flannel-host-gw", "rke2,host-gw,flannel-host-gw", "flannel-host-gw,vxlan,flannel-vxlan"})
    void mode_otherThanTheClustersBackend_isRefused(String mode, String backend, String right) throws IOException {
        this.mode = mode;
        String net = FITTING.replace("vxlan", backend);

        assertThatCode(() -> check(LINUX, "1.36.1", "10.244.0.0/16", "192.168.56.11", net)).doesNotThrowAnyException();
        if (right.isEmpty()) {
            assertThatCode(() -> check(WINDOWS, "1.36.1", "10.244.0.0/16", "192.168.56.11", net))
                    .doesNotThrowAnyException();
        } else {
            LabException failure = failure(() -> check(WINDOWS, "1.36.1", "10.244.0.0/16", "192.168.56.11", net));
            assertThat(failure.id()).isEqualTo("cluster-flannel");
            assertThat(failure.advice()).contains("`network.mode: %s`".formatted(right));
        }
    }

    /** Another mode in the file would be refused as well, see ChangeRefusals. */
    @ParameterizedTest
    @CsvSource({"guest,true", "other,false"})
    void mode_ofMadeWindowsMachines_needsDestroy(String machine, boolean destroys) {
        made = Set.of(machine);

        assertThatThrownBy(() -> check(WINDOWS, "1.36.1", "10.244.0.0/16", "192.168.56.11",
                FITTING.replace("vxlan", "host-gw"))).isInstanceOfSatisfying(LabException.class, failure ->
                        assertThat(failure.advice()).contains("rite `network.mode: flannel-host-gw` in the lab file")
                                .matches(advice -> destroys == advice.contains("hybridlab destroy guests, then")));
    }

    @Test
    void takesAnyFlannelWhereNoneRunsOnWindows() {
        assertThatCode(() -> behind("192.168.56.11, 192.168.56.12", "{\"Backend\": {\"Type\": \"vxlan\"}}"))
                .doesNotThrowAnyException();
    }

    @Test
    void gateway_thatIsNoLinuxMachine_isRefused() {
        LabException failure = failure(() -> behind("192.168.56.11, 192.168.56.13", FITTING));
        assertThat(failure.id()).isEqualTo("cluster-gateway-unknown");
        assertThat(failure.advice()).contains("192.168.56.11 (first), 192.168.56.12 (second)")
                .doesNotContain("third");
    }

    /** With two Linux machines, .11 and .12, and one with Windows, .13. */
    private void behind(String gateways, String net) throws IOException {
        Lab lab = LabFile.read(Files.writeString(folder.resolve("lab.yaml"), """
                name: guests
                kubernetes: 1.36
                cluster: {kubeconfig: admin.conf, gateways: [%s]}
                network: {mode: tor-winbridge, machines: 192.168.56.0/24}
                machines: [%s]
                """.formatted(gateways, WINDOWS)), Cidr.parse("192.168.56.0/24")).orThrow();
        new ClusterFit(lab, LabId.of("guests", folder), "guests", made).check(KubernetesVersion.parse("v1.36.1"),
                new ClusterFacts("https://192.168.56.11:6443", "10.244.0.0/16", "10.96.0.0/12", "10.96.0.10",
                        "cluster.local", net),
                List.of(node("first", "192.168.56.11", "linux"), node("second", "192.168.56.12", "linux"),
                        node("third", "192.168.56.13", "windows")));
    }

    private static Node node(String name, String address, String os) {
        return new Node(name, List.of(address), true, "Ready", Optional.empty(), List.of(), os, "v1.36.1", Map.of(),
                Map.of(), false, false, Optional.empty());
    }

    private void assertRefused(String id, String machine, String version, String pods, String node, String net) {
        assertThat(failure(() -> check(machine, version, pods, node, net)).id()).isEqualTo(id);
    }

    private void check(String machine, String version, String pods, String node, String net) throws IOException {
        Lab lab = lab("guests", machine);
        new ClusterFit(lab, LabId.of("guests", folder), "guests", made).check(KubernetesVersion.parse("v" + version),
                new ClusterFacts("https://192.168.56.11:6443", pods, "10.96.0.0/12", "10.96.0.10", "cluster.local",
                net),
                List.of(new Node("there", List.of(node), true, "Ready", Optional.empty(), List.of(), "linux",
                        "v" + version, Map.of(), Map.of(), false, false, Optional.empty())));
    }

    private Lab lab(String name, String machine) throws IOException {
        return LabFile.read(Files.writeString(folder.resolve("lab.yaml"), """
                name: %s
                kubernetes: 1.36
                cluster: {kubeconfig: admin.conf}
                network: {mode: %s, machines: 192.168.56.0/24}
                machines: [%s]
                """.formatted(name, mode, machine)), Cidr.parse("192.168.56.0/24")).orThrow();
    }
}
