package org.hybridlab.provision.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Role;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepBuilder;
import org.hybridlab.provision.context.StepIds;

/** The part of {@code up} for what the lab file wanted of the cluster, and does not want any more. */
public final class SwitchedOffPlanner {
    private SwitchedOffPlanner() {
    }

    public static List<Step> of(UpInput input) {
        LabContext labContext = input.labContext();
        Lab lab = input.lab();
        Map<String, Boolean> switches = input.ownCluster().map(AppliedLab::switches).orElse(Map.of());
        List<Step> all = new ArrayList<>();
        if (switches.getOrDefault(AppliedLab.UNTAINT, false) && !lab.untaint()) {
            List<Machine> machines = lab.machines(Role.CONTROL_PLANE);
            all.add(StepBuilder.step("control-plane-tainted", "Keep ordinary pods off the control plane")
                    .needs(machines.stream().map(one -> StepIds.joined(lab, one)).collect(Collectors.toSet()))
                    .timeout(labContext.timeouts().apply())
                    .retry(LabContext.NETWORK_RETRY)
                    .inputs(machines.stream().map(Machine::name).toList())
                    .action(new ControlPlaneTainted(labContext)).build());
        }
        if (switches.getOrDefault(AppliedLab.METRICS, false) && !lab.metrics()) {
            all.add(StepBuilder.step(StepIds.METRICS_REMOVED, "Remove the metrics server")
                    .needs(StepIds.clusterIsThere(lab))
                    .timeout(labContext.timeouts().apply())
                    .retry(LabContext.NETWORK_RETRY)
                    .inputs(lab.name())
                    .action(new MetricsRemoved(labContext)).build());
        }
        return all;
    }
}
