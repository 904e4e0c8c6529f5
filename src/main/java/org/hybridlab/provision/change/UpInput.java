package org.hybridlab.provision.change;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.provider.vagrant.VagrantNotes;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.AppliedLab;
import org.hybridlab.provision.state.AppliedMachine;
import org.hybridlab.provision.state.WorkspaceState;

/**
 * The input of {@code up}'s plan: desired lab, applied lab, and the workspace's knowledge. Asks no machine.
 *
 * @param applied empty if no {@code up} has recorded anything
 * @param created machines that Vagrant has
 * @param recreated machines to destroy and create
 * @param leaving machines to remove, including recreated ones
 */
public record UpInput(LabContext labContext, Optional<AppliedLab> applied, Set<String> created, Set<String> recreated,
                      Set<String> leaving) {
    public static UpInput of(LabContext labContext) {
        Set<String> recreated = new WorkspaceState(labContext.workspace()).recreating();
        Set<String> leaving = new TreeSet<>(MachinesThere.of(labContext.workspace()));
        for (Machine machine : labContext.lab().machines()) {
            if (recreated.contains(machine.name())) {
                leaving.add(machine.name());
            } else {
                leaving.remove(machine.name());
            }
        }
        return new UpInput(labContext, new WorkspaceState(labContext.workspace()).lab(),
                VagrantNotes.of(labContext.workspace()).names(), recreated, leaving);
    }

    Lab lab() {
        return labContext.lab();
    }

    Optional<AppliedMachine> applied(String machine) {
        return applied.flatMap(then -> then.machine(machine));
    }

    /** Only if it has its own cluster that this host can change. */
    Optional<AppliedLab> ownCluster() {
        return applied.filter(then -> !lab().joinsExisting() && labContext.hasCluster());
    }
}
