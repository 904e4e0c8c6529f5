package org.hybridlab.provision.change;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.provider.vagrant.VagrantNotes;
import org.hybridlab.provision.context.LabContext;

/**
 * What the plan of {@code up} is made from: the desired lab, the applied one, and what the workspace knows of machines.
 * No machine is asked.
 *
 * @param applied empty if no {@code up} has recorded anything
 * @param created names of machines that Vagrant has
 * @param recreated names of machines that are to be destroyed and created again
 * @param leaving names of machines that go: those that the lab file does not name, and those that are recreated
 */
public record UpInput(LabContext labContext, Optional<AppliedLab> applied, Set<String> created, Set<String> recreated,
                      Set<String> leaving) {
    public static UpInput of(LabContext labContext) {
        Set<String> recreated = new Replacements(labContext.workspace()).machines();
        Set<String> leaving = new TreeSet<>(MachinesThere.of(labContext.workspace()));
        for (Machine machine : labContext.lab().machines()) {
            if (recreated.contains(machine.name())) {
                leaving.add(machine.name());
            } else {
                leaving.remove(machine.name());
            }
        }
        return new UpInput(labContext, AppliedLab.read(labContext.workspace()),
                VagrantNotes.of(labContext.workspace()).names(), recreated, leaving);
    }

    Lab lab() {
        return labContext.lab();
    }

    /** What the last {@code up} made of the machine, if that is known. */
    Optional<AppliedMachine> applied(String machine) {
        return applied.flatMap(then -> then.machine(machine));
    }

    /** The applied lab, if it has a cluster of its own that this host can change. */
    Optional<AppliedLab> ownCluster() {
        return applied.filter(then -> !lab().joinsExisting() && labContext.hasCluster());
    }
}
