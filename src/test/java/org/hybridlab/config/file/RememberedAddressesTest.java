package org.hybridlab.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.hybridlab.config.file.reader.OpenChoices;
import org.hybridlab.config.file.yaml.Problem;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.rules.core.HostView;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A machine keeps its address while the lab lives, whatever is edited around it. */
class RememberedAddressesTest {
    private static final String THREE = """
            machines:
              - {name: control, role: control-plane}
              - {name: node1}
              - {name: node2}
            """;
    private static final String SMALL = """
            machines: [{name: control, role: control-plane}, {name: %s}]
            network: {machines: 10.9.0.0/29}
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

    /** Of 5 addresses, 3 are free at first. */
    @Test
    void smallNetwork_forgetsMachines_onceItIsFull() throws IOException {
        Map<String, Ipv4> known = new TreeMap<>();
        for (int name = 0; name < 12; name++) {
            Map<String, Ipv4> now = addresses(SMALL.formatted("node" + name), known, known.keySet().stream()
                    .filter(Set.of("control", "node" + (name - 1))::contains).collect(Collectors.toSet()));

            assertThat(now.get("control")).hasToString("10.9.0.2");
            assertThat(now.get("node" + name)).as("node%d", name).isNotEqualTo(known.get("node" + (name - 1)));
            known.putAll(now);
        }
    }

    /** Its address is another machine's by now, whichever the file names first. */
    @ParameterizedTest
    @ValueSource(strings = {"{name: old}, {name: late}", "{name: late}, {name: old}"})
    void machine_comingBack_leavesReusedAddressAlone(String workers) throws IOException {
        Map<String, Ipv4> known = Map.of("control", Ipv4.parse("10.9.0.2"), "old", Ipv4.parse("10.9.0.3"),
                "late", Ipv4.parse("10.9.0.3"));
        String text = SMALL.replace("{name: %s}", workers);

        assertThat(addresses(text, known, Set.of("control", "late"))).containsEntry("late", known.get("late"))
                .containsEntry("old", Ipv4.parse("10.9.0.4"));
        assertThat(addresses(text, known, Set.of("control", "old"))).containsEntry("old", known.get("old"))
                .containsEntry("late", Ipv4.parse("10.9.0.4"));
    }

    /** Nor does it lose it to one that comes before it in the file. */
    @Test
    void fullNetwork_keepsAddresses_ofMachinesThere() throws IOException {
        Map<String, Ipv4> known = addresses(SMALL.formatted("node, count: 4"), Map.of(), Set.of());
        String text = SMALL.replace("{name: %s}", "{name: late}, {name: node2}, {name: node3}, {name: node4}");

        assertThat(addresses(text, known, Set.of("control", "node2", "node3")))
                .containsEntry("late", known.get("node1")).containsEntry("node4", known.get("node4"));
        assertThat(problems(text, known, known.keySet())).singleElement().satisfies(problem -> {
            assertThat(problem.ruleId()).isEqualTo("machines-network-small");
            assertThat(problem.advice()).contains("node1 has one and leaves", "without this machine first");
        });
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
        return addresses(text, remembered, remembered.keySet());
    }

    private Map<String, Ipv4> addresses(String text, Map<String, Ipv4> remembered, Set<String> there)
            throws IOException {
        Map<String, Ipv4> all = new LinkedHashMap<>();
        reading(text, remembered, there).orThrow().machines()
                .forEach(machine -> all.put(machine.name(), machine.address()));
        return all;
    }

    private Lab lab(String text, Map<String, Ipv4> remembered) throws IOException {
        return reading(text, remembered, remembered.keySet()).orThrow();
    }

    private List<Problem> problems(String text, Map<String, Ipv4> remembered, Set<String> there) throws IOException {
        return reading(text, remembered, there).errors();
    }

    private LabReading reading(String text, Map<String, Ipv4> remembered, Set<String> there) throws IOException {
        return LabFile.read(file.write(text), new Remembering(remembered, there), HostView.unknown());
    }

    private record Remembering(Map<String, Ipv4> addresses, Set<String> machinesThere) implements OpenChoices {
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
