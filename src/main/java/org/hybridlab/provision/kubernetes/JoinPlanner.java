package org.hybridlab.provision.kubernetes;

import java.util.ArrayList;
import java.util.List;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.Permits;
import org.hybridlab.provision.context.StepBuilder;
import org.hybridlab.provision.context.StepIds;
import org.hybridlab.provision.machine.MachinePlanner;

/**
 * The part of {@code up} in which Linux machines join: another kubelet where the lab wants one -> join -> node ready.
 */
public final class JoinPlanner {
    private final LabContext labContext;
    private final Lab lab;
    private final List<Step> steps = new ArrayList<>();

    private JoinPlanner(LabContext labContext) {
        this.labContext = labContext;
        this.lab = labContext.lab();
    }

    public static List<Step> of(LabContext labContext) {
        JoinPlanner planner = new JoinPlanner(labContext);
        StepIds.linux(labContext.lab().nodesOfOtherVersions()).forEach(planner::kubelet);
        StepIds.linux(labContext.lab().joining()).forEach(planner::join);
        StepIds.linux(labContext.lab().nodes()).forEach(planner::ready);
        return planner.steps;
    }

    /** The lab's own is in the box. */
    private void kubelet(Machine machine) {
        add(StepBuilder.step("kubelet-in-place", "Give %s the kubelet %s".formatted(machine.name(),
                        machine.kubernetes())).about(machine)
                .needs(StepIds.readyForKubeadm(lab, machine))
                .timeout(MachinePlanner.GETTING)
                .retry(LabContext.NETWORK_RETRY)
                .inputs(machine.kubernetes())
                .action(new KubeletInPlace(labContext, machine)));
    }

    private void join(Machine machine) {
        StepBuilder join = StepBuilder.step("node-joined", "Join " + machine.name()).about(machine)
                .needs(readyToJoin(machine), StepIds.clusterIsThere(lab))
                .timeout(labContext.timeouts().kubeadm())
                .retry(LabContext.NETWORK_RETRY)
                // A machine joins once: what its join was made from is of no use to it any more.
                .inputs(machine.name())
                .action(new NodeJoined(labContext, machine));
        add(machine.isControlPlane() ? join.permit(Permits.ETCD_MEMBER) : join);
    }

    private void ready(Machine machine) {
        add(StepBuilder.step(StepIds.NODE_READY, "Wait until " + machine.name() + " is Ready").about(machine)
                .needs(StepIds.joined(lab, machine), StepIds.podNetworkIsThere(lab))
                .timeout(labContext.timeouts().nodeReady())
                .inputs(machine.name(), machine.address())
                .action(new NodeReady(labContext, machine, labContext.timeouts().nodeReady())));
    }

    private String readyToJoin(Machine machine) {
        return lab.nodesOfOtherVersions().contains(machine) ? StepIds.id("kubelet-in-place", machine)
                : StepIds.readyForKubeadm(lab, machine);
    }

    private void add(StepBuilder step) {
        steps.add(step.build());
    }
}
