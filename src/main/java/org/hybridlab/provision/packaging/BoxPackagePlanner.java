package org.hybridlab.provision.packaging;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.artifact.box.PackagedNote;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepBuilder;
import org.hybridlab.provision.destroy.LeavingNode;
import org.hybridlab.provision.destroy.NodeDrained;
import org.hybridlab.provision.destroy.NodeLeft;

/**
 * The plan of {@code box package}: the machine leaves cluster and lab, switches itself off, and its disk becomes a box.
 * {@code up} restores it from any point. See {@link PackableMachine}.
 */
public final class BoxPackagePlanner {
    /** Windows may take that long. */
    private static final Duration SCRIPT = Duration.ofMinutes(20);
    /** Copies, compresses and unpacks tens of gigabytes. */
    private static final Duration PACKING = Duration.ofHours(4);

    private BoxPackagePlanner() {
    }

    public static Plan plan(LabContext labContext, Machine machine, PackagedNote note) {
        List<Step> steps = new ArrayList<>();
        LeavingNode node = new LeavingNode(labContext.created(), machine.name(), false, false);
        boolean cluster = labContext.created().cluster().wasKnown();
        if (cluster) {
            steps.add(StepBuilder.step("node-drained", "Drain the node " + machine.name()).about(machine)
                    .timeout(NodeDrained.WITHIN)
                    .inputs(machine.name())
                    .action(new NodeDrained(node)).build());
        }
        steps.add(after(steps, StepBuilder.step("lab-removed", "Take the lab off " + machine.name()).about(machine)
                .timeout(SCRIPT)
                // As in node-joined: removing the pod network's switch may interrupt connections.
                .retry(LabContext.NETWORK_RETRY)
                .inputs(machine.name())
                .action(new LabRemoved(labContext, machine, SCRIPT))));
        if (cluster) {
            steps.add(after(steps, StepBuilder.step("node-left", "Take the node %s out of the cluster"
                            .formatted(machine.name())).about(machine)
                    .inputs(machine.name())
                    .action(new NodeLeft(node))));
        }
        steps.add(after(steps, StepBuilder.step("machine-generalized", "Generalize %s and switch it off"
                        .formatted(machine.name())).about(machine)
                .timeout(SCRIPT.multipliedBy(2))
                .inputs(machine.name())
                .action(new MachineGeneralized(labContext, machine, SCRIPT))));
        steps.add(after(steps, StepBuilder.step("box-packaged", "Package " + note.name()).about(machine)
                .timeout(PACKING)
                .inputs(note)
                .action(new BoxPackaged(labContext, machine, note))));
        return new Plan(steps);
    }

    /** One after the other. */
    private static Step after(List<Step> before, StepBuilder step) {
        before.stream().skip(Math.max(0, before.size() - 1)).map(Step::id).forEach(step::needs);
        return step.build();
    }
}
