package org.hybridlab.service;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import org.hybridlab.cluster.inventory.InventoryDifference;
import org.hybridlab.cluster.inventory.InventoryRestore;
import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.journal.Outcome;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.provision.change.LabChange;
import org.hybridlab.provision.change.LabChanges;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.reset.AdminRights;
import org.hybridlab.provision.reset.SoftReset;
import org.hybridlab.provision.up.UpPlanner;
import org.hybridlab.service.context.RunFailures;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.lab.LabService;
import org.hybridlab.service.lab.MachinesOff;
import org.hybridlab.service.lifecycle.LabRun;
import org.hybridlab.service.lifecycle.ObjectRecording;

/** Restores objects from the record that {@code up} made, and machines by the steps of {@code up}. */
public final class ObjectReset {
    private static final int THREADS = 16;
    private static final Duration API = Duration.ofSeconds(3);
    private static final String NOT_COMPARED = "the cluster's objects are not compared";

    private final ServiceContext context;
    private final LabContext labContext;
    private final LabLock lock;
    private final Supplier<Plan> plan;

    public ObjectReset(ServiceContext context, LabContext labContext, LabLock lock) {
        this(context, labContext, lock, () -> UpPlanner.plan(labContext));
    }

    /** @param plan whose steps repair the lab */
    ObjectReset(ServiceContext context, LabContext labContext, LabLock lock, Supplier<Plan> plan) {
        this.plan = plan;
        this.context = context;
        this.labContext = labContext;
        this.lock = lock;
    }

    public interface Confirmation {
        /**
         * Called before anything changes.
         *
         * @param lines what would be undone and repaired; not empty
         * @throws org.hybridlab.common.error.LabException {@code not-confirmed} (exit 2)
         */
        void ask(List<String> lines);
    }

    /**
     * Result, and the shape of {@code --output json}.
     *
     * @param undone objects that were removed, recreated or restored
     * @param repaired steps of {@code up} that ran; in a dry run, those on machines that would
     * @param left what still differs, or is unknown
     */
    public record Done(String lab, List<String> undone, List<String> repaired, List<String> left) {
    }

    /**
     * @param rights whether the administrator's rights were restored
     * @param failed the run of the steps, unless it was green
     */
    public record Result(Done done, boolean rights, Optional<RunResult> failed) {
    }

    /**
     * What a reset would do, as far as is known beforehand.
     *
     * @param rights what must be restored before objects can be compared
     * @param difference empty if objects cannot be compared yet
     */
    public record Preview(String lab, Optional<String> rights, Optional<InventoryDifference> difference,
                          List<PlannedStep> repairs) {
    }

    /** @throws org.hybridlab.common.error.LabException {@code machines-off} (exit 2) */
    public Preview preview() {
        boolean answers = answers();
        Optional<String> rights = answers ? lostRights() : Optional.empty();
        Optional<InventoryDifference> difference = answers && rights.isEmpty() ? Optional.of(look()) : Optional.empty();
        return new Preview(labContext.lab().name(), rights, difference,
                repairs(difference.filter(InventoryDifference::isEmpty).isEmpty()));
    }

    private Optional<String> lostRights() {
        return Optional.of("give the rights in the cluster back to the lab's administrator, who lost them")
                .filter(line -> new AdminRights(labContext).canBeGivenBack());
    }

    /** Needs a cluster that {@link #answers}. */
    private InventoryDifference look() {
        try (SoftReset reset = SoftReset.of(labContext, context.cancellation())) {
            return reset.difference();
        }
    }

    /** If the API server is silent, machines are repaired before objects are compared. */
    private boolean answers() {
        // A soft reset starts no machines.
        MachinesOff.check(labContext, context.cancellation());
        return labContext.cluster().isReady(API, context.cancellation());
    }

    /** Steps of {@code up} that would run. @param onMachines not those that follow from restored objects */
    private List<PlannedStep> repairs(boolean onMachines) {
        return LabService.engine(context, labContext, THREADS, List.of()).explain(plan.get(), context.cancellation())
                .stream().map(PlannedStep::of)
                .filter(step -> step.runs() && (!onMachines || step.machine().isPresent())).toList();
    }

