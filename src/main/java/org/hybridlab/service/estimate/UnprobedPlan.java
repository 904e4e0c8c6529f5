package org.hybridlab.service.estimate;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.box.BoxReady;
import org.hybridlab.provision.box.ComingMachines;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepIds;

/** A plan that asks nothing of the lab, only of what this host has for all labs. */
public final class UnprobedPlan {
    private UnprobedPlan() {
    }

    /** @param reason for people */
    public static Plan of(LabContext labContext, Plan plan, String reason) {
        // Without a query for existing machines.
        Action box = new BoxReady(ComingMachines.all(labContext));
        return new Plan(plan.steps().stream().map(step -> step.id().equals(StepIds.BOX_READY) ? step.withAction(box)
                : isOfTheHost(step.id()) ? step : step.withAction(new Unasked(reason))).toList());
    }

    private static boolean isOfTheHost(String id) {
        return id.equals("node-payload-ready") || id.startsWith("box-downloaded/");
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
