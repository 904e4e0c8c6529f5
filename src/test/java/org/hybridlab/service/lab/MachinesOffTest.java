package org.hybridlab.service.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.provider.api.MachineState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When people hear that a lab is off, and how it goes on. */
class MachinesOffTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "exited exited | up",
        "paused paused | resume",
        "saved exited | resume",
        "exited running | ''",
        // What a provider does not know is not off.
        "exited dead | ''",
        "'' | ''"})
    void lab_thatIsOff_isToldSo(String states, String command) {
        List<MachineState> all = states.isEmpty() ? List.of()
                : Stream.of(states.split(" ")).map(MachineState::of).toList();

        assertThat(MachinesOff.of(() -> all, "lab", "labs/mine").map(LabException::advice)).isEqualTo(
                command.isEmpty() ? Optional.empty() : Optional.of("Start them: hybridlab " + command + " labs/mine"));
    }

    /** `docker kill` of one of them: its pods, its node and its kubelet all fail, and none of them is the cause. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "exited | node is exited. What needs it fails for that: run `hybridlab up labs/mine`.",
        "paused | node is paused. What needs it fails for that: run `hybridlab resume labs/mine`.",
        "running | ",
        "dead | "})
    void machine_thatIsOff_isNamed(String state, String told) {
        assertThat(MachinesOff.some(Map.of("control", MachineState.of("running"), "node", MachineState.of(state)),
                "labs/mine")).isEqualTo(Optional.ofNullable(told));
    }

    @Test
    void silentProvider_saysNothing_butInterruptionIsHeard() {
        assertThat(MachinesOff.of(() -> {
            throw LabException.hostNotReady("provider-not-answering", "docker failed", "");
        }, "lab", "lab")).isEmpty();
        assertThatThrownBy(() -> MachinesOff.of(() -> {
            throw LabException.interrupted("interrupted");
        }, "lab", "lab")).isInstanceOf(LabException.class);
    }
}
