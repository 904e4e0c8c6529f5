package org.hybridlab.steps;

import org.hybridlab.box.Boxes;
import org.hybridlab.bundle.CacheLock;
import org.hybridlab.lab.BoxChoice;
import org.hybridlab.lab.ProviderName;
import org.hybridlab.plan.StepContext;

/**
 * One Vagrant box, as all labs of this host share it: Vagrant downloads it into the user's own folder, vagrant-libvirt
 * copies it into libvirt's storage, and neither minds another vagrant that does so at the same time.
 *
 * @param box its name and, where it must be one, its version
 */
record BoxLock(LabContext tools, BoxChoice box) {
    /** Whether there is nothing left to do of what several vagrants could not do at the same time; a cheap look. */
    boolean isSettled(StepContext context) {
        return tools.provider().name() == ProviderName.DOCKER || MachineBox.isHere(tools, box)
                && tools.provider().hasTaken(box.name(), tools.vagrantHome(), context.cancellation());
    }

    /** @param what is done under it, for example "downloading the box" */
    CacheLock hold(String what, StepContext context) {
        return CacheLock.hold(Boxes.lock(tools.bundles().bundles().userCache(), box.name()), what,
                LabBundles.fetching(context));
    }
}
