package org.hybridlab.cli.command;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.cli.support.OpenFlags;
import org.hybridlab.cli.support.UntilOption;
import org.hybridlab.service.PlanResult;
import org.hybridlab.service.PlanService;
import org.hybridlab.service.PlanService.PlanOptions;
import org.hybridlab.service.PlannedStep;
import org.hybridlab.service.estimate.PlannedImages;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "plan", footer = "  hybridlab plan first-cluster")
public final class PlanCommand extends LabCommand {
    private static final DocumentKind<PlanResult.PlanSummary> PLAN =
            new DocumentKind<>("plan", PlanResult.PlanSummary.class);
    private static final int MANY = 3;

    @Mixin
    private OpenFlags flags;
    @Mixin
    private UntilOption until;

    @Override
    public CommandResult call() {
        PlanResult plan = new PlanService(context()).plan(named(),
                new PlanOptions(flags.options(session), until.part()));
        return CommandResult.of(PLAN, plan.summary(), lines(plan));
    }

    private static List<String> lines(PlanResult plan) {
        List<String> lines = new ArrayList<>(plan.heading());
        lines.addAll(plan.estimate().lines());
        PlannedImages images = plan.images();
        if (!images.all().isEmpty()) {
            lines.add(images.title());
            images.all().forEach(image -> lines.add("  " + image.text()));
        }
        lines.addAll(steps(plan.steps()));
        plan.resetNotEnded().ifPresent(snapshot -> lines.add("`up` plans the other steps once the reset has ended."));
        return lines;
    }

    /** Prints a reason that most steps share once. */
    public static List<String> steps(List<PlannedStep> steps) {
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
