package org.hybridlab.cli.support;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.rules.core.Suggestion;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;
import picocli.CommandLine.Option;

/** {@code --until}: a part of the plan, to look at the states in between. */
public final class UntilOption {
    @Option(names = "--until", paramLabel = "STEP|MACHINE", description = {
            "Stop once this step is done, or all steps of this machine;", "a later up goes on from there."})
    private String until;

    public Optional<String> given() {
        return Optional.ofNullable(until);
    }

    public boolean isGiven() {
        return until != null;
    }

    /**
     * The plan, or as much of it as was asked for.
     *
     * @param word for the lab, as commands take it
     * @throws LabException {@code step-unknown} with the nearest name
     */
    public Plan of(Plan plan, String word) {
        if (!isGiven()) {
            return plan;
        }
        Set<String> ids = plan.steps().stream()
                .filter(step -> step.id().equals(until) || step.machine().filter(until::equals).isPresent())
                .map(Step::id).collect(Collectors.toSet());
        if (ids.isEmpty()) {
            List<String> known = plan.steps().stream()
                    .flatMap(step -> Stream.concat(Stream.of(step.id()), step.machine().stream())).distinct().toList();
            throw LabException.invalid("step-unknown",
                    "%s has neither a step nor a machine '%s'.".formatted(word, until),
                    Suggestion.sentence(until, known) + "`hybridlab plan %s --output json` shows the ids of all steps."
                            .formatted(word));
        }
        return plan.upTo(ids);
    }

    /** @param whole the plan, of which only a part was done */
    public List<String> stop(Plan whole, String word) {
        Set<String> done = of(whole, word).steps().stream().map(Step::id).collect(Collectors.toSet());
        List<Step> left = whole.steps().stream().filter(step -> !done.contains(step.id())).toList();
        return List.of("", "Stopped after %s, before the checks. %s".formatted(until, switch (left.size()) {
            case 0 -> "No step is left.";
            case 1 -> "One step is left: " + left.get(0).title() + ".";
            default -> "%d steps are left; first of them: %s.".formatted(left.size(), left.get(0).title());
        }), "Go on with:", "  hybridlab kubectl %s get nodes,pods -A -o wide".formatted(word),
                "  hybridlab up " + word);
    }
}
