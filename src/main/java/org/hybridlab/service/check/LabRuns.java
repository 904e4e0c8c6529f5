package org.hybridlab.service.check;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import org.hybridlab.engine.journal.History.PastRun;
import org.hybridlab.engine.journal.History.PastStep;
import org.hybridlab.engine.journal.Outcome;
import org.hybridlab.provision.context.StepIds;

record LabRuns(List<PastRun> runs) {
    /** Only an `up` begins with one of these. */
    private static final Set<String> BEGIN_UP = Set.of(StepIds.BOX_READY, StepIds.HOST_NETWORK,
            StepIds.CLUSTER_KNOWN);
    private static final String MADE = StepIds.MACHINE_RUNNING + "/";
    private static final String DESTROYED = StepIds.MACHINE_GONE + "/";

    LabRuns {
        runs = List.copyOf(runs);
    }

    /** The last `up` or reset, and later runs. A successful `halt` says nothing about a failed `up`. */
    List<PastRun> fromLastUp() {
        int last = IntStream.range(0, runs.size()).filter(index -> isUp(runs.get(index)) || setBack(runs.get(index)))
                .max().orElse(0);
        return runs.subList(last, runs.size());
    }

    private static boolean setBack(PastRun run) {
        return run.steps().stream().filter(step -> step.step().equals(StepIds.WORKSPACE_SET_BACK))
                .anyMatch(step -> step.outcome().filter(Outcome::good).isPresent());
    }

    private static boolean isUp(PastRun run) {
        return run.steps().stream().map(PastStep::step).anyMatch(BEGIN_UP::contains);
    }

    /** Machines that hybridlab destroyed, or began to, and has not recreated. */
    Set<String> destroyed() {
        Set<String> gone = new HashSet<>();
        runs.stream().flatMap(run -> run.steps().stream()).forEach(step -> {
            if (step.step().startsWith(DESTROYED)) {
                gone.add(step.step().substring(DESTROYED.length()));
            } else if (step.step().startsWith(MADE) && step.outcome().filter(Outcome::good).isPresent()) {
                gone.remove(step.step().substring(MADE.length()));
            }
        });
        return gone;
    }
}
