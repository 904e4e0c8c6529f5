package org.hybridlab.service.lifecycle;

import java.time.Clock;
import java.util.Map;
import java.util.function.Function;

import org.hybridlab.engine.Engine;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.Settings;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.host.KnownLab;
import org.hybridlab.provider.vagrant.VagrantLeftBehind;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.state.CreatedLab;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.RunFailures;
import org.hybridlab.service.context.RunListener;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.lab.LabInUse;
import org.hybridlab.service.lab.LabService;

/**
 * A lab that has machines on this host, for commands that stop them, set them back or let them go on.
 *
 * @param open as its file says it, of which the roles of the machines count here
 * @param created what was made of it
 */
public record MadeLab(ServiceContext context, OpenLab open, CreatedLab created) {
    private static final int THREADS = 16;

    /** @throws org.hybridlab.common.error.LabException {@code lab-not-up}, {@code workspace-not-owned} (exit 2) */
    public static MadeLab of(NamedLab lab, LabService service, ServiceContext context) {
        OpenLab open = service.asItIs(lab);
        service.workspaces().check(open.workspace().folder());
        KnownLab known = service.known().find(open.workspace().folder())
                .orElseThrow(() -> LabInUse.of(lab, context).notUp());
        return new MadeLab(context, open, CreatedLab.of(CreatedLab.id(known), open.workspace(), known.provider(),
                context.processes(), service.host().facts().hardwareVirtualisation()));
    }

    /** For all that changes it. A vagrant that a killed hybridlab left is ended first. */
    public LabLock lock() {
        LabLock lock = LabLock.acquire(context.runFolder(open.workspace()), Clock.systemUTC());
        try {
            new VagrantLeftBehind(context.processes(), open.workspace().folder())
                    .end(context.listener()::message, context.cancellation());
            return lock;
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** Runs a plan of which nobody needs to be asked any more, and tells what failed. */
    public RunResult run(Function<CreatedLab, Plan> planner, LabLock lock) {
        RunResult result;
        try (RunListener listener = context.listener().run()) {
            result = new Engine(context.runFolder(open.workspace()), Settings.of(THREADS, Map.of()), Clock.systemUTC(),
                    listener.listeners()).run(planner.apply(created), lock, context.cancellation());
        }
        RunFailures.tell(result, context.listener());
        return result;
    }
}