    /** Throws {@code machines-off} or {@code soft-reset-file-changed} (exit 2). */
    public Result run(Confirmation confirmation, boolean agreed) {
        mustBeAsApplied();
        List<String> repaired = new ArrayList<>();
        if (!answers()) {
            context.listener().message("The API server does not answer. The machines are repaired first.");
            confirmation.ask(firstRepairs(agreed));
            RunResult first = repair(repaired);
            if (!first.green()) {
                return new Result(new Done(labContext.lab().name(), List.of(), repaired,
                        List.of(NOT_COMPARED + ": the API server did not answer")), false, Optional.of(first));
            }
        }
        Optional<String> rights = lostRights();
        rights.ifPresent(line -> {
            confirmation.ask(List.of(line));
            new AdminRights(labContext).ensure(context.listener()::message, context.cancellation());
        });
        try (SoftReset reset = SoftReset.of(labContext, context.cancellation())) {
            InventoryDifference difference = reset.difference();
            List<String> lines = new ArrayList<>(difference.lines());
            if (!agreed) {
                repairs(!difference.isEmpty()).forEach(step -> lines.add(line(step)));
            }
            if (!lines.isEmpty()) {
                confirmation.ask(lines);
            }
            InventoryRestore.Outcome outcome = difference.isEmpty() ? InventoryRestore.NOTHING
                    : reset.undo(difference);
            try {
                return repaired(difference, outcome, repaired, rights.isPresent());
            } catch (LabException e) {
                throw outcome.addedTo(e);
            }
        }
    }

    private Result repaired(InventoryDifference difference, InventoryRestore.Outcome outcome, List<String> repaired,
                            boolean rights) {
        RunResult steps = repair(repaired);
        List<String> left = new ArrayList<>();
        if (steps.green() && !(difference.isEmpty() && repaired.isEmpty())) {
            left.addAll(left(outcome.left()));
        } else {
            left.addAll(outcome.left());
            left.addAll(difference.unjudged());
        }
        return new Result(new Done(labContext.lab().name(), outcome.undone(), repaired, left), rights,
                Optional.of(steps).filter(run -> !run.green()));
    }

    private List<String> firstRepairs(boolean agreed) {
        List<String> lines = agreed ? List.of() : repairs(true).stream().map(ObjectReset::line).toList();
        return lines.isEmpty() ? List.of("go through the steps of `up`, as the API server does not answer") : lines;
    }

    public static String line(PlannedStep step) {
        return "repair: %s (%s)".formatted(step.title(), step.why());
    }

    /** What differs after the repairs. @param told earlier differences, with known reasons */
    private List<String> left(List<String> told) {
        List<String> left = new ArrayList<>();
        try {
            InventoryDifference now = look();
            now.lines().forEach(line -> left.add(told.stream().filter(one -> one.startsWith(line)).findFirst()
                    .orElse(line)));
            left.addAll(now.unjudged());
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            left.addAll(told);
            left.add("%s again: %s".formatted(NOT_COMPARED, e.what()));
        }
        return left;
    }

    /** The steps of {@code up} would also apply changes of the lab file, unless only checks changed. */
    private void mustBeAsApplied() {
        List<String> changes = LabChanges.of(labContext).orElse(List.of()).stream()
                .filter(change -> !change.subject().equals("check")).map(LabChange::line).toList();
        String word = labContext.word();
        if (!changes.isEmpty()) {
            throw LabException.invalid("soft-reset-file-changed", "The lab file of %s has changed since the last `up`."
                    .formatted(word), "Apply it first: hybridlab up %1$s. Or set the file back; `hybridlab plan %1$s` "
                            .formatted(word) + "shows the changes.").because(String.join("; ", changes));
        }
    }

    private RunResult repair(List<String> repaired) {
        labContext.forgetStates();
        RunResult result = new LabRun(context, labContext, lock).run(plan.get(), Agreement.NONE);
        RunFailures.tell(result, context.listener());
        result.steps().stream().filter(step -> step.outcome() == Outcome.DONE).map(step -> step.step())
                .forEach(repaired::add);
        if (result.green()) {
            // The steps may apply what no record has yet.
            ObjectRecording.catchUp(labContext, context);
        }
        return result;
    }
}
