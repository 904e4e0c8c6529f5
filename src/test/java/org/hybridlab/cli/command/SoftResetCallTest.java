package org.hybridlab.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.hybridlab.cli.command.ResetCommand.SoftResetCall;
import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.engine.RunResult;
import org.hybridlab.service.ObjectReset.Done;
import org.hybridlab.service.ObjectReset.Preview;
import org.hybridlab.service.ObjectReset.Result;
import org.junit.jupiter.api.Test;

/** A reset says that all is as it was only where that is known, and a dry run what it cannot compare. */
class SoftResetCallTest {
    private static final RunResult FAILED = new RunResult("run", List.of(), List.of(), true, Duration.ZERO);

    @Test
    void lines_afterFailure_promiseNothing() {
        assertThat(lines(Optional.of(FAILED), List.of())).isEmpty();
        assertThat(lines(Optional.of(FAILED), List.of("put Pod default/web back")))
                .containsExactly("left: put Pod default/web back");
    }

    @Test
    void lines_ofWholeReset_saySo() {
        assertThat(lines(Optional.empty(), List.of()))
                .containsExactly("The lab is as it was after `up`; there was nothing to undo.");
        assertThat(lines(Optional.empty(), List.of("put Pod default/web back"))).isEmpty();
    }

    @Test
    void lostRights_areTold_andNotJudged() {
        CommandResult result = SoftResetCall.dry(new Preview("solo", Optional.of("give the rights back"),
                Optional.empty(), List.of()));

        assertThat(result.exitCode()).isEqualTo(ExitCode.NOT_JUDGED);
        assertThat(result.lines()).containsExactly("would give the rights back",
                "The cluster's objects can only be compared after that.");
    }

    /** They were told when they were given back. */
    @Test
    void rightsAlone_areSomethingUndone() {
        assertThat(SoftResetCall.lines(new Result(new Done("solo", List.of(), List.of(), List.of()), true,
                Optional.empty()))).containsExactly("The cluster's objects are as they were after `up`.");
    }

    private static List<String> lines(Optional<RunResult> failed, List<String> left) {
        return SoftResetCall.lines(new Result(new Done("solo", List.of(), List.of(), left), false, failed));
    }
}
