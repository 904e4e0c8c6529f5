package org.hybridlab.service;

import java.time.Clock;
import java.util.List;

import org.hybridlab.engine.Engine;
import org.hybridlab.engine.Explanation;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.up.OpenOptions;
import org.hybridlab.provision.up.UpPlanner;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.ServiceListener;
import org.hybridlab.service.estimate.UnprobedPlan;
import org.hybridlab.service.lab.LabService;

/** Says what {@link UpService} would do, step by step, and why. Changes nothing. */
public final class PlanService {
    private static final int THREADS = 8;

    private final ServiceContext context;
    private final LabService labs;

    public PlanService(ServiceContext context) {
        this.context = context;
        this.labs = new LabService(context);
    }

    /** @param tools what steps of the lab would work with */
    public record PlannedLab(OpenLab lab, LabContext tools, List<Explanation> steps) {
        public PlannedLab {
            steps = List.copyOf(steps);
        }
    }

    /** Asks nothing of machines that this host does not know, or of a lab that nobody trusts. */
    public PlannedLab plan(NamedLab lab, OpenOptions asked, boolean force, PlanPart part) {
        OpenLab open = labs.openToBringUp(lab, asked, force);
        LabContext tools = labs.tools(open);
        List<Explanation> steps = new Engine(context.runFolder(open.workspace()), LabService.settings(tools, THREADS),
                Clock.systemUTC(), List.of()).explain(part.of(plan(tools), lab.word()), context.cancellation());
        return new PlannedLab(open, tools, steps);
    }

    /** The steps that {@code up} would have, made of its files and workspace alone; nobody hears of it. */
    public List<Step> steps(NamedLab lab) {
        LabService silent = new LabService(context.with(ServiceListener.lines(line -> { })));
        return UpPlanner.plan(silent.tools(silent.asItIs(lab))).steps();
    }

    private Plan plan(LabContext tools) {
        Plan plan = UpPlanner.plan(tools);
        if (!labs.isKnown(tools.open())) {
            return UnprobedPlan.of(plan, "nothing of this lab was made on this host");
        }
        return labs.isTrusted(tools.open()) ? plan : UnprobedPlan.of(plan,
                "not looked at: the lab asks for more than you trusted it with, and `up` asks for your word");
    }
}
