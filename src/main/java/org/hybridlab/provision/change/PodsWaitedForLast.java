package org.hybridlab.provision.change;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.context.StepIds;

/**
 * Pods of a node that leaves start again elsewhere. Before that, each of them is seen ready, and nothing waits for
 * those that come.
 */
public final class PodsWaitedForLast {
    private PodsWaitedForLast() {
    }

    /** @param plan the whole of it */
    public static Plan with(Plan plan) {
        List<String> ids = plan.steps().stream().map(Step::id).toList();
        Set<String> waiting = ids.stream().filter(StepIds::looksAtPods).collect(Collectors.toSet());
        Plan all = plan;
        // A machine that is off is not drained: its pods go with its node.
        for (String left : ids.stream().filter(id -> id.startsWith(StepIds.NODE_LEFT + "/")).toList()) {
            all = all.ordered(left, waiting);
        }
        return all;
    }
}
