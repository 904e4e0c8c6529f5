package org.hybridlab.provision.box;

import org.hybridlab.artifact.box.Boxes;
import org.hybridlab.artifact.bundle.CacheLock;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabBundles;
import org.hybridlab.provision.context.LabContext;

/**
 * One Vagrant box, as all labs of this host share it: Vagrant downloads it into the user's own folder, vagrant-libvirt
 * copies it into libvirt's storage, and neither minds another vagrant that does so at the same time.
 *
 * @param box its name and, where it must be one, its version
 */
public record BoxLock(LabContext labContext, BoxChoice box) {
    /** Whether there is nothing left to do of what several vagrants could not do at the same time; a cheap look. */
    public boolean isSettled(StepContext context) {
        return labContext.provider().name().traits().boxesAreImages() || MachineBox.isHere(labContext, box)
                && labContext.provider().hasTaken(box, labContext.vagrantHome(), context.cancellation());
    }

    /** @param what is done under it, for example "downloading the box" */
    public CacheLock hold(String what, StepContext context) {
        return CacheLock.hold(Boxes.lock(labContext.bundles().bundles().userCache(), box.name()), what,
                LabBundles.fetching(context));
    }
}
