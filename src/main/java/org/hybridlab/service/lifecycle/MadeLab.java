package org.hybridlab.service.lifecycle;

import java.util.function.Function;

import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.state.CreatedLab;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.lab.LabService;

/** A lab with machines on this host, for commands that save, restore or resume them. @param open as its file says */
public record MadeLab(OpenLab open, StandingLab standing) {
    /** @throws org.hybridlab.common.error.LabException {@code lab-not-up}, {@code workspace-not-owned} (exit 2) */
    public static MadeLab of(NamedLab lab, LabService service, ServiceContext context) {
        OpenLab open = service.asItIs(lab);
        return new MadeLab(open, StandingLab.of(lab, service, context));
    }

    public LabLock lock() {
        return standing.lock();
    }

    public RunResult run(Function<CreatedLab, Plan> planner, LabLock lock) {
        return standing.run(planner, lock);
    }

    public CreatedLab created() {
        return standing.created();
    }
}
