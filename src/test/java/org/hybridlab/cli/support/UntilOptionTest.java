package org.hybridlab.cli.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Retry;
import org.hybridlab.engine.plan.Step;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** A part of a plan, by the id of a step or the name of a machine. */
class UntilOptionTest {
    private static final Plan PLAN = new Plan(List.of(step("start", "control"), step("init", "control", "start"),
            step("network", null, "init"), step("join", "node", "init"), step("ready", "node", "join", "network"),
            step("apps", null, "ready")));

    @Test
    void untilStep_comesWithItsNeedsOnly() {
        assertThat(ids(until("join").part().of(PLAN, "duo"))).containsExactly("start", "init", "join");
    }

    @Test
    void aMachineStandsForAllOfItsSteps() {
        assertThat(ids(until("node").part().of(PLAN, "duo")))
                .containsExactly("start", "init", "network", "join", "ready");
        assertThat(ids(until("control").part().of(PLAN, "duo"))).containsExactly("start", "init");
    }

    @Test
    void withoutItThePlanStaysWhole() {
        assertThat(CommandLine.populateCommand(new UntilOption()).part().of(PLAN, "duo")).isSameAs(PLAN);
    }

    @Test
    void unknownStep_isRefused_withTheNearest() {
        LabException e = failure(() -> until("nodee").part().of(PLAN, "duo"));
        assertThat(e.id()).isEqualTo("step-unknown");
        assertThat(e.advice()).startsWith("Did you mean 'node'?").contains("hybridlab plan duo --output json");
    }

    @Test
    void untilStep_saysWhatIsLeftAndNext() {
        assertThat(String.join("\n", UntilOption.stop(until("join").part(),
                until("join").part().left(PLAN, "duo"), "duo")))
                .contains("Stopped after join, before the checks. 3 steps are left; first of them: network",
                "hybridlab up duo");
    }

    private static UntilOption until(String word) {
        return CommandLine.populateCommand(new UntilOption(), "--until", word);
    }

    private static List<String> ids(Plan plan) {
        return plan.steps().stream().map(Step::id).toList();
    }

    private static Step step(String id, String machine, String... needs) {
        return new Step(id, id, Optional.ofNullable(machine), Set.of(needs), Set.of(), Duration.ofSeconds(1),
                Retry.NEVER,
                "", null);
    }
}
