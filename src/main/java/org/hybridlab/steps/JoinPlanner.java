package org.hybridlab.steps;

import java.util.ArrayList;
import java.util.List;

import org.hybridlab.lab.Lab;
import org.hybridlab.lab.Machine;
import org.hybridlab.plan.Step;

/**
 * The part of {@code up} in which Linux machines join: another kubelet where the lab wants one -> join -> node ready.
 */
final class JoinPlanner {
    private final LabContext tools;
    private final Lab lab;
    private final List<Step> steps = new ArrayList<>();

    private JoinPlanner(LabContext tools) {
        this.tools = tools;
        this.lab = tools.lab();
    }

    static List<Step> of(LabContext tools) {
        JoinPlanner planner = new JoinPlanner(tools);
        UpPlanner.linux(tools.lab().nodesOfOtherVersions()).forEach(planner::kubelet);
        UpPlanner.linux(tools.lab().joining()).forEach(planner::join);
        UpPlanner.linux(tools.lab().nodes()).forEach(planner::ready);
        return planner.steps;
    }

    /** The lab's own is in the box. */
    private void kubelet(Machine machine) {
        add(StepBuilder.step("kubelet-in-place", "Give %s the kubelet %s".formatted(machine.name(),
                        machine.kubernetes())).about(machine)
                .needs(UpPlanner.readyForKubeadm(lab, machine))
                .timeout(MachinePlanner.GETTING)
                .retry(LabContext.NETWORK_RETRY)
                .inputs(machine.kubernetes())
                .action(new KubeletInPlace(tools, machine)));
    }

    private void join(Machine machine) {
        StepBuilder join = StepBuilder.step("node-joined", "Join " + machine.name()).about(machine)
                .needs(readyToJoin(machine), UpPlanner.clusterIsThere(lab))
                .timeout(tools.pace().kubeadm())
                .retry(LabContext.NETWORK_RETRY)
                // A machine joins once: what its join was made from is of no use to it any more.
                .inputs(machine.name())
                .action(new NodeJoined(tools, machine));
        add(machine.isControlPlane() ? join.permit(Permits.ETCD_MEMBER) : join);
    }

    private void ready(Machine machine) {
        add(StepBuilder.step("node-ready", "Wait until " + machine.name() + " is Ready").about(machine)
                .needs(UpPlanner.joined(lab, machine), UpPlanner.podNetworkIsThere(lab))
                .timeout(tools.pace().nodeReady())
                .inputs(machine.name(), machine.address())
                .action(new NodeReady(tools, machine, tools.pace().nodeReady())));
    }

    private String readyToJoin(Machine machine) {
        return lab.nodesOfOtherVersions().contains(machine) ? UpPlanner.id("kubelet-in-place", machine)
                : UpPlanner.readyForKubeadm(lab, machine);
    }

    private void add(StepBuilder step) {
        steps.add(step.build());
    }
}
