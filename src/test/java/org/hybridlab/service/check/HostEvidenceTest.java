package org.hybridlab.service.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;

import org.hybridlab.provider.api.MachineState;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostEvidenceTest {
    @ParameterizedTest
    @CsvSource({"aborted, machine stopped: aborted", "poweroff, machine stopped: poweroff",
        "crashed, machine broken: crashed", "saved, machine suspended: saved", "in shutdown, ", "starting, ",
        "Stopping, ", "restarting, "})
    void stateThatStays_isTold_noTransition(String word, String told) {
        assertThat(HostEvidence.complaint(MachineState.of(word), true)).isEqualTo(Optional.ofNullable(told));
    }

    @ParameterizedTest
    @CsvSource({"true, machine absent: not created", "false, "})
    void absentMachine_isTold_whereItIsExpected(boolean expected, String told) {
        assertThat(HostEvidence.complaint(MachineState.absent(), expected)).isEqualTo(Optional.ofNullable(told));
    }
}
