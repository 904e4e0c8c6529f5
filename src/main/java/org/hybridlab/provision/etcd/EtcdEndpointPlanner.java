package org.hybridlab.provision.etcd;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Role;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.Permits;
import org.hybridlab.provision.context.StepBuilder;
import org.hybridlab.provision.context.StepIds;

/**
 * The part of {@code up} that tells API servers about etcd machines that came or go: after all new members, and before
 * any member is removed.
 */
public final class EtcdEndpointPlanner {
    private EtcdEndpointPlanner() {
    }

    /** @param leaving machines that go; those in the lab file are recreated */
    public static List<Step> of(LabContext labContext, Set<String> leaving) {
        Lab lab = labContext.lab();
        // Without a cluster there is nothing to tell. The step is recorded all the same, so that the next up skips it.
        return !lab.hasExternalEtcd() ? List.of()
                : lab.machines(Role.CONTROL_PLANE).stream().map(machine -> step(labContext, machine, leaving)).toList();
    }

    private static Step step(LabContext labContext, Machine machine, Set<String> leaving) {
        Lab lab = labContext.lab();
        return StepBuilder.step(StepIds.ETCD_ENDPOINTS_KNOWN,
                        "Tell the API server on %s where etcd is".formatted(machine.name())).about(machine)
                .needs(StepIds.readyForKubeadm(lab, machine))
                .needs(lab.machines(Role.ETCD).stream().map(one -> StepIds.joined(lab, one))
                        .collect(Collectors.toSet()))
                .before(leaving.stream().filter(name -> lab.machine(name).isEmpty())
                        .map(name -> StepIds.id(StepIds.ETCD_MEMBER_LEFT, name)).collect(Collectors.toSet()))
                // Both read on the machine where etcd is.
                .before(StepIds.id(StepIds.CONTROL_PLANE_INITIALISED, machine),
                        StepIds.id(StepIds.KUBERNETES_UPGRADED, machine))
                // The cluster keeps this for later joins.
                .before(lab.machines(Role.CONTROL_PLANE).stream().map(one -> StepIds.id(StepIds.NODE_JOINED, one))
                        .collect(Collectors.toSet()))
                // While one starts again, the others answer.
                .permit(Permits.ETCD_MEMBER)
                .retry(LabContext.NETWORK_RETRY)
                .inputs(EtcdEndpointsKnown.endpoints(lab))
                .action(new EtcdEndpointsKnown(labContext, machine)).build();
    }
}
