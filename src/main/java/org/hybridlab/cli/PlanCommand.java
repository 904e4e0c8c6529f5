package org.hybridlab.cli;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;

import org.hybridlab.engine.Engine;
import org.hybridlab.engine.Explanation;
import org.hybridlab.lab.Machine;
import org.hybridlab.lab.ProviderName;
import org.hybridlab.plan.Plan;
import org.hybridlab.steps.LabTools;
import org.hybridlab.steps.MuseumPiece;
import org.hybridlab.steps.OpenLab;
import org.hybridlab.steps.UpPlanner;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows what {@code up} would do, step by step, and why. Changes nothing. */
@Command(name = "plan", footerHeading = "%nExample:%n", footer = "  hybridlab plan first-cluster")
final class PlanCommand implements Callable<Integer> {
    private static final int THREADS = 8;

    private final Session session;
    @Mixin
    private LabArgument lab;
    @Mixin
    private OpenFlags flags;
    @Mixin
    private ForceFlag force;

    PlanCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        LabFront front = new LabFront(session);
        OpenLab open = front.openToBringUp(lab, flags.wish(session), force);
        LabTools tools = front.tools(open);
        List<PlannedStep> steps = new Engine(LabFront.runFolder(open.workspace()), LabFront.settings(tools, THREADS),
                Clock.systemUTC(), List.of()).explain(plan(front, tools), session.cancellation()).stream().map(PlannedStep::of).toList();
        PlannedImages images = PlannedImages.of(tools, session.home());
        if (session.options().json()) {
            new JsonOutput(session.out()).print(new PlannedRun(open.lab().name(), open.choice().provider(),
                    open.lab().simulatedMachines().stream().map(Machine::name).toList(),
                    ProofWords.of(open.lab(), session.home()), images.all(), images.onHost(), steps));
        } else {
            print(open, images, steps);
        }
        return 0;
    }

    private static Plan plan(LabFront front, LabTools tools) {
        Plan plan = UpPlanner.plan(tools);
        if (!front.isKnown(tools.open())) {
            return UnaskedPlan.of(plan, "nothing of this lab was made on this host");
        }
        return front.isTrusted(tools.open()) ? plan : UnaskedPlan.of(plan,
                "not looked at: the lab asks for more than you trusted it with, and `up` asks for your word");
    }

    private void print(OpenLab open, PlannedImages images, List<PlannedStep> steps) {
        session.out().printf("%s on %s (%s), machines in %s%n", open.lab().name(), open.choice().provider().word(),
                open.choice().reason(), open.lab().network().machines());
        MuseumPiece.words(open.lab()).ifPresent(session.out()::println);
        SimulatedWords.of(open.lab()).ifPresent(session.out()::println);
        ProofWords.of(open.lab(), session.home()).ifPresent(session.out()::println);
        if (!images.all().isEmpty()) {
            session.out().println(images.title());
            images.all().forEach(image -> session.out().println("  " + image.text()));
        }
        for (PlannedStep step : steps) {
            session.out().printf("  %-5s %s%n        %s%n", step.runs() ? "run" : "skip", step.title(), step.why());
            step.destroys().ifPresent(what -> session.out().println("        WILL " + what));
        }
        session.out().printf("%d of %d steps would run.%n", steps.stream().filter(PlannedStep::runs).count(),
                steps.size());
    }

    /**
     * The shape of {@code --output json}.
     *
     * @param simulated names of the machines that are nodes only
     * @param proof how far Windows machines of this kind are proven, if the lab has any
     * @param images of Windows machines that are made
     * @param imagesOnHost whether this host fetches them for all machines; else each machine pulls its own
     */
    record PlannedRun(String lab, ProviderName provider, List<String> simulated, Optional<String> proof,
                      List<PlannedImage> images, boolean imagesOnHost, List<PlannedStep> steps) {
    }

    /**
     * @param looksAgain skipped as things are now, but looked at again after what it needs has run
     * @param destroys what the step will destroy, as the end of a sentence that begins with "will"
     */
    record PlannedStep(String id, String title, Optional<String> machine, Set<String> needs, boolean runs,
                       boolean looksAgain, String why, Optional<String> destroys) {
        static PlannedStep of(Explanation explanation) {
            return new PlannedStep(explanation.step().id(), explanation.step().title(), explanation.step().machine(),
                    new TreeSet<>(explanation.step().needs()), explanation.decision().runs(),
                    explanation.looksAgain(), explanation.decision().text(),
                    explanation.seen().destroys().filter(what -> explanation.decision().runs()));
        }
    }
}
