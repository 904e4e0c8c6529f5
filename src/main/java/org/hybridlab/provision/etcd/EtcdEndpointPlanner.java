package org.hybridlab.provision.etcd;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
 * The part of {@code up} that tells API servers which machines hold etcd now, where such machines came or go: once all
 * that come have their members, and before any that goes loses its own.
 */
public final class EtcdEndpointPlanner {
    private static final String KIND = "etcd-endpoints-known";
    /** What reads on a machine where etcd is. */
    private static final Set<String> LATER = Set.of("control-plane-initialised", "kubernetes-upgraded");

    private final Lab lab;
    private final Set<String> known;

    private EtcdEndpointPlanner(Lab lab) {
        this.lab = lab;
        this.known = lab.machines(Role.CONTROL_PLANE).stream().map(machine -> StepIds.id(KIND, machine))
                .collect(Collectors.toSet());
    }

    /** @param steps the rest of the plan, which comes back with what it needs of these */
    public static List<Step> with(LabContext labContext, List<Step> steps) {
        Lab lab = labContext.lab();
        if (!labContext.hasCluster() || !lab.hasExternalEtcd()) {
            return steps;
        }
        EtcdEndpointPlanner planner = new EtcdEndpointPlanner(lab);
        List<Step> all = new ArrayList<>(steps.stream().map(planner::later).toList());
        lab.machines(Role.CONTROL_PLANE).forEach(machine -> all.add(step(labContext, machine)));
        return all;
    }

    private static Step step(LabContext labContext, Machine machine) {
        Lab lab = labContext.lab();
        return StepBuilder.step(KIND, "Tell the API server on %s where etcd is".formatted(machine.name()))
                .about(machine)
                .needs(StepIds.readyForKubeadm(lab, machine))
                .needs(lab.machines(Role.ETCD).stream().map(one -> StepIds.joined(lab, one))
                        .collect(Collectors.toSet()))
                // While one starts again, the others answer.
                .permit(Permits.ETCD_MEMBER)
                .retry(LabContext.NETWORK_RETRY)
                .inputs(EtcdEndpointsKnown.endpoints(lab))
                .action(new EtcdEndpointsKnown(labContext, machine)).build();
    }

    private Step later(Step step) {
        Optional<Machine> leaving = lab.machine(step.id().replaceFirst(".*/", ""));
        if (step.id().startsWith("etcd-member-left/") && leaving.isEmpty()) {
            return step.after(known);
        }
        Optional<Machine> plane = step.machine().flatMap(lab::machine).filter(Machine::isControlPlane);
        if (plane.isEmpty()) {
            return step;
        }
        // The cluster keeps for those that join what it is told here.
        return step.id().startsWith("node-joined/") ? step.after(known)
                : LATER.contains(step.id().replace("/" + plane.get().name(), ""))
                        ? step.after(Set.of(StepIds.id(KIND, plane.get()))) : step;
    }
}
