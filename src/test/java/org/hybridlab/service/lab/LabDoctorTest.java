package org.hybridlab.service.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import org.hybridlab.host.LabRequirements;
import org.hybridlab.provider.api.MachineState;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which machines have their disk and their memory, by the words of providers. */
class LabDoctorTest {
    @ParameterizedTest
    @CsvSource({
        "running, true, true",
        "paused, true, true",
        "shut off, true, false",
        "saved, true, false",
        "not created, false, false",
        "in shutdown, false, false",
        "removing, false, false",
        "inaccessible, false, false"})
    void machine_byItsState_isThere(String word, boolean made, boolean running) {
        LabRequirements.OnHost here = LabDoctor.onHost(true, Map.of("node", MachineState.of(word)),
                Map.of());

        assertThat(here.made().contains("node")).isEqualTo(made);
        assertThat(here.running().contains("node")).isEqualTo(running);
    }
}
