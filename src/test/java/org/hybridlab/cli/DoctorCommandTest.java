package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.TestKnownLab;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** `doctor` of a lab that is up, and whose file has a Windows machine. */
class DoctorCommandTest extends RecordedLab {
    @BeforeEach
    void realWindowsMachines() throws IOException {
        Files.writeString(folder.resolve("lab.yaml"),
                "name: duo\nmachines: [{name: control, role: control-plane}, {name: win, os: windows}]\n");
        make(workspace);
        remember(workspace, Optional.empty(), "192.168.57.0/24");
        known().remember(TestKnownLab.of("duo", workspace.folder().toString(), ProviderName.VIRTUALBOX,
                "192.168.57.0/24", known().find(workspace.folder()).orElseThrow().origin()));
    }

    /** It is no wish for a lab whose real machines are there. */
    @Test
    void doctor_ofRealWindows_ignoresTheSwitch() {
        Call call = doctor();

        assertThat(call.exitCode()).as(call.err()).isIn(0, 3);
        assertThat(call.out()).contains("virtualbox, because the lab is on it already");
    }

    @Test
    void doctor_toldToSimulateRealWindows_refuses() {
        Call call = doctor("--simulate-windows");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).contains("[simulation-differs]");
    }

    /** The lab's machines are containers, so that the new one can be nothing but simulated. */
    @Test
    void doctor_ofNewWindowsMachine_heedsTheSwitch() {
        known().remember(TestKnownLab.of("duo", workspace.folder().toString(), ProviderName.DOCKER,
                "192.168.57.0/24", known().find(workspace.folder()).orElseThrow().origin()));

        Call call = doctor();

        assertThat(call.exitCode()).as(call.err()).isIn(0, 3);
        assertThat(call.out()).contains("docker, because the lab is on it already");
    }

    private Call doctor(String... flags) {
        String[] words = Stream.concat(Stream.of("doctor", folder.toString()),
                Stream.of(flags)).toArray(String[]::new);
        return Call.of(home, Map.of("HYBRIDLAB_HOME", home.toString(), "HYBRIDLAB_SIMULATE_WINDOWS", "1",
                "VAGRANT_HOME", home.resolve("vagrant").toString()), docker, words);
    }
}
