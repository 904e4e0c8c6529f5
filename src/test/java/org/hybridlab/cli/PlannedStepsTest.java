package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.cli.command.PlanCommand;
import org.hybridlab.service.PlannedStep;
import org.junit.jupiter.api.Test;

class PlannedStepsTest {
    @Test
    void note_sharedByManySteps_isSaidOnce() {
        List<String> lines = PlanCommand.steps(List.of(step("a", true, "not recorded as done"),
                step("b", true, "not recorded as done"), step("c", false, "the box is there"),
                step("d", true, "not recorded as done")));

        assertThat(lines).containsExactly("Steps, where nothing else is said because: not recorded as done",
                "  run   Do a",
                "  run   Do b", "  skip  Do c", "        the box is there", "  run   Do d", "3 of 4 steps would run.");
    }

    @Test
    void fewStepsEachSayTheirReason() {
        assertThat(PlanCommand.steps(List.of(step("a", true, "x"), step("b", true, "x")))).containsExactly(
                "  run   Do a", "        x", "  run   Do b", "        x", "2 of 2 steps would run.");
    }

    @Test
    void whatAStepDestroysIsNeverLeftOut() {
        PlannedStep reset = new PlannedStep("b", "Do b", Optional.empty(), Set.of(), true, false, "x",
                Optional.of("reset node"));

        assertThat(PlanCommand.steps(List.of(step("a", true, "x"), reset, step("c", true, "x"))))
                .containsSubsequence("  run   Do b", "        WILL reset node");
    }

    private static PlannedStep step(String id, boolean runs, String why) {
        return new PlannedStep(id, "Do " + id, Optional.empty(), Set.of(), runs, false, why, Optional.empty());
    }
}
