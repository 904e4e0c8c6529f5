package org.hybridlab.provision.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.hybridlab.config.model.ProviderName;
import org.hybridlab.provision.PlannedLabs;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.WorkspaceState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The record of a lab that is up, against its file: in the workspace, and in a snapshot. */
class AppliedRecordTest {
    private static final String LAB = """
            name: lab
            kubernetes: 1.36
            machines:
              - {name: control, role: control-plane, memory: 3000MiB, address: 192.168.57.11}
              - {name: win, os: windows, memory: 4GiB, address: 192.168.57.40}
            network: {machines: 192.168.57.0/24, virtualAddress: 192.168.57.5, windowsAgents: services}
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void labIsUp() throws IOException {
        LabContext lab = lab(LAB);
        LabRecord.complete(lab);
    }

    @Test
    void record_ofChangedFile_isNotTheSame() throws IOException {
        assertThat(isUnchanged(LAB)).isTrue();
        for (Map.Entry<String, String> change : Map.of("virtualAddress: 192.168.57.5, ", "", "3000MiB", "4000MiB",
                "name: win", "name: other", "57.40", "57.41", "os: windows", "os: linux").entrySet()) {
            assertThat(isUnchanged(LAB.replace(change.getKey(), change.getValue()))).as(change.getKey()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"network.virtualAddress", "network.mode", "network.pods", "network.services",
        "network.domain", "cluster", "network.vni", "network.port", "network.windowsAgents"})
    void key_thatIsMissing_isAChange(String key) throws IOException {
        ObjectNode record = record();
        assertThat(network(record).remove(key)).isNotNull();
        write(record);

        assertThat(isUnchanged(LAB)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"kubernetes", "upgrade", "network", "machines", "apps", "checks", "initTemplate",
        "switches", "outside"})
    void record_withoutPart_isUnreadable(String part) throws IOException {
        ObjectNode record = record();
        assertThat(record.remove(part)).isNotNull();
        write(record);

        assertThat(new WorkspaceState(lab(LAB).workspace()).lab()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"name", "memoryMiB", "marks", "joined", "fresh", "build"})
    void machine_withoutPart_isUnreadable(String part) throws IOException {
        ObjectNode record = record();
        assertThat(((ObjectNode) machines(record).get(0)).remove(part)).isNotNull();
        write(record);

        assertThat(new WorkspaceState(lab(LAB).workspace()).lab()).isEmpty();
    }

    @Test
    void record_ofNull_isUnreadable() throws IOException {
        lab(LAB).workspace().write("state.json", "null");

        assertThat(new WorkspaceState(lab(LAB).workspace()).lab()).isEmpty();
    }

    /** As of a lab that joined a cluster, or whose mode has none of it. */
    @Test
    void key_thatFileDropped_isAChange() throws IOException {
        ObjectNode record = record();
        network(record).put("network.other", "1");
        write(record);

        assertThat(isUnchanged(LAB)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"windowsAgents: services, windowsAgents: daemonset", "os: windows, 'os: windows, build: 2025'",
        "57.5, 57.6"})
    void value_thatWasNoted_isCompared(String from, String to) throws IOException {
        assertThat(isUnchanged(LAB.replace(from, to))).isFalse();
    }

    /** It says nothing of the file; a new worker is waited for all the same. */
    @Test
    void freshMachine_isTheSame_unjoinedIsNot() throws IOException {
        ObjectNode record = record();
        ObjectNode machine = (ObjectNode) machines(record).get(1);
        machine.put("fresh", true);
        write(record);
        assertThat(isUnchanged(LAB)).isTrue();

        machine.put("joined", false);
        write(record);
        assertThat(isUnchanged(LAB)).isFalse();
    }

    private static ObjectNode network(ObjectNode record) {
        return (ObjectNode) record.get("network");
    }

    private static ArrayNode machines(ObjectNode record) {
        return (ArrayNode) record.get("machines");
    }

    private ObjectNode record() throws IOException {
        return (ObjectNode) state().get("applied").get("lab");
    }

    private ObjectNode state() throws IOException {
        return (ObjectNode) JsonMapper.shared().readTree(Files.readString(
                new WorkspaceState(lab(LAB).workspace()).file()));
    }

    private void write(ObjectNode record) throws IOException {
        ObjectNode state = state();
        ((ObjectNode) state.get("applied")).set("lab", record);
        lab(LAB).workspace().write("state.json", state.toString());
    }

    private boolean isUnchanged(String text) throws IOException {
        LabContext lab = lab(text);
        return LabRecord.isUnchanged(lab.workspace().folder(), lab);
    }

    private LabContext lab(String text) throws IOException {
        return new PlannedLabs(folder).on(ProviderName.VIRTUALBOX, text);
    }
}
