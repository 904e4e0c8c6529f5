package org.hybridlab.cli.command;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.hybridlab.service.PlannedStep;

/** The steps of a plan as people read them: what is so for many of them is said once. */
public final class PlannedSteps {
    private static final int MANY = 3;

    private PlannedSteps() {
    }

    public static List<String> lines(List<PlannedStep> steps) {
        Optional<String> usual = steps.stream().collect(Collectors.groupingBy(PlannedStep::why, Collectors.counting()))
                .entrySet().stream().filter(why -> why.getValue() >= MANY && why.getValue() * 2 > steps.size())
                .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey(
                        Comparator.reverseOrder()))).map(Map.Entry::getKey);
        List<String> lines = new ArrayList<>();
        usual.ifPresent(why -> lines.add("Steps, where nothing else is said because: %s".formatted(why)));
        for (PlannedStep step : steps) {
            lines.add("  %-5s %s".formatted(step.runs() ? "run" : "skip", step.title()));
            Optional.of(step.why()).filter(why -> usual.filter(why::equals).isEmpty()).map("        "::concat)
                    .ifPresent(lines::add);
            step.destroys().map("        WILL "::concat).ifPresent(lines::add);
        }
        lines.add("%d of %d steps would run."
                .formatted(steps.stream().filter(PlannedStep::runs).count(), steps.size()));
        return lines;
    }
}
