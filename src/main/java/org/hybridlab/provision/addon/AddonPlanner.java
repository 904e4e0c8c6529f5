package org.hybridlab.provision.addon;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.artifact.bundle.Group;
import org.hybridlab.config.model.Addon;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepBuilder;
import org.hybridlab.provision.context.StepIds;

public final class AddonPlanner {
    private static final Duration GETTING = Duration.ofMinutes(30);

    private AddonPlanner() {
    }

    public static List<Step> of(LabContext labContext) {
        List<Step> steps = new ArrayList<>();
        for (Addon addon : labContext.lab().addons()) {
            if (!addon.programs().isEmpty()) {
                steps.add(programs(labContext, addon));
            }
            steps.add(served(labContext, addon));
            if (addon.isOnEachNode()) {
                StepIds.linux(labContext.lab().madeMachines()).stream().filter(machine -> !machine.isEtcd())
                        .forEach(machine -> steps.add(onNode(labContext, addon, machine)));
            }
        }
        return steps;
    }

    private static Step programs(LabContext labContext, Addon addon) {
        return StepBuilder.step(StepIds.addonProgramsReady(addon), "Build " + String.join(", ",
                        addon.programs().keySet()))
                .timeout(GETTING)
                .inputs(labContext.lab().kubernetes())
                .action(new ExtraReady(labContext, Group.of(addon), "the " + addon.title())).build();
    }

    /** Before its pod is on the node: that would wait for its program, longer and longer. */
    private static Step onNode(LabContext labContext, Addon addon, Machine machine) {
        return StepBuilder.step(StepIds.addonOnNode(addon), "Bring the %s to %s".formatted(addon.title(),
                        machine.name())).about(machine)
                .needs(StepIds.readyForKubeadm(labContext.lab(), machine), StepIds.addonProgramsReady(addon))
                .before(StepIds.id(StepIds.NODE_JOINED, machine), StepIds.addonServed(addon))
                .timeout(AddonServed.within(labContext))
                .retry(LabContext.NETWORK_RETRY)
                .inputs(labContext.lab().kubernetes())
                .action(new AddonOnNode(labContext, addon, machine)).build();
    }

    private static Step served(LabContext labContext, Addon addon) {
        Lab lab = labContext.lab();
        String where = addon.programs().isEmpty() || addon.isOnEachNode() ? ""
                : " on " + lab.firstControlPlane().name();
        StepBuilder step = StepBuilder.step(StepIds.addonServed(addon), "Run the " + addon.title() + where)
                .needs(StepIds.clusterIsThere(lab))
                .timeout(AddonServed.within(labContext))
                .retry(LabContext.NETWORK_RETRY)
                .inputs(labContext.files().addons().get(addon.name()))
                .action(new AddonServed(labContext, addon));
        return (addon.programs().isEmpty() ? step : step.needs(StepIds.addonProgramsReady(addon))).build();
    }
}
