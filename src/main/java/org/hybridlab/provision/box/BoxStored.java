package org.hybridlab.provision.box;

import org.hybridlab.artifact.bundle.CacheLock;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;

/**
 * The provider's storage has the disk of the box. An incomplete copy may be another lab's in progress, so it is
 * replaced under the lock only.
 */
public final class BoxStored implements Action {
    private final ComingMachines coming;
    private final LabContext labContext;
    private final String box;
    private final BoxLock lock;

    public BoxStored(ComingMachines coming) {
        this.coming = coming;
        this.labContext = coming.labContext();
        this.box = labContext.boxes().box().name();
        this.lock = new BoxLock(labContext, BoxChoice.named(box));
    }

    @Override
    public Probe probe(StepContext context) {
        if (labContext.provider().hasTaken(lock.box(), labContext.vagrantHome(), context.cancellation())) {
            return Probe.present(box + " is in the provider's storage");
        }
        return coming.takeBox(context.cancellation())
                ? Probe.absent(box + " is not, or not whole, in the provider's storage")
                : Probe.present("all machines that take a box are made");
    }

    @Override
    public void run(StepContext context) {
        if (!coming.takeBox(context.cancellation())) {
            return;
        }
        try (CacheLock ignored = lock.hold("storing this box", context)) {
            if (!labContext.provider().hasTaken(lock.box(), labContext.vagrantHome(), context.cancellation())) {
                labContext.provider().take(lock.box(), labContext.vagrantHome(), context::line, context.cancellation());
            }
        }
    }
}
