package org.hybridlab.service;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.hybridlab.cluster.inventory.InventoryDifference;
import org.hybridlab.cluster.inventory.InventoryRestore;
import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.journal.Outcome;
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

/**
 * Brings a lab's cluster back to what it was after {@code up}, without a snapshot: its objects by their record, and its
 * machines by the steps of {@code up}, which repair what they made.
 */
public final class ObjectReset {
    private static final int THREADS = 16;
    private static final Duration API = Duration.ofSeconds(3);

    private final ServiceContext context;
    private final LabContext labContext;
    private final LabLock lock;
    private final String word;

    /** @param word what the user calls the lab */
    public ObjectReset(ServiceContext context, LabContext labContext, LabLock lock, String word) {
        this.context = context;
        this.labContext = labContext;
        this.lock = lock;
        this.word = word;
    }

    /** Is asked before anything is undone. */
    public interface Confirmation {
        /**
         * @param lines what would be undone, one each
         * @throws org.hybridlab.common.error.LabException {@code not-confirmed} (exit 2)
         */
        void ask(List<String> lines);
    }

    /**
     * What was done, and the shape of {@code --output json}.
     *
     * @param undone objects that were removed, made again or put back, a line each
     * @param repaired steps of {@code up} that had something to do; in a dry run, those on machines that would
     * @param left what still differs, a line each
     */
    public record Done(String lab, List<String> undone, List<String> repaired, List<String> left) {
    }

    /** @param failed the run of the steps, if it was not green */
    public record Result(Done done, Optional<RunResult> failed) {
    }

    /** What differs, of a cluster that {@link #answers}; nothing is changed. */
    public InventoryDifference look() {
        try (SoftReset reset = SoftReset.of(labContext, word, context.cancellation())) {
            return reset.difference();
        }
    }

    /**
     * Whether the API server does; else the machines are repaired before objects are compared.
     *
     * @throws org.hybridlab.common.error.LabException {@code machines-off} (exit 2)
     */
    public boolean answers() {
        mustRun();
        return labContext.cluster().isReady(API, context.cancellation());
    }

    /** Steps of `up` on machines that would have something to do as the lab is now. */
    public List<PlannedStep> repairs() {
        return LabService.engine(context, labContext, THREADS, List.of()).explain(UpPlanner.plan(labContext),
                context.cancellation()).stream()
                .map(PlannedStep::of).filter(step -> step.runs() && step.machine().isPresent()).toList();
    }

    /** @throws org.hybridlab.common.error.LabException {@code machines-off} (exit 2) */
    public Result run(Confirmation confirmation) {
        List<String> repaired = new ArrayList<>();
        if (!answers()) {
            context.listener().message("The API server does not answer. The machines are repaired first.");
            RunResult first = repair(repaired);
            if (!first.green()) {
                return new Result(new Done(labContext.lab().name(), List.of(), repaired, List.of()),
                        Optional.of(first));
            }
        }
        new AdminRights(labContext).ensure(context.listener()::message, context.cancellation());
        try (SoftReset reset = SoftReset.of(labContext, word, context.cancellation())) {
            InventoryDifference difference = reset.difference();
            confirmation.ask(difference.lines());
            InventoryRestore.Outcome outcome = difference.isEmpty() ? InventoryRestore.NOTHING
                    : reset.undo(difference);
            RunResult steps = repair(repaired);
            boolean nothingDone = difference.isEmpty() && repaired.isEmpty();
            List<String> left = !steps.green() ? outcome.left() : nothingDone ? difference.unjudged()
                    : left(outcome.left());
            return new Result(new Done(labContext.lab().name(), outcome.undone(), repaired, left),
                    Optional.of(steps).filter(run -> !run.green()));
        }
    }

    /**
     * What differs once the machines are repaired, by the record as the steps left it: Secrets of manifests are back,
     * and a changed lab file is applied.
     *
     * @param told what differed before, with the reasons that are known
     */
    private List<String> left(List<String> told) {
        InventoryDifference now = look();
        List<String> left = new ArrayList<>();
        now.lines().forEach(line -> left.add(told.stream().filter(one -> one.startsWith(line)).findFirst()
                .orElse(line)));
        left.addAll(now.unjudged());
        return left;
    }

    /** Starting a lab is not what somebody asked for. */
    private void mustRun() {
        MachinesOff.of(() -> labContext.states(context.cancellation()).byName().values(), labContext.lab().name(), word)
                .ifPresent(off -> {
                    throw off;
                });
    }

    private RunResult repair(List<String> repaired) {
        labContext.forgetStates();
        RunResult result = new LabRun(context, labContext, lock).run(UpPlanner.plan(labContext), Agreement.NONE);
        RunFailures.tell(result, context.listener());
        result.steps().stream().filter(step -> step.outcome() == Outcome.DONE).map(step -> step.step())
                .forEach(repaired::add);
        if (result.green()) {
            // The steps apply the lab file as it is now.
            ObjectRecording.catchUp(labContext, context);
        }
        return result;
    }
}
