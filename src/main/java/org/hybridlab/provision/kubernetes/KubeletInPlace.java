package org.hybridlab.provision.kubernetes;

import java.time.Duration;

import org.hybridlab.artifact.bundle.Bundle;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.InMachine;
import org.hybridlab.provision.context.LabBundles;
import org.hybridlab.provision.context.LabContext;

/**
 * The machine has the kubelet of its own version. All the rest stays the lab's: kubeadm joins kubelets of up to three
 * branches before its own, and the images in the box are those that the cluster's pods ask for.
 */
final class KubeletInPlace extends InMachine {
    private static final String KUBELET = "/usr/local/bin/kubelet";
    private static final Duration UPLOAD = Duration.ofMinutes(10);

    KubeletInPlace(LabContext labContext, Machine machine) {
        super(labContext, machine);
    }

    @Override
    public Probe look(StepContext context) {
        Guest guest = labContext.guest(machine, context);
        String found = guest.output(KUBELET + " --version || echo none", "The look at the kubelet").strip();
        if (!found.equals("none") && !found.startsWith("Kubernetes ")) {
            throw guest.unclear("its kubelet", found);
        }
        return found.equals("Kubernetes " + machine.kubernetes().tag()) ? Probe.present("the kubelet is " + found)
                : Probe.absent("the kubelet is %s instead of %s".formatted(found.equals("none") ? "missing" : found,
                machine.kubernetes().tag()));
    }

    @Override
    public Duration longest() {
        return UPLOAD;
    }

    @Override
    public void run(StepContext context) {
        if (isDone(context)) {
            return;
        }
        Bundle bundle = labContext.bundles().of(machine, LabBundles.fetching(context));
        Guest guest = labContext.guest(machine, context);
        guest.upload(bundle.file("kubelet"), KUBELET, "0755", UPLOAD);
        // One that runs already would stay the old one.
        guest.must("systemctl", "try-restart", "kubelet");
    }
}
