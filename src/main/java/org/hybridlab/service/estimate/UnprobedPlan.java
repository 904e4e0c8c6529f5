package org.hybridlab.service.estimate;

import java.util.Set;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.StepIds;

/** The plan of a lab of which nothing may be asked: its steps look at nothing but what this host has for all labs. */
public final class UnprobedPlan {
    private static final Set<String> OF_THE_HOST = Set.of(StepIds.BOX_READY, "node-payload-ready");

    private UnprobedPlan() {
    }

    /** @param reason for people */
    public static Plan of(Plan plan, String reason) {
        return new Plan(plan.steps().stream().map(step -> isOfTheHost(step.id()) ? step
                : step.withAction(new Unasked(reason))).toList());
    }

    private static boolean isOfTheHost(String id) {
        return OF_THE_HOST.contains(id) || id.startsWith("box-downloaded/");
    }

    private record Unasked(String reason) implements Action {
        @Override
        public Probe probe(StepContext context) {
            return Probe.absent(reason);
        }

        @Override
        public void run(StepContext context) {
            throw new IllegalStateException("this plan is only shown");
        }
    }
}
