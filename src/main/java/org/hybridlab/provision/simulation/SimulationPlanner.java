package org.hybridlab.provision.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.artifact.bundle.Group;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.addon.ExtraReady;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepBuilder;
import org.hybridlab.provision.context.StepIds;
import org.hybridlab.provision.kubernetes.NodeReady;

/** Plans simulated machines: kwok runs on the control plane -> node -> node ready. */
public final class SimulationPlanner {
    private static final Duration READY = Duration.ofMinutes(2);

    private final LabContext labContext;
    private final Lab lab;
    private final List<Step> steps = new ArrayList<>();

    private SimulationPlanner(LabContext labContext) {
        this.labContext = labContext;
        this.lab = labContext.lab();
    }

    public static List<Step> of(LabContext labContext) {
        SimulationPlanner planner = new SimulationPlanner(labContext);
        if (!labContext.lab().simulatedMachines().isEmpty()) {
            planner.simulator();
            labContext.lab().simulatedMachines().forEach(planner::machine);
        }
        return planner.steps;
    }

    private void simulator() {
        add(StepBuilder.step("simulation-bundle-ready", "Build kwok, which simulates nodes")
                .timeout(Duration.ofMinutes(30))
                .inputs(lab.kubernetes())
                .action(new ExtraReady(labContext, Group.SIMULATION, "kwok")));
        // Its token is bound to the control plane's node, which must exist.
        add(StepBuilder.step("simulator-running", "Run kwok on " + lab.firstControlPlane().name())
                .needs("simulation-bundle-ready", StepIds.id(StepIds.NODE_READY, lab.firstControlPlane()))
                .timeout(labContext.timeouts().script())
                .retry(LabContext.NETWORK_RETRY)
                .inputs(labContext.files().simulation().account(), labContext.files().simulation().stages(),
                        labContext.files().simulation().script())
                .action(new SimulatorRunning(labContext)));
    }

    private void machine(Machine machine) {
        add(StepBuilder.step(StepIds.NODE_SIMULATED, "Simulate " + machine.name()).about(machine)
                .needs("simulator-running")
                .inputs(labContext.files().simulation().nodes().get(machine.name()))
                .action(new NodeSimulated(labContext, machine)));
        add(StepBuilder.step(StepIds.NODE_READY, "Wait until the simulated " + machine.name() + " is Ready")
                .about(machine)
                .needs(StepIds.joined(lab, machine))
                .timeout(READY)
                .inputs(machine.name(), machine.address())
                .action(new NodeReady(labContext, machine, READY)));
    }

    private void add(StepBuilder step) {
        steps.add(step.build());
    }
}
