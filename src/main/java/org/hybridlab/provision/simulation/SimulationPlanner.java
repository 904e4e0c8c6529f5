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
import org.hybridlab.provision.kubernetes.NodeReady;

/** The part of {@code up} that is about simulated machines: kwok runs on the control plane -> node -> node ready. */
public final class SimulationPlanner {
    private static final Duration READY = Duration.ofMinutes(2);

    private final LabContext tools;
    private final Lab lab;
    private final List<Step> steps = new ArrayList<>();

    private SimulationPlanner(LabContext tools) {
        this.tools = tools;
        this.lab = tools.lab();
    }

    /** None for labs whose machines are all made. */
    public static List<Step> of(LabContext tools) {
        SimulationPlanner planner = new SimulationPlanner(tools);
        if (!tools.lab().simulatedMachines().isEmpty()) {
            planner.simulator();
            tools.lab().simulatedMachines().forEach(planner::machine);
        }
        return planner.steps;
    }

    private void simulator() {
        add(StepBuilder.step("simulation-bundle-ready", "Build kwok, which simulates nodes")
                .timeout(Duration.ofMinutes(30))
                .inputs(lab.kubernetes())
                .action(new ExtraReady(tools, Group.SIMULATION, "kwok")));
        // Its token is bound to the control plane's node, which must be there.
        add(StepBuilder.step("simulator-running", "Run kwok on " + lab.firstControlPlane().name())
                .needs("simulation-bundle-ready", "node-ready/" + lab.firstControlPlane().name())
                .timeout(tools.timeouts().script())
                .retry(LabContext.NETWORK_RETRY)
                .inputs(tools.files().simulation().account(), tools.files().simulation().stages(),
                        tools.files().simulation().script())
                .action(new SimulatorRunning(tools)));
    }

    private void machine(Machine machine) {
        add(StepBuilder.step("node-simulated", "Simulate " + machine.name()).about(machine)
                .needs("simulator-running")
                .inputs(tools.files().simulation().nodes().get(machine.name()))
                .action(new NodeSimulated(tools, machine)));
        add(StepBuilder.step("node-ready", "Wait until the simulated " + machine.name() + " is Ready").about(machine)
                .needs("node-simulated/" + machine.name())
                .timeout(READY)
                .inputs(machine.name(), machine.address())
                .action(new NodeReady(tools, machine, READY)));
    }

    private void add(StepBuilder step) {
        steps.add(step.build());
    }
}
