package org.hybridlab.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.service.ObjectReset.Preview;
import org.junit.jupiter.api.Test;

/** What a dry run cannot compare, it says, and does not count as a failure. */
class SoftResetCallTest {
    @Test
    void lostRights_areTold_andNotJudged() {
        CommandResult result = SoftResetCall.dry("solo", new Preview(Optional.of("give the rights back"),
                Optional.empty(), List.of()));

        assertThat(result.exitCode()).isEqualTo(ExitCode.NOT_JUDGED);
        assertThat(result.lines()).containsExactly("would give the rights back",
                "The cluster's objects can only be compared after that.");
    }
}
