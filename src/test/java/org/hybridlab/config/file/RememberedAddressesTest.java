package org.hybridlab.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.config.file.reader.OpenChoices;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.rules.core.HostView;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine keeps its address while the lab lives, whatever is edited around it. */
class RememberedAddressesTest {
    private static final String THREE = """
            machines:
              - {name: control, role: control-plane}
              - {name: node1}
              - {name: node2}
            """;

    @TempDir
    private Path folder;
    private WrittenLab file;

    @BeforeEach
    void inAFolder() {
        file = new WrittenLab(folder.resolve("short"));
    }

    @Test
    void machineRemoved_others_keepTheirAddresses() throws IOException {
        Map<String, Ipv4> before = addresses(THREE, Map.of());

        Map<String, Ipv4> after = addresses(THREE.replace("  - {name: node1}\n", ""), before);

        assertThat(after).containsEntry("node2", before.get("node2")).containsEntry("control", before.get("control"));
    }

    @Test
    void addressOfRemovedMachine_isNotGivenAgain() throws IOException {
        Map<String, Ipv4> before = addresses(THREE, Map.of());

        Map<String, Ipv4> after = addresses(THREE.replace("node1", "another"), before);

        assertThat(after.get("another")).hasToString("192.168.57.14").isNotEqualTo(before.get("node1"));
        assertThat(after.get("node2")).isEqualTo(before.get("node2"));
    }

    @Test
    void machine_comingBack_hasItsAddress() throws IOException {
        Map<String, Ipv4> before = addresses(THREE, Map.of());

        Map<String, Ipv4> after = addresses("""
                machines:
                  - {name: another}
                  - {name: node1}
                  - {name: control, role: control-plane}
                """, before);

        assertThat(after).containsEntry("node1", before.get("node1")).containsEntry("control", before.get("control"));
    }

    @Test
    void fixedAddress_ofRememberedMachine_winsOverOthers() throws IOException {
        String fixed = THREE.replace("{name: node2}", "{name: node2, address: 192.168.57.12}")
                + "network: {machines: 192.168.57.0/24}\n";

        Map<String, Ipv4> after = addresses(fixed, addresses(THREE, Map.of()));

        assertThat(after.get("node2")).hasToString("192.168.57.12");
        assertThat(after.get("node1")).hasToString("192.168.57.14");
    }

    @Test
    void addressesOfAnotherNetwork_doNotCount() throws IOException {
        Map<String, Ipv4> after = addresses(THREE + "network: {machines: 10.9.0.0/24}\n",
                addresses(THREE, Map.of()));

        assertThat(after.values()).extracting(Ipv4::toString).containsExactly("10.9.0.11", "10.9.0.12", "10.9.0.13");
    }

    @Test
    void virtualAddress_afterAddedMachine_stays() throws IOException {
        String several = """
                machines:
                  - {name: control, role: control-plane, count: 3}
                network: {machines: 192.168.57.0/28}
                """;
        Lab before = lab(several, Map.of());
        Ipv4 virtual = before.network().virtualAddress().orElseThrow();
        Map<String, Ipv4> remembered = new LinkedHashMap<>(addresses(several, Map.of()));
        remembered.put(OpenChoices.VIRTUAL_ADDRESS, virtual);

        Lab after = lab(several.replace("network:", "  - {name: node}\nnetwork:"), remembered);

        assertThat(after.network().virtualAddress()).contains(virtual);
        assertThat(after.machines()).extracting(Machine::address).doesNotContain(virtual);
    }

    /** Every kubelet and kubeconfig leads there, and a file that names one control plane must not be refused for it. */
    @Test
    void virtualAddress_ofTheLastControlPlane_stays() throws IOException {
        String several = "machines: [{name: control, role: control-plane, count: 3}]\n";
        Ipv4 virtual = lab(several, Map.of()).network().virtualAddress().orElseThrow();
        Map<String, Ipv4> remembered = new LinkedHashMap<>(addresses(several, Map.of()));
        remembered.put(OpenChoices.VIRTUAL_ADDRESS, virtual);

        assertThat(lab(several.replace("count: 3", "count: 1"), remembered).network().virtualAddress())
                .contains(virtual);
        assertThat(lab(several.replace("count: 3", "count: 1"), Map.of()).network().virtualAddress()).isEmpty();
    }

    private Map<String, Ipv4> addresses(String text, Map<String, Ipv4> remembered) throws IOException {
        Map<String, Ipv4> all = new LinkedHashMap<>();
        lab(text, remembered).machines().forEach(machine -> all.put(machine.name(), machine.address()));
        return all;
    }

    private Lab lab(String text, Map<String, Ipv4> remembered) throws IOException {
        return LabFile.read(file.write(text), new Remembering(remembered), HostView.unknown()).orThrow();
    }

    private record Remembering(Map<String, Ipv4> addresses) implements OpenChoices {
        @Override
        public Optional<ProviderName> provider(Optional<ProviderName> written) {
            return written;
        }

        @Override
        public Cidr machineNetwork(Optional<ProviderName> provider, List<Cidr> others) {
            return WrittenLab.OPEN;
        }
    }
}
