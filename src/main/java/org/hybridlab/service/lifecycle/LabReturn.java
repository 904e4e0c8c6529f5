package org.hybridlab.service.lifecycle;

import java.time.Clock;
import java.util.List;
import java.util.Optional;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.Engine;
import org.hybridlab.engine.EventListener;
import org.hybridlab.engine.FirstLook;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.provision.change.AppliedLab;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.up.UpPlanner;
import org.hybridlab.service.check.Diagnostics;
import org.hybridlab.service.context.RunFailures;
import org.hybridlab.service.context.RunListener;
import org.hybridlab.service.context.RunMessages;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.lab.LabService;

/**
 * Brings a lab whose machines were stopped, frozen or set back to where its file wants it, as {@code up} does. Nothing
 * that it finds in its way is destroyed, unless somebody is asked.
 */
public final class LabReturn {
    private static final int THREADS = 16;
    private static final int API_STARTS_SECONDS = 15;

    private LabReturn() {
    }

    /**
     * Tells what failed, and why if that is known.
     *
     * @param word what the user calls the lab
     * @param asks whether what is in the way of the lab file is destroyed if the user agrees
     */
    public static RunResult run(ServiceContext context, LabContext labContext, String word, LabLock lock,
                                boolean asks) {
        labContext.files().writeTo(labContext.workspace());
        awaitApi(context, labContext);
        Plan plan = UpPlanner.plan(labContext);
        Optional<FirstLook> look = asks ? Optional.of(engine(context, labContext, List.of()).look(plan,
                context.cancellation())) : Optional.empty();
        Agreement agreement = look.map(seen -> agreement(context, seen, plan, word)).orElse(Agreement.NONE);
        Optional<FirstLook> still = look.filter(seen -> seen.destructions().isEmpty());
        if (still.isEmpty()) {
            labContext.forgetStates();
        }
        RunResult result;
        RunMessages messages = new RunMessages();
        try (RunListener listener = context.listener().run()) {
            result = engine(context, labContext, messages.besides(listener.listeners())).run(plan, lock, still,
                    agreement, context.cancellation());
        }
        messages.tell(context.listener());
        endLeftLeases(labContext, result);
        if (result.green()) {
            AppliedLab.of(labContext).write(labContext.workspace());
        } else {
            RunFailures.tell(result, context.listener());
            if (result.exitCode() == ExitCode.LAB_FAILED) {
                new Diagnostics(context, labContext, word).explainFailure(List.of());
            }
        }
        return result;
    }

    private static Engine engine(ServiceContext context, LabContext labContext, List<EventListener> listeners) {
        return new Engine(context.runFolder(labContext.workspace()), LabService.settings(labContext, THREADS),
                Clock.systemUTC(), listeners);
    }

    private static Agreement agreement(ServiceContext context, FirstLook look, Plan plan, String word) {
        try {
            return context.approval().destructions(look, plan);
        } catch (LabException e) {
            if (e.id().equals("not-confirmed")) {
                throw LabException.invalid(e.id(), "The machines are set back. The lab file is not applied to them, as "
                        + "that would destroy what is said above.", "Run `hybridlab up %s`: it asks again.".formatted(
                                word));
            }
            throw e;
        }
    }

    /**
     * Probes that meet an API server which is just starting take it for silent, and what follows takes longer than to
     * wait for it. One that stays silent is the steps' to cure.
     */
    static void awaitApi(ServiceContext context, LabContext labContext) {
        if (labContext.hasCluster() && !labContext.lab().joinsExisting()
                && labContext.states(context.cancellation()).isRunning(labContext.lab().firstControlPlane())) {
            context.listener().message("Waiting for the API server of " + labContext.lab().name());
            labContext.cluster().isReady(labContext.timeouts().usual(API_STARTS_SECONDS), context.cancellation());
            labContext.forgetStates();
        }
    }

    /** After the only control plane booted, so that its controllers begin at once. */
    public static void endLeftLeases(LabContext labContext, RunResult result) {
        if (result.green() && labContext.hasCluster() && !labContext.lab().joinsExisting()
                && !labContext.lab().hasSeveralControlPlanes()) {
            labContext.cluster().leaderLeases().endLeft(line -> { });
        }
    }
}
