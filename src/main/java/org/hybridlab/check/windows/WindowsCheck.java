package org.hybridlab.check.windows;

import java.time.Duration;
import java.util.List;
import java.util.Set;

import org.hybridlab.check.cluster.NodesReady;
import org.hybridlab.check.cluster.PodsStart;
import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.EvidenceSource;
import org.hybridlab.check.core.Observation;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.check.core.Verdict.Outcome;
import org.hybridlab.cluster.api.Pod;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Machine;

/** A check of Windows machines. Cannot judge simulated ones, nor pods on stand-ins. Names its likely cause. */
abstract class WindowsCheck implements Check {
    /** A node pulls some hundred megabytes of the probe's image at its first check. */
    private static final Duration PULL = Duration.ofMinutes(30);

    private final boolean throughPods;
    private final String likely;

    /**
     * @param throughPods whether it looks through pods on Windows nodes
     * @param likely id of the likely known failure, see {@code data/diagnose/failures}
     */
    WindowsCheck(boolean throughPods, String likely) {
        this.throughPods = throughPods;
        this.likely = likely;
    }

    abstract Observation look(CheckContext context);

    String likely() {
        return likely;
    }

    @Override
    public Set<String> dependsOn() {
        return throughPods ? Set.of(NodesReady.ID, PodsStart.ID, WindowsPodsStart.ID) : Set.of(NodesReady.ID);
    }

    @Override
    public final Verdict judge(CheckContext context) {
        if (context.lab().madeWindowsMachines().isEmpty()) {
            return Verdict.notJudged("Nothing runs on the simulated %s."
                    .formatted(names(context.lab().windowsMachines())), List.of(), EvidenceSource.SIMULATED);
        }
        List<Machine> standIns = context.lab().madeWindowsMachines().stream()
                .filter(machine -> standsIn(context, machine)).toList();
        if (throughPods && !standIns.isEmpty()) {
            return Verdict.notJudged("No pod runs on the stand-in %s.".formatted(names(standIns)), List.of(),
                    EvidenceSource.STAND_IN);
        }
        Verdict verdict = watched(context);
        if (verdict.outcome() == Outcome.FAILED) {
            return verdict.withMessage("%s (mostly `%s`: hybridlab diagnose)".formatted(verdict.message(), likely));
        }
        return standIns.isEmpty() ? verdict
                : new Verdict(verdict.outcome(), verdict.message(), verdict.evidence(), EvidenceSource.STAND_IN);
    }

    private Verdict watched(CheckContext context) {
        if (throughPods) {
            Verdict pods = context.watch("the pods on Windows nodes are ready", PULL, () -> podsReady(context));
            if (pods.outcome() != Outcome.PASSED) {
                return pods;
            }
        }
        return context.watch(title(), () -> look(context));
    }

    private static Observation podsReady(CheckContext context) {
        List<Pod> pods = context.windows().probes().everywhere();
        return new Observation(true, "%d pods on Windows nodes are ready.".formatted(pods.size()), List.of());
    }

    static boolean standsIn(CheckContext context, Machine machine) {
        try {
            return context.cluster().node(machine.name()).filter(CheckContext::standsIn).isPresent();
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            // The look says so too, and is tried again.
            return false;
        }
    }

    private static String names(List<Machine> machines) {
        return String.join(", ", machines.stream().map(Machine::name).toList());
    }
}
