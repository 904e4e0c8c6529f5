package org.hybridlab.provision.addon;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.render.KubeadmInit;

/**
 * The cluster has kubeadm's kube-proxy and CoreDNS. kubeadm only prints them: when it applies them again it upgrades,
 * and keeps changes of others.
 */
public final class AddonsApplied implements Action {
    private final LabContext labContext;
    private final Machine machine;

    public AddonsApplied(LabContext labContext) {
        this.labContext = labContext;
        this.machine = labContext.lab().firstControlPlane();
    }

    @Override
    public Probe probe(StepContext context) {
        return manifests().known().map(objects -> labContext.changes().look("kube-proxy and CoreDNS", objects))
                .orElseGet(() -> Probe.absent("it is not known yet how kubeadm makes kube-proxy and CoreDNS"));
    }

    @Override
    public Duration longest() {
        return labContext.timeouts().kubeadm();
    }

    @Override
    public void run(StepContext context) {
        labContext.changes().apply(manifests().known().orElseGet(() -> print(context)), context);
    }

    private List<Manifest> print(StepContext context) {
        Guest guest = labContext.guest(machine, context);
        // A control plane that was recreated has joined, and never had it.
        guest.write(KubeadmInit.CONFIG, labContext.files().kubeadmInit(), "0600");
        return manifests().keep(guest.output(AddonManifests.PRINT, "Asking kubeadm for its addons"));
    }

    private AddonManifests manifests() {
        return new AddonManifests(labContext.workspace(), labContext.files().kubeadmInit(),
                labContext.timeouts().look(), labContext.lab().hasSeveralControlPlanes() ? Optional.empty()
                        : Optional.of(machine.address().toString()));
    }
}
