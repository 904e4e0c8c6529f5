package org.hybridlab.service.lifecycle;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provision.change.LabRecord;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.MachineStates;
import org.hybridlab.provision.up.UpPlanner;
import org.hybridlab.service.check.Diagnostics;
import org.hybridlab.service.check.EarlyProbes;
import org.hybridlab.service.context.RunFailures;
import org.hybridlab.service.context.ServiceContext;

/** Brings a stopped, frozen or restored lab to what its file says. Asks before it destroys anything in the way. */
public final class LabReturn {
    private static final int API_STARTS_SECONDS = 15;

    private LabReturn() {
    }

    /** Reports failures. @param asks whether to ask about destructions @param early gets events of the steps */
    public static RunResult run(ServiceContext context, LabContext labContext, String word, LabLock lock,
                                boolean asks, EarlyProbes early) {
        labContext.files().writeTo(labContext.workspace());
        awaitApi(context, labContext);
        Plan plan = UpPlanner.plan(labContext);
        LabRun run = new LabRun(context, labContext, lock, List.of(early));
        RunResult result = asks ? agreed(run, plan, context, labContext, word)
                : run.run(plan, Agreement.NONE);
        endLeftLeases(labContext, result);
        if (result.green()) {
            LabRecord.complete(labContext);
            ObjectRecording.catchUp(labContext, context);
        } else {
            // No checks follow.
            early.close();
            RunFailures.tell(result, context.listener());
            if (result.exitCode() == ExitCode.LAB_FAILED) {
                new Diagnostics(context, labContext, word).explainFailure(List.of());
            }
        }
        return result;
    }

    private static RunResult agreed(LabRun run, Plan plan, ServiceContext context, LabContext labContext, String word) {
        try {
            return run.agreed(plan);
        } catch (LabException e) {
            if (e.id().equals("not-confirmed")) {
                throw notApplied(labContext, word, context.cancellation());
            }
            throw e;
        }
    }

    /** Machines that the snapshot lacks were switched off, and others may not have been started. */
    static LabException notApplied(LabContext labContext, String word, Cancellation cancellation) {
        labContext.forgetStates();
        String off = labContext.created().states(cancellation).byName().entrySet().stream()
                .filter(one -> one.getValue().kind() == MachineState.Kind.STOPPED).map(Map.Entry::getKey).sorted()
                .collect(Collectors.joining(", "));
        return LabException.invalid("not-confirmed", "The machines are set back. The lab file is not applied to them, "
                + "as that would destroy what is said above." + (off.isEmpty() ? "" : " Switched off: %s.".formatted(
                        off)), "Run `hybridlab up %s`: it asks again.".formatted(word));
    }

    /** Waits for a starting API server, which probes would take for silent. The steps repair one that stays silent. */
    static boolean awaitApi(ServiceContext context, LabContext labContext) {
        boolean ready = false;
        if (labContext.hasCluster() && !labContext.lab().joinsExisting()
                && labContext.states(context.cancellation()).isRunning(labContext.lab().firstControlPlane())) {
            context.listener().message("Waiting for the API server of " + labContext.lab().name());
            ready = labContext.cluster().isReady(labContext.timeouts().usual(API_STARTS_SECONDS),
                    context.cancellation());
            labContext.forgetStates();
        }
        return ready;
    }

    /** Whether checks alone may judge: all machines got memory and disks back, and the file is unchanged. */
    public static boolean isAsSaved(ServiceContext context, LabContext labContext) {
        MachineStates states = labContext.states(context.cancellation());
        return LabRecord.isUnchanged(labContext.workspace().folder(), labContext)
                && labContext.created().machines(context.cancellation()).equals(labContext.lab().madeMachines().stream()
                        .map(Machine::name).collect(Collectors.toSet()))
                && labContext.lab().madeMachines().stream().allMatch(states::isRunning)
                && awaitApi(context, labContext);
    }

    /** After the only control plane booted, lets its controllers begin at once. */
    public static void endLeftLeases(LabContext labContext, RunResult result) {
        if (result.green() && labContext.hasCluster() && !labContext.lab().joinsExisting()
                && !labContext.lab().hasSeveralControlPlanes()) {
            labContext.cluster().leaderLeases().endLeft(line -> { });
        }
    }
}
