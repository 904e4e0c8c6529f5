package org.hybridlab.provision.destroy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepBuilder;
import org.hybridlab.provision.context.StepIds;
import org.hybridlab.provision.state.CreatedLab;

/** Plans {@code destroy}: machines in parallel, then network and volumes. Needs the workspace, not the lab file. */
public final class DestroyPlanner {
    private static final Duration PER_MACHINE = Duration.ofMinutes(5);

    private DestroyPlanner() {
    }

    /**
     * @param all whether the whole lab goes, with its network
     * @param lost paths of the lab's objects in a cluster of others to delete with what others have in them
     */
    public static Plan plan(CreatedLab lab, Set<String> machines, boolean all, Set<String> lost) {
        List<Step> steps = new ArrayList<>();
        boolean joined = lab.joined().isJoined();
        if (joined && all) {
            steps.add(StepBuilder.step("cluster-cleared", "Remove the lab's objects from the cluster")
                    .timeout(PER_MACHINE)
                    .inputs(lab.id())
                    .action(new ClusterCleared(lab, lost)).build());
        }
        boolean byProvider = all && !joined && lab.provider().removesWithoutVagrant();
        for (String machine : machines) {
            steps.addAll(byProvider ? List.of(gone(machine, new MachineRemoved(lab, machine)).build())
                    : machine(lab, machine, joined, all));
        }
        if (byProvider) {
            steps.add(StepBuilder.step("vagrant-forgot", "Make Vagrant forget the machines")
                    .needs(steps.stream().map(Step::id).collect(Collectors.toSet()))
                    .timeout(PER_MACHINE)
                    .retry(LabContext.VAGRANT_RETRY)
                    .inputs(lab.id())
                    .action(new VagrantForgot(lab)).build());
        }
        if (all) {
            steps.add(StepBuilder.step("host-released", "Take the lab's network off the host")
                    .needs(steps.stream().map(Step::id).collect(Collectors.toSet()))
                    .inputs(lab.id())
                    .action(new HostReleased(lab)).build());
        }
        return new Plan(steps);
    }

    /** Includes its node, if the cluster lives on. */
    private static List<Step> machine(CreatedLab lab, String machine, boolean joined, boolean all) {
        StepBuilder gone = gone(machine, new MachineGone(lab, machine));
        if (!joined) {
            return List.of(gone.build());
        }
        LeavingNode node = new LeavingNode(lab, machine, false, !all);
        return List.of(
                StepBuilder.step(StepIds.NODE_DRAINED, "Drain the node " + machine).about(machine)
                        .needs(all ? Set.of("cluster-cleared") : Set.of())
                        .timeout(NodeDrained.WITHIN)
                        .inputs(machine)
                        .action(new NodeDrained(node)).build(),
                gone.needs(StepIds.id(StepIds.NODE_DRAINED, machine)).build(),
                StepBuilder.step(StepIds.NODE_LEFT, "Take the node " + machine + " out of the cluster").about(machine)
                        .needs(StepIds.id(StepIds.MACHINE_GONE, machine))
                        .timeout(PER_MACHINE)
                        .inputs(machine)
                        .action(new NodeLeft(node)).build());
    }

    private static StepBuilder gone(String machine, Action action) {
        return StepBuilder.step(StepIds.MACHINE_GONE, "Destroy " + machine).about(machine)
                .timeout(PER_MACHINE)
                .retry(LabContext.VAGRANT_RETRY)
                .inputs(machine)
                .action(action);
    }
}
