package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.common.process.Processes;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.TestKnownLab;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provision.change.AppliedRecords;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** `doctor LAB` counts what the lab's machines have already, by what their provider says. */
class DoctorOfLabTest extends RecordedLab {
    private String state = "running";

    @BeforeEach
    void aLabOnLibvirt() throws IOException {
        make(workspace);
        known().remember(TestKnownLab.of("duo", workspace.folder().toString(), ProviderName.LIBVIRT, "192.168.57.0/24",
                KnownLab.Origin.of(LabId.of("duo", workspace.folder()).toString(), folder.resolve("lab.yaml"),
                Optional.empty())));
        file(3000);
    }

    private void file(int memory) throws IOException {
        Files.writeString(folder.resolve("lab.yaml"), """
                name: duo
                machines: [{name: control, role: control-plane, memory: %dMiB}]
                """.formatted(memory));
    }

    @Test
    void memory_goesByStatesOfTheProvider() {
        assertThat(memory()).isEqualTo("3000 MiB, 0 MiB of it not in use yet");
        state = "shut off";
        assertThat(memory()).isEqualTo("3000 MiB");
    }

    @Test
    void raisedMemory_countsWhatIsMore() throws IOException {
        AppliedRecords.write(workspace,
                "{\"machines\": [{\"name\": \"control\", \"role\": \"control-plane\", \"memoryMiB\": 3000}]}");
        assertThat(memory()).isEqualTo("3000 MiB, 0 MiB of it not in use yet");
        file(3500);
        assertThat(memory()).isEqualTo("3500 MiB, 500 MiB of it not in use yet");
        file(2500);
        assertThat(memory()).isEqualTo("2500 MiB, 0 MiB of it not in use yet");
    }

    private String memory() {
        Processes virsh = FakePrograms.printing(command ->
                FakePrograms.line(command).contains("list --all --managed-save")
                        ? " 1   %s   %s\n".formatted(LabId.of("duo", workspace.folder()).machine("control"), state)
                        : "");
        Call call = Call.of(home, Map.of("VAGRANT_HOME", home.resolve("vagrant").toString()), virsh,
                "doctor", folder.toString(), "-o", "json");
        return OutputSchemas.document(call.out()).at("/data/requirements").valueStream()
                .filter(one -> one.get("id").asString().equals("memory")).findFirst().orElseThrow().get("needed")
                .asString();
    }
}
