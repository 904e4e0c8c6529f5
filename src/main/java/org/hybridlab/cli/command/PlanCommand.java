package org.hybridlab.cli.command;

import java.util.ArrayList;
import java.util.List;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.cli.support.OpenFlags;
import org.hybridlab.cli.support.UntilOption;
import org.hybridlab.service.PlanResult;
import org.hybridlab.service.PlanService;
import org.hybridlab.service.PlanService.PlanOptions;
import org.hybridlab.service.estimate.PlannedImages;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows what {@code up} would do, step by step, and why. Changes nothing. */
@Command(name = "plan", footer = "  hybridlab plan first-cluster")
public final class PlanCommand extends LabCommand {
    @Mixin
    private OpenFlags flags;
    @Mixin
    private UntilOption until;

    @Override
    public CommandResult call() {
        PlanResult plan = new PlanService(context()).plan(named(),
                new PlanOptions(flags.options(session), until.part()));
        return CommandResult.of(DocumentKind.PLAN, plan.summary(), lines(plan));
    }

    private static List<String> lines(PlanResult plan) {
        List<String> lines = new ArrayList<>(plan.heading());
        lines.addAll(plan.estimate().lines());
        PlannedImages images = plan.images();
        if (!images.all().isEmpty()) {
            lines.add(images.title());
            images.all().forEach(image -> lines.add("  " + image.text()));
        }
        lines.addAll(PlannedSteps.lines(plan.steps()));
        plan.resetNotEnded().ifPresent(snapshot -> lines.add("`up` plans the other steps once the reset has ended."));
        return lines;
    }
}
