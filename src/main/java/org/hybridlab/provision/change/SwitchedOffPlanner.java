package org.hybridlab.provision.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.hybridlab.config.catalog.Addons;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Role;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepBuilder;
import org.hybridlab.provision.context.StepIds;

/** Plans the removal of what the lab file has switched off. */
public final class SwitchedOffPlanner {
    private SwitchedOffPlanner() {
    }

    public static List<Step> of(UpInput input) {
        LabContext labContext = input.labContext();
        Lab lab = input.lab();
        Optional<AppliedLab> applied = input.ownCluster();
        Predicate<String> wasOn = key -> applied.filter(then -> then.isOn(key)).isPresent();
        List<Step> all = new ArrayList<>();
        if (wasOn.test(AppliedLab.UNTAINT) && !lab.untaint()) {
            List<Machine> machines = lab.machines(Role.CONTROL_PLANE);
            all.add(StepBuilder.step("control-plane-tainted", "Keep ordinary pods off the control plane")
                    .needs(machines.stream().map(one -> StepIds.joined(lab, one)).collect(Collectors.toSet()))
                    .timeout(labContext.timeouts().apply())
                    .retry(LabContext.NETWORK_RETRY)
                    .inputs(machines.stream().map(Machine::name).toList())
                    .action(new ControlPlaneTainted(labContext)).build());
        }
        Addons.installed().stream().filter(addon -> wasOn.test(addon.name()) && !lab.addons().contains(addon))
                .forEach(addon -> all.add(StepBuilder.step(StepIds.addonRemoved(addon), "Remove the " + addon.title())
                        .needs(StepIds.clusterIsThere(lab))
                        .timeout(labContext.timeouts().apply())
                        .retry(LabContext.NETWORK_RETRY)
                        .inputs(lab.name())
                        .action(new AddonRemoved(labContext, addon)).build()));
        return all;
    }
}
