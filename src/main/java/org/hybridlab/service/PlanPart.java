package org.hybridlab.service;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.rules.core.Suggestion;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;

/** @param until id of the last step, or a machine all of whose steps run; empty: the whole plan */
public record PlanPart(Optional<String> until) {
    public static final PlanPart WHOLE = new PlanPart(Optional.empty());

    public boolean isWhole() {
        return until.isEmpty();
    }

    /** @throws LabException {@code step-unknown} with the nearest name */
    public Plan of(Plan plan, String word) {
        return until.map(last -> upTo(last, plan, word)).orElse(plan);
    }

    private static Plan upTo(String last, Plan plan, String word) {
        Set<String> ids = plan.steps().stream()
                .filter(step -> step.id().equals(last) || step.machine().filter(last::equals).isPresent())
                .map(Step::id).collect(Collectors.toSet());
        if (ids.isEmpty()) {
            List<String> known = plan.steps().stream()
                    .flatMap(step -> Stream.concat(Stream.of(step.id()), step.machine().stream())).distinct().toList();
            throw LabException.invalid("step-unknown",
                    "%s has neither a step nor a machine '%s'.".formatted(word, last),
                    Suggestion.sentence(last, known) + "`hybridlab plan %s --output json` shows the ids of all steps."
                            .formatted(word));
        }
        return plan.upTo(ids);
    }

    public List<Step> left(Plan whole, String word) {
        Set<String> done = of(whole, word).steps().stream().map(Step::id).collect(Collectors.toSet());
        return whole.steps().stream().filter(step -> !done.contains(step.id())).toList();
    }
}
