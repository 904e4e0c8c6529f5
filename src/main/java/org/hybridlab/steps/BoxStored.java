package org.hybridlab.steps;

import org.hybridlab.bundle.CacheLock;
import org.hybridlab.lab.BoxChoice;
import org.hybridlab.plan.Action;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;

/**
 * The provider's own storage has the disk of the box that the machines are made from. A copy that is not whole may be
 * another lab's that is being made, so it is looked at and replaced under the lock only.
 */
final class BoxStored implements Action {
    private final LabContext tools;
    private final String box;
    private final BoxLock lock;

    BoxStored(LabContext tools) {
        this.tools = tools;
        this.box = tools.boxes().box().name();
        this.lock = new BoxLock(tools, BoxChoice.named(box));
    }

    @Override
    public Probe probe(StepContext context) {
        return tools.provider().hasTaken(box, tools.vagrantHome(), context.cancellation())
                ? Probe.present(box + " is in the provider's storage")
                : Probe.absent(box + " is not, or not whole, in the provider's storage");
    }

    @Override
    public void run(StepContext context) {
        try (CacheLock ignored = lock.hold("storing this box", context)) {
            if (!tools.provider().hasTaken(box, tools.vagrantHome(), context.cancellation())) {
                tools.provider().take(box, tools.vagrantHome(), context::line, context.cancellation());
            }
        }
    }
}
