package org.hybridlab.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.cli.support.OpenFlags;
import org.hybridlab.cli.support.UntilOption;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.provision.change.LabChange;
import org.hybridlab.provision.change.LabChanges;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.service.PlanResult;
import org.hybridlab.service.PlanService;
import org.hybridlab.service.PlanService.PlanOptions;
import org.hybridlab.service.PlannedStep;
import org.hybridlab.service.estimate.PlannedBox;
import org.hybridlab.service.estimate.PlannedImage;
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
        return CommandResult.of(DocumentKind.PLAN, PlannedRun.of(plan), lines(plan));
    }

    private static List<String> lines(PlanResult plan) {
        OpenLab open = plan.lab();
        List<String> lines = new ArrayList<>();
        lines.add("%s on %s (%s), machines in %s".formatted(open.lab().name(), open.choice().provider().id(),
                open.choice().reason(), open.lab().network().machines()));
        lines.addAll(LabChanges.lines(plan.changes()));
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

    /**
     * The shape of {@code --output json}.
     *
     * @param simulated names of the machines that are nodes only
     * @param proof how far Windows machines of this kind are proven, if the lab has any
     * @param boxes that come from elsewhere
     * @param images of Windows machines that are made
     * @param imagesOnHost whether this host fetches them for all machines; else each machine pulls its own
     * @param resetNotEnded the snapshot of a reset that was cut off
     * @param changes of the lab file since the last {@code up}; none before the first one
     */
    public record PlannedRun(String lab, ProviderName provider, List<String> simulated, Optional<String> proof,
                      List<PlannedBox> boxes, List<PlannedImage> images, boolean imagesOnHost,
                      Optional<String> resetNotEnded, List<LabChange> changes, List<PlannedStep> steps) {
        static PlannedRun of(PlanResult plan) {
            OpenLab open = plan.lab();
            return new PlannedRun(open.lab().name(), open.choice().provider(),
                    open.lab().simulatedMachines().stream().map(Machine::name).toList(), plan.proof(), plan.boxes(),
                    plan.images().all(), plan.images().onHost(), plan.resetNotEnded(),
                    plan.changes().orElse(List.of()), plan.steps());
        }
    }
}
