package org.hybridlab.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.ForceFlag;
import org.hybridlab.cli.support.InstanceArgument;
import org.hybridlab.cli.support.OpenFlags;
import org.hybridlab.cli.support.Session;
import org.hybridlab.cli.support.UntilOption;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.Explanation;
import org.hybridlab.provision.change.LabChange;
import org.hybridlab.provision.change.LabChanges;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.up.LegacyMode;
import org.hybridlab.service.PlanService;
import org.hybridlab.service.PlanService.PlannedLab;
import org.hybridlab.service.estimate.PlannedBox;
import org.hybridlab.service.estimate.PlannedImage;
import org.hybridlab.service.estimate.PlannedImages;
import org.hybridlab.service.estimate.ProofWords;
import org.hybridlab.service.estimate.SimulatedWords;
import org.hybridlab.service.estimate.UpEstimate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows what {@code up} would do, step by step, and why. Changes nothing. */
@Command(name = "plan", footerHeading = "%nExample:%n", footer = "  hybridlab plan first-cluster")
public final class PlanCommand implements Callable<CommandResult> {
    private final Session session;
    @Mixin
    private InstanceArgument lab;
    @Mixin
    private OpenFlags flags;
    @Mixin
    private ForceFlag force;
    @Mixin
    private UntilOption until;

    public PlanCommand(Session session) {
        this.session = session;
    }

    @Override
    public CommandResult call() {
        PlannedLab plan = new PlanService(session.context()).plan(lab.named(session), flags.options(session),
                force.given(session), until.part());
        OpenLab open = plan.lab();
        LabContext tools = plan.tools();
        List<PlannedStep> steps = plan.steps().stream().map(PlannedStep::of).toList();
        PlannedImages images = PlannedImages.of(tools, session.home());
        Optional<List<LabChange>> changes = LabChanges.of(tools);
        PlannedRun planned = new PlannedRun(open.lab().name(), open.choice().provider(),
                open.lab().simulatedMachines().stream().map(Machine::name).toList(),
                ProofWords.of(open.lab(), session.home()), PlannedBox.of(tools), images.all(), images.onHost(),
                changes.orElse(List.of()), steps);
        return CommandResult.of(DocumentKind.PLAN, planned, lines(open, tools, changes, images, steps));
    }

    private List<String> lines(OpenLab open, LabContext tools, Optional<List<LabChange>> changes,
                               PlannedImages images, List<PlannedStep> steps) {
        List<String> lines = new ArrayList<>();
        lines.add("%s on %s (%s), machines in %s".formatted(open.lab().name(), open.choice().provider().id(),
                open.choice().reason(), open.lab().network().machines()));
        lines.addAll(LabChanges.lines(changes));
        lines.addAll(estimate(open, tools));
        if (!images.all().isEmpty()) {
            lines.add(images.title());
            images.all().forEach(image -> lines.add("  " + image.text()));
        }
        lines.addAll(PlannedSteps.lines(steps));
        return lines;
    }

    /** What there is to get, and about how long it takes, as {@code up} says it before its first step. */
    private List<String> estimate(OpenLab open, LabContext tools) {
        try {
            return UpEstimate.of(tools, session.context()).lines();
        } catch (LabException e) {
            // Before `setup` the provider cannot be asked for its boxes.
            return Stream.of(Optional.of("What the first run gets is not known yet: " + e.what()),
                    LegacyMode.words(open.lab()), SimulatedWords.of(open.lab()),
                    ProofWords.of(open.lab(), session.home())).flatMap(Optional::stream).toList();
        }
    }

    /**
     * The shape of {@code --output json}.
     *
     * @param simulated names of the machines that are nodes only
     * @param proof how far Windows machines of this kind are proven, if the lab has any
     * @param boxes that come from elsewhere
     * @param images of Windows machines that are made
     * @param imagesOnHost whether this host fetches them for all machines; else each machine pulls its own
     * @param changes of the lab file since the last {@code up}; none before the first one
     */
    public record PlannedRun(String lab, ProviderName provider, List<String> simulated, Optional<String> proof,
                      List<PlannedBox> boxes, List<PlannedImage> images, boolean imagesOnHost,
                      List<LabChange> changes, List<PlannedStep> steps) {
    }

    /**
     * @param looksAgain skipped as things are now, but looked at again after what it needs has run
     * @param destroys what the step will destroy, as the end of a sentence that begins with "will"
     */
    public record PlannedStep(String id, String title, Optional<String> machine, Set<String> needs, boolean runs,
                       boolean looksAgain, String why, Optional<String> destroys) {
        static PlannedStep of(Explanation explanation) {
            return new PlannedStep(explanation.step().id(), explanation.step().title(), explanation.step().machine(),
                    new TreeSet<>(explanation.step().needs()), explanation.decision().runs(),
                    explanation.looksAgain(), explanation.decision().text(),
                    explanation.seen().destroys().filter(what -> explanation.decision().runs()));
        }
    }
}
