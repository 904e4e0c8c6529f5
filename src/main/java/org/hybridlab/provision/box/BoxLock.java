package org.hybridlab.provision.box;

import org.hybridlab.artifact.box.Boxes;
import org.hybridlab.artifact.bundle.CacheLock;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabBundles;
import org.hybridlab.provision.context.LabContext;

/**
 * A lock on one Vagrant box for all labs of this host. Vagrant downloads it, and vagrant-libvirt copies it to libvirt's
 * storage, without locks of their own.
 */
public record BoxLock(LabContext labContext, BoxChoice box) {
    /** Whether nothing is left that needs the lock. Cheap. */
    public boolean isSettled(StepContext context) {
        return labContext.provider().name().traits().boxesAreImages() || MachineBox.isHere(labContext, box)
                && labContext.provider().hasTaken(box, labContext.vagrantHome(), context.cancellation());
    }

    /** @param what is done under it, such as "downloading the box" */
    public CacheLock hold(String what, StepContext context) {
        return CacheLock.hold(Boxes.lock(labContext.bundles().bundles().userCache(), box.name()), what,
                LabBundles.fetching(context));
    }
}
